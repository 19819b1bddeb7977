package org.jwtvalidation.jfr.analysis;

/** A cause of a slow validation. */
enum Cause {
  /** The garbage collector stopped all threads. */
  GC_PAUSE("garbage collector"),
  /** The JVM stopped all threads for another reason. */
  SAFEPOINT("other safepoint"),
  /** The thread waited for a monitor or a lock, or slept. */
  BLOCKED("waiting for a lock"),
  /** The virtual thread was pinned to its carrier. */
  PINNED("pinned carrier"),
  /** The thread ran. */
  RUNNING("running"),
  /** The thread was runnable, but had no processor. */
  PREEMPTED("waiting for a processor"),
  /** The recording lacks the events to tell. */
  UNKNOWN("not recorded");

  private final String label;

  Cause(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
