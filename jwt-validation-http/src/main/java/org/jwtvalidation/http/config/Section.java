package org.jwtvalidation.http.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

  <T> void set(String name, Optional<T> value, Consumer<T> option) {
    value.ifPresent(given -> run(name, () -> option.accept(given)));
  }

  void set(String name, OptionalInt value, Consumer<Integer> option) {
    value.ifPresent(given -> run(name, () -> option.accept(given)));
  }

  void flag(String name, boolean isSet, Runnable option) {
    if (isSet) {
      run(name, option);
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
    String remedy = e.remedy(Section::keyOf);
    return new KeyException(key + "." + name + ": " + e.problem() + "; " + remedy, e);
  }

  /** An error of an option of this section: the problem with its value, and the remedy. */
  IllegalArgumentException failure(String name, String problemAndRemedy) {
    return new KeyException(key + "." + name + ": " + problemAndRemedy, null);
  }

  private static String keyOf(String option) {
    String inKebabCase = option.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    return KEYS.getOrDefault(option, inKebabCase);
  }
}
