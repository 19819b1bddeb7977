// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import java.util.List;
import java.util.Map;
import org.jwtvalidation.token.ValidationStep;

/**
 * Where the time of one validation went.
 *
 * @param nanos for each step that was taken, in order, how long it took in nanoseconds
 */
record Timeline(Map<ValidationStep, Long> nanos) {

  /** All steps together, in nanoseconds. */
  long whole() {
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }

  List<ValidationStep> steps() {
    return List.copyOf(nanos.keySet());
  }
}
