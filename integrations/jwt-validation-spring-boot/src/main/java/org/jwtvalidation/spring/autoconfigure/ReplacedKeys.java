// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.function.Predicate;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The keys that nothing reads, since a bean of the application is there in place of ours. */
final class ReplacedKeys {

  private static final String START = ResourceServerConfiguration.PREFIX + ".";
  private static final String POP = START + "pop.";
  private static final String SIGNATURES = START + "signature";

  private ReplacedKeys() {}

  /**
   * Checks what beans of the application replace.
   *
   * @throws JwtConfigurationException if a property is set that would be read without them
   */
  static void refuse(Environment environment, ListableBeanFactory beans) {
    Binder binder = Binder.get(environment);
    boolean hasProofs = has(beans, JwtValidationAutoConfiguration.PossessionConfiguration.class);
    if (has(beans, TokenValidator.class)
        && !has(beans, JwtValidationAutoConfiguration.ValidatorConfiguration.class)) {
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

  private static boolean has(ListableBeanFactory beans, Class<?> type) {
    return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false).length > 0;
  }

  private static void refuse(Binder binder, Predicate<String> isReplaced, String bean) {
    KnownKeys.names(binder)
        .filter(isReplaced)
        .filter(name -> isSet(binder, name))
        .findFirst()
        .ifPresent(name -> {
          throw new JwtConfigurationException(
              name
                  + ": set besides a bean "
                  + bean
                  + " of the application, which does not read it; remove it, or the bean");
        });
  }

  private static boolean isSet(Binder binder, String name) {
    return binder.bind(name, Bindable.of(String.class)).map(text -> !text.isBlank()).orElse(false)
        || binder.bind(name + "[0]", Bindable.of(String.class)).isBound();
  }
}
