// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.options.OptionException;

/** Which scopes stand for others, all the way down. Immutable and thread-safe. */
public final class ImpliedScopes {

  /** All names together: what is added to a token is bounded by it. */
  public static final int MAX_SCOPES = 256;

  private static final String OPTION = "impliedScopes";

  private final Map<String, List<String>> impliedBy = new HashMap<>();

  private ImpliedScopes() {}

  /**
   * What follows from what is declared.
   *
   * @param declared what each scope implies without a detour
   * @throws IllegalArgumentException if a scope implies itself, or there are too many
   */
  public static ImpliedScopes of(Map<String, ? extends Set<String>> declared) {
    Set<String> all = new LinkedHashSet<>(declared.keySet());
    declared.values().forEach(all::addAll);
    if (all.size() > MAX_SCOPES) {
      throw new OptionException(
          OPTION, all.size() + " scopes are more than " + MAX_SCOPES, "leave some out");
    }
    ImpliedScopes implied = new ImpliedScopes();
    for (String scope : declared.keySet()) {
      var unused = implied.follow(scope, declared, new LinkedHashSet<>());
    }
    return implied;
  }

  private List<String> follow(
      String scope, Map<String, ? extends Set<String>> declared, Set<String> path) {
    List<String> known = impliedBy.get(scope);
    if (known != null) {
      return known;
    }
    if (!path.add(scope)) {
      throw new OptionException(
          OPTION, scope + " implies itself, by " + path, "leave out one of these steps");
    }
    Set<String> all = new LinkedHashSet<>();
    Set<String> next = declared.get(scope);
    if (next != null) {
      all.addAll(next);
      next.forEach(implied -> all.addAll(follow(implied, declared, path)));
    }
    path.remove(scope);
    List<String> found = List.copyOf(all);
    impliedBy.put(scope, found);
    return found;
  }

  /** The scopes of a token, and behind them those that they imply, each once. */
  public List<String> with(List<String> granted) {
    Set<String> all = null;
    for (String scope : granted) {
      @Nullable List<String> implied = impliedBy.get(scope);
      if (implied != null && !implied.isEmpty()) {
        all = all == null ? new LinkedHashSet<>(granted) : all;
        all.addAll(implied);
      }
    }
    return all == null ? granted : List.copyOf(all);
  }
}
