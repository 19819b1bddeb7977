// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Configured values, formatted for a log line. */
public record ExpectedValues(Collection<String> values) {

  /** A service may trust thousands of issuers. */
  private static final int MOST = 20;

  @Override
  public String toString() {
    List<String> named = values.stream().sorted().limit(MOST).toList();
    return named.stream()
        .collect(
            Collectors.joining(
                ", ", "one of [", values.size() > MOST ? ", ... of " + values.size() + "]" : "]"));
  }
}
