// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

/** A cause of a slow validation; of two at the same time, the first of these counts. */
enum Cause {
  /** The garbage collector stopped all threads. */
  GC_PAUSE("garbage collector"),
  /** The JVM stopped all threads for another reason. */
  SAFEPOINT("other safepoint"),
  /** The virtual thread was pinned to its carrier; what it waited for is among the following. */
  PINNED("pinned carrier"),
  /** The thread waited for a semaphore, as for that of {@code maxConcurrentVerifications}. */
  GATE("waiting at a gate"),
  /** The thread waited for a semaphore with a time limit, as validations do in a cold JVM. */
  COLD("waiting for a turn while code is compiled"),
  /** The thread waited for a monitor or another lock, or slept. */
  BLOCKED("waiting for a lock"),
  /** The thread ran. */
  RUNNING("running"),
  /**
   * The thread neither ran nor has an event: it had no processor, waited for a page of memory, or
   * for something else for less than the threshold of the event.
   */
  PREEMPTED("waiting without an event, as for a processor"),
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
