// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.InsufficientTokenException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * {@link InsufficientTokens} for reactive applications, before other advice; methods of the
 * controller itself come first.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ReactiveInsufficientTokens {

  @ExceptionHandler
  @SuppressWarnings("DoNotCallSuggester") // the framework calls it
  void pass(InsufficientTokenException failure) {
    throw failure;
  }
}
