// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** What asks requests for a token: the values of {@code jwt-validation.protection}. */
enum Protection {
  /**
   * A filter of Spring Security or of this library, without which the application must not start.
   */
  FILTER,
  /** The application itself, which uses the validator in a place that nobody else knows. */
  OWN;

  static final String KEY = ResourceServerConfiguration.PREFIX + ".protection";

  static Protection in(Environment environment) {
    return Binder.get(environment).bind(KEY, Protection.class).orElse(FILTER);
  }
}
