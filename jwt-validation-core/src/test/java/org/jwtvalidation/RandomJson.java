// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random JSON values of every kind, the same for the same seed. All values of one instance together
 * stay within the default {@link TokenLimits}, with any signature.
 */
public final class RandomJson {

  /** An escape takes six octets, and those grow by a third; a signature may take 6,170 more. */
  private static final int MAX_CHARACTERS = 1_000;

  private static final int MAX_VALUES = 60;
  private static final int MAX_IN_ONE = 8;
  private static final int LONGEST_STRING = 48;

  private final Random random;
  private int charactersLeft = MAX_CHARACTERS;
  private int valuesLeft = MAX_VALUES;

  public RandomJson(Random random) {
    this.random = random;
  }

  /** A value in which objects and arrays nest no deeper than {@code depth}. */
  @Nullable Object value(int depth) {
    if (--valuesLeft < 0 || charactersLeft <= 0) {
      return null;
    }
    return switch (random.nextInt(depth > 0 ? 8 : 4)) {
      case 0 -> random.nextInt(3) == 0 ? null : random.nextBoolean();
      case 1, 2 -> string();
      case 3 -> number();
      case 4, 5 -> array(depth);
      default -> object(depth);
    };
  }

  private List<@Nullable Object> array(int depth) {
    List<@Nullable Object> array = new ArrayList<>();
    for (int i = random.nextInt(MAX_IN_ONE); i > 0; i--) {
      array.add(value(depth - 1));
    }
    return array;
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(MAX_IN_ONE); i > 0; i--) {
      object.put(string(), value(depth - 1));
    }
    return object;
  }

  /** A string of any Unicode characters. */
  public String string() {
    int length = Math.min(random.nextInt(LONGEST_STRING), Math.max(charactersLeft, 0));
    charactersLeft -= length;
    StringBuilder string = new StringBuilder();
    while (string.length() < length) {
      string.appendCodePoint(codePoint());
    }
    return string.toString();
  }

  private int codePoint() {
    int codePoint =
        switch (random.nextInt(6)) {
          case 0 -> random.nextInt(' ');
          case 1 -> "\"\\/\u007f\u2028\ufeff\uffff".charAt(random.nextInt(7));
          case 2 -> random.nextInt(Character.MIN_SURROGATE);
          case 3 -> random.nextInt(Character.MAX_CODE_POINT + 1);
          default -> ' ' + random.nextInt('~' - ' ');
        };
    boolean isSurrogate = codePoint >> 11 == Character.MIN_SURROGATE >> 11;
    return isSurrogate ? Character.MIN_SUPPLEMENTARY_CODE_POINT + codePoint : codePoint;
  }

  private Number number() {
    charactersLeft -= 64;
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(100) - 50;
      case 1 -> random.nextLong();
      case 2 -> new BigInteger(random.nextInt(200), random).negate();
      case 3 -> random.nextGaussian();
      default ->
          new BigDecimal(new BigInteger(random.nextInt(150), random), random.nextInt(600) - 300);
    };
  }
}
