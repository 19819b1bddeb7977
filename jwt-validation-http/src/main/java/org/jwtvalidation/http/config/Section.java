package org.jwtvalidation.http.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options below one key. Complaints of a builder name its methods; here they become complaints
 * about keys.
 *
 * @param key the key in full, without a dot at its end
 */
record Section(String key) {

  private static final Pattern COMPLAINT =
      Pattern.compile("([a-z][A-Za-z]*): (.*)", Pattern.DOTALL);
  private static final Pattern OPTION_OF_SOURCE =
      Pattern.compile(
          "keySource\\(HttpKeySource\\.\\w+\\([.]*\\)\\.(\\w+)\\([.]*\\)\\.build\\(\\)\\)");
  private static final Pattern METHOD =
      Pattern.compile("(?<![.\\w])([a-z][A-Za-z]*)\\((?:\\.\\.\\.)?\\)");
  private static final Pattern CAMEL_CASE = Pattern.compile("\\b[a-z]+(?:Uri|Timeout|Interval)\\b");

  /** What a builder calls otherwise than a key. */
  private static final Map<String, String> KEYS = Map.of("issuer", "url", "keySource", "keys");

  /** What complains about a key already. */
  private static final class Complaint extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    Complaint(String message, @Nullable Exception cause) {
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

  /** Runs what can complain about the option of this name only. */
  void run(String name, Runnable action) {
    var unused =
        get(
            name,
            () -> {
              action.run();
              return name;
            });
  }

  /** Makes what can complain about the option of this name only. */
  <T> T get(String name, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (Complaint e) {
      throw e;
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      Matcher complaint = COMPLAINT.matcher(message);
      throw failure(name, complaint.matches() ? complaint.group(2) : message, e);
    }
  }

  /** Builds what can complain about any option of this section. */
  <T> T build(Supplier<T> builder) {
    try {
      return builder.get();
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      Matcher complaint = COMPLAINT.matcher(message);
      if (!complaint.matches()) {
        throw new Complaint(key + ": " + message, e);
      }
      String option = complaint.group(1);
      throw failure(KEYS.getOrDefault(option, inKebabCase(option)), complaint.group(2), e);
    }
  }

  /** A complaint about an option of this section: the problem with its value, and the remedy. */
  IllegalArgumentException failure(String name, String problemAndRemedy) {
    return failure(name, problemAndRemedy, null);
  }

  private IllegalArgumentException failure(
      String name, String problemAndRemedy, @Nullable Exception cause) {
    return new Complaint(key + "." + name + ": " + ofKeys(problemAndRemedy), cause);
  }

  private static String ofKeys(String text) {
    String withPlaces =
        OPTION_OF_SOURCE
            .matcher(text)
            .replaceAll(option -> "keys." + inKebabCase(option.group(1)))
            .replace("IssuerConfig.builder(...) ", "")
            .replace("HttpKeySource.discovered", "keys.discovered")
            .replace("a keySource(...)", "a keys.jwks-uri")
            .replace("call ", "set ");
    String withOptions =
        METHOD.matcher(withPlaces).replaceAll(option -> inKebabCase(option.group(1)));
    return CAMEL_CASE.matcher(withOptions).replaceAll(option -> inKebabCase(option.group()));
  }

  private static String inKebabCase(String option) {
    return option.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
  }
}
