// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads {@code true} and {@code false}, in any case. Any other word fails the start: as false,
 * which it is to other converters, a typing error would switch a rule off. Immutable and
 * thread-safe.
 */
public final class TrueOrFalse implements Converter<Boolean> {

  private static final long serialVersionUID = 1L;

  /** Creates the converter. */
  public TrueOrFalse() {}

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if it is another word
   */
  @Override
  public Boolean convert(String value) {
    String word = value.strip();
    if (word.equalsIgnoreCase("true")) {
      return true;
    }
    if (word.equalsIgnoreCase("false")) {
      return false;
    }
    throw new IllegalArgumentException(word + " is neither true nor false; correct it");
  }
}
