// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jwtvalidation.token.ValidationStep;

/** Names of event fields. */
final class Events {

  /** The fields with the durations of steps, in the order of the steps. */
  static final List<String> STEPS =
      Arrays.stream(ValidationStep.values())
          .filter(step -> step != ValidationStep.COMPLETE_VALIDATION)
          .map(step ->
              Pattern.compile("_(.)")
                  .matcher(step.name().toLowerCase(Locale.ROOT))
                  .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT)))
          .toList();

  private Events() {}
}
