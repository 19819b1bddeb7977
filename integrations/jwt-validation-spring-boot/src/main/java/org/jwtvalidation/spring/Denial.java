// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.InsufficientTokenException;

/**
 * Why Spring Security denies a request, for the challenge that it sends.
 *
 * @param rule what a token needs
 * @param failure what the token of the request lacks, or null if it has none, or it is not known
 */
record Denial(AccessRule rule, @Nullable InsufficientTokenException failure) {

  /** The attribute of a request. The auto-configuration removes it behind Spring Security. */
  static final String NAME = Denial.class.getName();
}
