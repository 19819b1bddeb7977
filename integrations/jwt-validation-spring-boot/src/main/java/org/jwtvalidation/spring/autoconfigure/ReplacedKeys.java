// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.function.Predicate;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** What nothing reads, since a bean of the application is there in place of ours. */
final class ReplacedKeys {

  private static final String START = ResourceServerConfiguration.PREFIX + ".";
  private static final String POP = START + "pop.";
  private static final String SIGNATURES = START + "signature";

  private ReplacedKeys() {}

  /**
   * Checks what beans of the application replace.
   *
   * @throws JwtConfigurationException if a property is set, or a bean there, that would be read
   *     without them
   */
  static void refuse(Environment environment, ListableBeanFactory beans) {
    Binder binder = Binder.get(environment);
    boolean hasProofs = has(beans, JwtValidationAutoConfiguration.PossessionConfiguration.class);
    if (hasOwnValidator(beans)) {
      refuse(beans, IssuerCustomizer.class);
      refuse(beans, IssuerResolver.class);
      refuse(
          binder,
          name ->
              !name.startsWith(POP)
                  && !isOfAnswers(name)
                  && !name.equals(START + "enabled")
                  && !name.equals(Protection.KEY)
                  && !(name.startsWith(SIGNATURES) && hasProofs),
          "TokenValidator");
    }
    if (has(beans, ProofOfPossession.class) && !hasProofs) {
      refuse(binder, name -> name.startsWith(POP), "ProofOfPossession");
    }
  }

  /** Whether it is for requests, whoever validates their tokens. */
  private static boolean isOfAnswers(String name) {
    return name.equals(START + "realm")
        || name.equals(START + "challenge-scopes")
        || name.startsWith(START + "resource.");
  }

  /** Whether a validator of the application is there in place of ours. */
  static boolean hasOwnValidator(ListableBeanFactory beans) {
    return has(beans, TokenValidator.class)
        && !has(beans, JwtValidationAutoConfiguration.ValidatorConfiguration.class);
  }

  static JwtConfigurationException besides(String key, String bean) {
    return new JwtConfigurationException(
        key
            + ": set besides a bean "
            + bean
            + " of the application, which does not read it; remove it, or the bean");
  }

  static boolean has(ListableBeanFactory beans, Class<?> type) {
    return names(beans, type).length > 0;
  }

  private static String[] names(ListableBeanFactory beans, Class<?> type) {
    return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false);
  }

  /** A check in a customizer that nobody calls would not be in force. */
  private static void refuse(ListableBeanFactory beans, Class<?> type) {
    for (String name : names(beans, type)) {
      throw new JwtConfigurationException(
          "bean "
              + name
              + ": an "
              + type.getSimpleName()
              + " besides a bean TokenValidator of the application, which does not get it; create"
              + " it where that is built, and not as a bean, or remove it");
    }
  }

  private static void refuse(Binder binder, Predicate<String> isReplaced, String bean) {
    KnownKeys.names(binder)
        .filter(isReplaced)
        .filter(name -> isSet(binder, name))
        .findFirst()
        .ifPresent(name -> {
          throw besides(name, bean);
        });
  }

  private static boolean isSet(Binder binder, String name) {
    return binder.bind(name, Bindable.of(String.class)).map(text -> !text.isBlank()).orElse(false)
        || binder.bind(name + "[0]", Bindable.of(String.class)).isBound();
  }
}
