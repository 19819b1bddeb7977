// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.options.OptionException;

/**
 * The options below one key. Errors of builders name its methods; here they become errors of keys.
 *
 * @param key the key in full, without a dot at its end
 */
record Section(String key) {

  /** The keys of options that a builder calls otherwise. */
  private static final Map<String, String> KEYS =
      Map.of("issuer", "url", "keySource", "keys", "retryBackoff", "first-retry");

  /** An error that names its key already. */
  private static final class KeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    KeyException(String message, @Nullable Exception cause) {
      super(message, cause);
    }
  }

  Section below(String name) {
    return new Section(key + "." + name);
  }

  /** Gives a builder what the options of these rows say. */
  <O, B> void set(List<? extends Option<O, B, ?>> rows, O options, B builder) {
    rows.forEach(row -> row.set(builder, options, this));
  }

  <T> void set(String name, @Nullable T value, Consumer<T> option) {
    if (value != null) {
      run(name, () -> option.accept(value));
    }
  }

  /** Refuses each option of these rows that is set. */
  <O> void refuse(List<? extends Option<O, ?, ?>> rows, O options, String problem, String remedy) {
    for (Option<O, ?, ?> row : rows) {
      if (row.isIn(options)) {
        throw failure(row.key(), problem, remedy);
      }
    }
  }

  /** Runs what can fail for the option of this name only. */
  void run(String name, Runnable action) {
    var unused =
        get(
            name,
            () -> {
              action.run();
              return name;
            });
  }

  /** Makes what can fail for the option of this name only. */
  <T> T get(String name, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (KeyException e) {
      throw e;
    } catch (OptionException e) {
      throw failure(name, e);
    } catch (IllegalArgumentException e) {
      throw new KeyException(key + "." + name + ": " + e.getMessage(), e);
    }
  }

  /** Builds what can fail for any option of this section. */
  <T> T build(Supplier<T> builder) {
    try {
      return builder.get();
    } catch (OptionException e) {
      throw failure(keyOf(e.option()), e);
    } catch (IllegalArgumentException e) {
      throw new KeyException(key + ": " + e.getMessage(), e);
    }
  }

  private IllegalArgumentException failure(String name, OptionException e) {
    return new KeyException(message(name, e.problem(), e.remedy(Section::keyOf)), e);
  }

  /** An error of an option of this section. */
  IllegalArgumentException failure(String name, String problem, String remedy) {
    return new KeyException(message(name, problem, remedy), null);
  }

  private String message(String name, String problem, String remedy) {
    return key + "." + name + ": " + problem + "; " + remedy;
  }

  private static String keyOf(String option) {
    String inKebabCase = option.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    return KEYS.getOrDefault(option, inKebabCase);
  }
}
