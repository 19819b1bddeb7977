// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** What a benchmark class tells the plan beyond JMH's annotations. */
final class BenchmarkClass {

  private final Class<?> type;

  private BenchmarkClass(Class<?> type) {
    this.type = type;
  }

  static BenchmarkClass of(BenchmarkListEntry entry) {
    try {
      return new BenchmarkClass(Class.forName(entry.getUserClassQName()));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("listed, but not found: " + entry.getUsername(), e);
    }
  }

  /** The values of the parameters whose values depend on the machine. */
  Map<String, List<String>> values() {
    Map<String, List<String>> values = new HashMap<>();
    for (Method method : type.getMethods()) {
      ValuesOf parameter = method.getAnnotation(ValuesOf.class);
      if (parameter != null) {
        values.put(parameter.value(), List.of(called(method)));
      }
    }
    return values;
  }

  private static String[] called(Method method) {
    try {
      return (String[]) method.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot call: " + method, e);
    }
  }
}
