// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.BeanCreator;
import io.quarkus.arc.SyntheticCreationalContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;

/**
 * The scopes that annotations of methods ask for. Quarkus tells the method that a token was not
 * sufficient for, and stops at the first scope that is missing, whereas clients are told all.
 */
public final class MethodScopes implements BeanCreator<MethodScopes> {

  /** The parameter of the bean: an array of texts, each a method and what it needs. */
  public static final String METHODS = "methods";

  /** Between the method and scopes that are all needed. */
  public static final String ALL = "\n";

  /** Between scopes of which one is enough. */
  public static final String ANY = " ";

  private final Map<String, String> scopes = new LinkedHashMap<>();

  /** Creates the bean's creator. */
  public MethodScopes() {}

  @Override
  public MethodScopes create(SyntheticCreationalContext<MethodScopes> context) {
    MethodScopes bean = new MethodScopes();
    Object methods = Objects.requireNonNull(context.getParams().get(METHODS));
    for (String method : (String[]) methods) {
      int end = method.indexOf(ALL);
      bean.scopes.put(method.substring(0, end), method.substring(end + 1));
    }
    return bean;
  }

  /**
   * The rule of a method.
   *
   * @param method class and method as Quarkus tells them in events
   * @return null if it is not known
   */
  @Nullable AccessRule rule(String method) {
    String needed = scopes.get(method);
    if (needed == null) {
      return null;
    }
    try {
      AccessRule rule = AccessRule.anyToken();
      for (String alternatives : needed.split(ALL, -1)) {
        rule = rule.and(AccessRule.anyScope(alternatives.split(ANY, -1)));
      }
      return rule;
    } catch (IllegalArgumentException e) {
      // The name of a permission that cannot be a scope.
      return null;
    }
  }
}
