package org.jwtvalidation.jfr.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;

/**
 * A field of a recorded validation that has the time of a step. Read from the recording itself: it
 * may be of an older version, or a newer one.
 *
 * @param name of the field
 * @param step as {@code ValidationStep} calls it
 */
record StepField(String name, String step) {

  /** All steps together. */
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
