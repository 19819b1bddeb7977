// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * The row of an option: what text calls it, and what it sets.
 *
 * @param <O> the options of a section
 * @param <B> the builder
 * @param <T> the value
 * @param key its name in kebab case
 * @param value its value, null if it is not set
 * @param setter gives a value to a builder
 */
record Option<O, B, T>(String key, Function<O, @Nullable T> value, BiConsumer<B, T> setter) {

  /** A row of an option that is on or off. */
  static <O, B> Option<O, B, Boolean> flag(String key, Predicate<O> isSet, Consumer<B> setter) {
    return new Option<>(
        key,
        options -> isSet.test(options) ? Boolean.TRUE : null,
        (builder, on) -> setter.accept(builder));
  }

  /** A row of an option with several values at once. */
  static <O, B> Option<O, B, List<String>> list(
      String key, Function<O, @Nullable List<String>> values, BiConsumer<B, String[]> setter) {
    return new Option<>(
        key, values, (builder, texts) -> setter.accept(builder, texts.toArray(String[]::new)));
  }

  /** A row of signature algorithms, each named for itself or by its family. */
  static <O, B> Option<O, B, List<String>> algorithms(
      String key,
      Function<O, @Nullable List<String>> names,
      BiConsumer<B, SignatureAlgorithm[]> setter) {
    return new Option<>(
        key,
        names,
        (builder, given) -> {
          Set<SignatureAlgorithm> algorithms = EnumSet.noneOf(SignatureAlgorithm.class);
          given.forEach(name -> algorithms.addAll(SignatureAlgorithm.named(name)));
          setter.accept(builder, algorithms.toArray(SignatureAlgorithm[]::new));
        });
  }

  boolean isIn(O options) {
    return value.apply(options) != null;
  }

  void set(B builder, O options, Section section) {
    section.set(key, value.apply(options), given -> setter.accept(builder, given));
  }
}
