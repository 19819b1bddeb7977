// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

/** A property of the validator is missing or wrong; the message has key, problem and remedy. */
final class JwtConfigurationException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  JwtConfigurationException(String message) {
    super(message);
  }

  JwtConfigurationException(String message, IllegalArgumentException cause) {
    super(message, cause);
  }
}
