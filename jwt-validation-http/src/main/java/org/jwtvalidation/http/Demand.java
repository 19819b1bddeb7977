// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a new token for the same client and user needs to pass a rule: also what the old one has.
 *
 * @param scopes the scope tokens, possibly none
 * @param authentication how and when the user must have authenticated, or null if that is not asked
 */
record Demand(List<String> scopes, @Nullable AuthenticationDemand authentication) {

  /** Of a token that passes a rule by something that a new token also has. */
  static final List<Demand> NOTHING = List.of(new Demand(List.of(), null));

  /** As many ways are tried as people write into a rule, and not all that follow from them. */
  private static final int MAX_WAYS = 16;

  static List<Demand> of(List<String> scopes) {
    return List.of(new Demand(scopes, null));
  }

  /** The ways to pass both of two rules, each of which has these; none if no new token does. */
  static List<Demand> both(List<Demand> some, List<Demand> others) {
    List<Demand> ways = new ArrayList<>();
    for (Demand one : some) {
      for (Demand other : others) {
        Demand both = one.and(other);
        if (both != null && ways.size() < MAX_WAYS) {
          ways.add(both);
        }
      }
    }
    return ways;
  }

  /** The ways to pass one of two rules, those of the first before those of the second. */
  static List<Demand> either(List<Demand> some, List<Demand> others) {
    return Stream.concat(some.stream(), others.stream()).limit(MAX_WAYS).toList();
  }

  /** What meets both, or null if nothing does. */
  private @Nullable Demand and(Demand other) {
    List<String> all = union(scopes, other.scopes);
    if (authentication == null || other.authentication == null) {
      return new Demand(all, authentication == null ? other.authentication : authentication);
    }
    AuthenticationDemand common = authentication.and(other.authentication);
    return common == null ? null : new Demand(all, common);
  }

  /** For logs. */
  String text() {
    return (scopes.isEmpty() ? "another authentication" : "the scopes " + scopes)
        + (authentication == null ? "" : authentication.parameters());
  }

  static List<String> union(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).distinct().toList();
  }
}
