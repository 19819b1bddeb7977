// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * A key of an application.
 *
 * @param key the key in full, in kebab case, with {@code *} for the name of an issuer
 * @param name the name of the property, with that of the issuer as the sources have it
 */
record KnownKey(String key, ConfigurationPropertyName name) {

  boolean isBlank(Binder binder) {
    return binder.bind(name, Bindable.of(String.class)).map(String::isBlank).orElse(false);
  }

  boolean isSet(Binder binder) {
    return binder.bind(name, Bindable.of(String.class)).map(text -> !text.isBlank()).orElse(false)
        || binder.bind(name.append("[0]"), Bindable.of(String.class)).isBound();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
