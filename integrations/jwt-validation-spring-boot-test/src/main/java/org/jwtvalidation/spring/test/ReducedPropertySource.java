// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A source without some of its properties: most cannot be unset by an empty value. */
final class ReducedPropertySource extends EnumerablePropertySource<EnumerablePropertySource<?>> {

  private final List<ConfigurationPropertyName> removed;

  private ReducedPropertySource(
      EnumerablePropertySource<?> source, List<ConfigurationPropertyName> removed) {
    super(source.getName(), source);
    this.removed = removed;
  }

  /** Removes properties from all sources but variables of the process. */
  static void remove(MutablePropertySources sources, List<ConfigurationPropertyName> removed) {
    for (PropertySource<?> each : sources) {
      if (each instanceof EnumerablePropertySource<?> source
          && !(each instanceof SystemEnvironmentPropertySource)) {
        ReducedPropertySource reduced = new ReducedPropertySource(source, removed);
        if (reduced.getPropertyNames().length < source.getPropertyNames().length) {
          sources.replace(source.getName(), reduced);
        }
      }
    }
  }

  private boolean isRemoved(String name) {
    ConfigurationPropertyName property = ConfigurationPropertyName.adapt(name, '.');
    return removed.stream().anyMatch(each -> each.equals(property) || each.isAncestorOf(property));
  }

  @Override
  public String[] getPropertyNames() {
    return Arrays.stream(source.getPropertyNames())
        .filter(name -> !isRemoved(name))
        .toArray(String[]::new);
  }

  @Override
  public @Nullable Object getProperty(String name) {
    return isRemoved(name) ? null : source.getProperty(name);
  }
}
