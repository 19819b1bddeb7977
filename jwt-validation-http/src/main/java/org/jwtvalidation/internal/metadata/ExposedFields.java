// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.metadata;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jwtvalidation.http.BearerAnswer;

/** What scripts of other origins read of a challenge, where the application allows their origin. */
public final class ExposedFields {

  private static final String ALLOWED = "Access-Control-Allow-Origin";
  private static final String EXPOSED = "Access-Control-Expose-Headers";

  /** Without them, no script could ask for a better token, or make another proof. */
  private static final List<String> NEEDED = List.of("WWW-Authenticate", BearerAnswer.DPOP_NONCE);

  private ExposedFields() {}

  /** Whether what {@link #add} does depends on a field of this name. */
  public static boolean areOf(String name) {
    return ALLOWED.equalsIgnoreCase(name) || EXPOSED.equalsIgnoreCase(name);
  }

  /**
   * Adds what is needed to what the application exposes; nothing where it allows no origin.
   *
   * @param values the values of a field of the response
   * @param add adds a field to the response
   */
  public static void add(
      Function<String, ? extends Collection<String>> values, BiConsumer<String, String> add) {
    if (values.apply(ALLOWED).isEmpty()) {
      return;
    }
    List<String> exposed =
        values.apply(EXPOSED).stream()
            .flatMap(names -> Arrays.stream(names.split(",")))
            .map(String::strip)
            .toList();
    String missing =
        NEEDED.stream()
            .filter(name -> exposed.stream().noneMatch(name::equalsIgnoreCase))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      add.accept(EXPOSED, missing);
    }
  }
}
