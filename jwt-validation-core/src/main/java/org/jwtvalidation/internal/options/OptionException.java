// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.options;

import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An option that cannot be as it is: which one, what is wrong with its value, and the remedy. The
 * message is made of these, in the words of builders. Other readers of options make their own.
 *
 * <p>The remedy names other options in braces, as builders call them: {@code {anyAudience()}}.
 * Where the name in a text is not the method's in kebab case, it follows behind a bar: {@code
 * {HttpKeySource.jwksUri(...)|keys.jwks-uri}}.
 */
public final class OptionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final Pattern REFERENCE =
      Pattern.compile("\\{([^{}|]+)\\|([^{}|]+)}|\\{(\\w+)(\\((?:\\.\\.\\.)?\\))}");

  private final String option;
  private final String problem;
  private final String remedy;

  /**
   * An error of one option.
   *
   * @param option the name of the builder's method
   * @param problem the value and what is wrong with it
   * @param remedy what to do
   */
  public OptionException(String option, String problem, String remedy) {
    this(option, problem, remedy, null);
  }

  public OptionException(String option, String problem, String remedy, @Nullable Throwable cause) {
    super(option + ": " + problem + "; " + inBuilders(remedy), cause);
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
  }

  private static String inBuilders(String remedy) {
    return REFERENCE.matcher(remedy).replaceAll(found -> quoted(found, method -> method, true));
  }

  private static String quoted(
      MatchResult found, UnaryOperator<String> ofMethod, boolean isInBuilder) {
    String method = found.group(3);
    String name =
        method == null
            ? found.group(isInBuilder ? 1 : 2)
            : ofMethod.apply(method) + (isInBuilder ? found.group(4) : "");
    return Matcher.quoteReplacement(name);
  }

  public String option() {
    return option;
  }

  public String problem() {
    return problem;
  }

  /**
   * The remedy for those who write options as text.
   *
   * @param inText the name in a text of the option whose method has the given name
   */
  public String remedy(UnaryOperator<String> inText) {
    return REFERENCE.matcher(remedy).replaceAll(found -> quoted(found, inText, false));
  }
}
