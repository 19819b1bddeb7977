// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;

/**
 * A field with the duration of a step. Taken from the recording, which another version may have
 * written.
 *
 * @param name the name of the field
 * @param step the name of the {@code ValidationStep}
 */
record StepField(String name, String step) {

  /** The whole validation. */
  static final String WHOLE = "COMPLETE_VALIDATION";

  private static final Set<String> OTHER_TIMES = Set.of("duration", "cpuTime");

  static List<StepField> of(EventType validation) {
    return validation.getFields().stream()
        .filter(field -> field.getAnnotation(Timespan.class) != null)
        .filter(field -> !OTHER_TIMES.contains(field.getName()))
        .map(field ->
            new StepField(
                field.getName(),
                field.getName().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT)))
        .toList();
  }
}
