// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in the log of a failed start what is wrong, and what to do, instead of a stack trace. */
final class JwtConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<JwtConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, JwtConfigurationException cause) {
    String message = String.valueOf(cause.getMessage());
    // Messages are "key: problem; remedy".
    int end = message.lastIndexOf("; ");
    return end < 0
        ? new FailureAnalysis(message, "Correct the property.", cause)
        : new FailureAnalysis(
            "Bearer tokens cannot be validated: " + message.substring(0, end) + ".",
            Character.toUpperCase(message.charAt(end + 2)) + message.substring(end + 3) + ".",
            cause);
  }
}
