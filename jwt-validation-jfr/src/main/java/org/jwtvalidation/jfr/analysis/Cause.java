package org.jwtvalidation.jfr.analysis;

/** What a slow validation spent its time on. */
enum Cause {
  /** The garbage collector had stopped all threads. */
  GC_PAUSE("garbage collector"),
  /** The virtual machine had stopped all threads for something else. */
  SAFEPOINT("other safepoint"),
  /** Its thread waited for a monitor or a lock, or slept. */
  BLOCKED("waiting for a lock"),
  /** Its virtual thread could not leave its carrier. */
  PINNED("pinned carrier"),
  /** It computed. */
  RUNNING("running"),
  /** It was ready to run, and no processor was free. */
  PREEMPTED("waiting for a processor"),
  /** The recording does not tell. */
  UNKNOWN("not recorded");

  private final String label;

  Cause(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
