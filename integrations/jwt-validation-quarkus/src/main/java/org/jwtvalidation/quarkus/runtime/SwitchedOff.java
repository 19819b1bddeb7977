// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import org.eclipse.microprofile.config.ConfigValue;

/** Values that ask for nothing. */
final class SwitchedOff {

  private SwitchedOff() {}

  /** Whether there is a value, and not that of a switch that is off, as all are by default. */
  static boolean isNot(ConfigValue value) {
    String text = value.getValue();
    return text != null && !text.isBlank() && !text.strip().equalsIgnoreCase("false");
  }
}
