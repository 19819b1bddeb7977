// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a key must not be used; the message says why. It has no stack trace, because anyone
 * can embed such keys in what a service receives.
 */
final class UnusableKeyException extends Exception {

  private static final long serialVersionUID = 1L;

  UnusableKeyException(String message) {
    this(message, null);
  }

  UnusableKeyException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
