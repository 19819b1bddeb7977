// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.spring.ValidatingJwtDecoder;
import org.jwtvalidation.spring.ValidatingReactiveJwtDecoder;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.util.ClassUtils;

/** What nothing reads, since a bean of the application is there in place of ours. */
final class ReplacedKeys {

  private static final String START = ResourceServerConfiguration.PREFIX + ".";
  private static final String POP = START + "pop.";
  private static final String SIGNATURES = START + "signature";

  private static final String DECODER = "org.springframework.security.oauth2.jwt.JwtDecoder";

  private ReplacedKeys() {}

  /**
   * Checks what beans of the application replace.
   *
   * @throws JwtConfigurationException if a property is set, or a bean there, that would be read
   *     without them
   */
  static void refuse(Environment environment, ListableBeanFactory beans) {
    boolean hasProofs = has(beans, JwtValidationAutoConfiguration.PossessionConfiguration.class);
    if (hasOwnValidator(beans)) {
      refuse(beans, IssuerCustomizer.class);
      refuse(beans, IssuerResolver.class);
      refuse(
          environment,
          name ->
              !name.startsWith(POP)
                  && !isOfAnswers(name)
                  && !isOfStart(name)
                  && !(name.startsWith(SIGNATURES) && hasProofs),
          "TokenValidator");
    }
    if (has(beans, ProofOfPossession.class) && !hasProofs) {
      refuse(environment, name -> name.startsWith(POP), "ProofOfPossession");
    }
  }

  /**
   * Checks what decoders replace where there is no validator: an application that trusts no issuer
   * of ours leaves its tokens to them. After all beans are there, since only then is it known what
   * a decoder is.
   *
   * @throws JwtConfigurationException if a property is set that no decoder reads
   */
  static void refuseBesideDecoders(Environment environment, ListableBeanFactory beans) {
    if (!ClassUtils.isPresent(DECODER, ReplacedKeys.class.getClassLoader())
        || has(beans, TokenValidator.class)) {
      return;
    }
    // No rule is lost without training, which a test issuer turns off in any case.
    List<KnownKey> unread =
        set(environment, name -> !isOfStart(name) && !name.equals(START + "max-training")).toList();
    if (unread.isEmpty()) {
      return;
    }
    Map<String, Object> decoders = new TreeMap<>();
    decoders.putAll(BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, JwtDecoder.class));
    decoders.putAll(
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, ReactiveJwtDecoder.class));
    boolean checkProofs =
        decoders.values().stream()
            .anyMatch(decoder ->
                decoder instanceof ValidatingJwtDecoder
                    || decoder instanceof ValidatingReactiveJwtDecoder);
    for (KnownKey key : unread) {
      if (!decoders.isEmpty() && !(checkProofs && key.key().startsWith(POP))) {
        throw new JwtConfigurationException(
            key
                + ": set besides the bean "
                + decoders.keySet().iterator().next()
                + ", a decoder that does not read it; remove it, or the bean");
      }
    }
  }

  /** Whether it is read without a validator. */
  private static boolean isOfStart(String name) {
    return name.equals(OnEnabled.KEY) || name.equals(Protection.KEY);
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

  private static void refuse(Environment environment, Predicate<String> isReplaced, String bean) {
    set(environment, isReplaced)
        .findFirst()
        .ifPresent(key -> {
          throw besides(key.toString(), bean);
        });
  }

  private static Stream<KnownKey> set(Environment environment, Predicate<String> isReplaced) {
    Binder binder = Binder.get(environment);
    return KnownKeys.in(environment)
        .filter(key -> isReplaced.test(key.key()))
        .filter(key -> key.isSet(binder));
  }
}
