// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenLimits;

/** Configuration options of the bounds of a token, as text. */
public interface LimitsOptions {

  /** {@return the most characters of a token: {@link TokenLimits#withTokenLength}} */
  @Nullable Integer tokenLength();

  /**
   * {@return the most characters of an encoded JOSE Header: {@link TokenLimits#withHeaderLength}}
   */
  @Nullable Integer headerLength();

  /** {@return the most characters of a string or name: {@link TokenLimits#withStringLength}} */
  @Nullable Integer stringLength();

  /**
   * {@return the most members of all objects of the header together, and of the claims: {@link
   * TokenLimits#withMembers}}
   */
  @Nullable Integer members();

  /** {@return how deep objects and arrays may be nested: {@link TokenLimits#withDepth}} */
  @Nullable Integer depth();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows; as bounds are immutable, each replaces those of the reference. */
    static final List<Option<LimitsOptions, AtomicReference<TokenLimits>, Integer>> LIMITS =
        List.of(
            with("token-length", LimitsOptions::tokenLength, TokenLimits::withTokenLength),
            with("header-length", LimitsOptions::headerLength, TokenLimits::withHeaderLength),
            with("string-length", LimitsOptions::stringLength, TokenLimits::withStringLength),
            with("members", LimitsOptions::members, TokenLimits::withMembers),
            with("depth", LimitsOptions::depth, TokenLimits::withDepth));

    private static Option<LimitsOptions, AtomicReference<TokenLimits>, Integer> with(
        String key,
        Function<LimitsOptions, @Nullable Integer> value,
        BiFunction<TokenLimits, Integer, TokenLimits> with) {
      return new Option<>(
          key, value, (limits, given) -> limits.set(with.apply(limits.get(), given)));
    }

    private Rows() {}
  }
}
