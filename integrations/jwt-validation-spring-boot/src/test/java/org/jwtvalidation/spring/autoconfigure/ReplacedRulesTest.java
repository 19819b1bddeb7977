// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.spring.ValidatingJwtDecoder;
import org.jwtvalidation.spring.ValidatingReactiveJwtDecoder;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import reactor.core.publisher.Mono;

/** Rules that a bean of the application would take out of force. */
@Tag("jdk-independent")
@Timeout(300)
class ReplacedRulesTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final String SPRING = "spring.security.oauth2.resourceserver.jwt.";
  private static final String ISSUER_URI = SPRING + "issuer-uri=https://issuer.example";
  private static final String AUDIENCES = SPRING + "audiences=other";
  private static final String ALGORITHMS = SPRING + "jws-algorithms=RS512";
  private static final String PUBLIC_KEY = SPRING + "public-key-location=classpath:key.pem";

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  JwtValidationAutoConfiguration.class, JwtDecoderAutoConfiguration.class));
  private final ApplicationContextRunner ofValidator =
      empty.withBean("own", TokenValidator.class, () -> ISSUER.validator().build());
  private final ApplicationContextRunner ofResolver =
      empty.withBean(IssuerResolver.class, () -> issuer -> null);

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  private static void assertRefused(ApplicationContextRunner runner, String key, String... parts) {
    runner.run(context -> {
      assertThat(context).as(key).hasFailed();
      assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
          .isInstanceOf(JwtConfigurationException.class)
          .hasMessageStartingWith(key + ": ")
          .hasMessageContainingAll(parts);
    });
  }

  @Test
  void ofSpringBootAreRefusedBesideAValidator() {
    String[] parts = {"bean TokenValidator", "; remove it, or the bean"};
    assertRefused(
        ofValidator.withPropertyValues(ISSUER_URI, AUDIENCES, ALGORITHMS),
        SPRING + "issuer-uri",
        parts);
    assertRefused(ofValidator.withPropertyValues(ISSUER_URI), SPRING + "issuer-uri", parts);
    assertRefused(ofValidator.withPropertyValues(AUDIENCES), SPRING + "audiences", parts);
    assertRefused(ofValidator.withPropertyValues(ALGORITHMS), SPRING + "jws-algorithms", parts);
    assertRefused(
        ofValidator.withPropertyValues(PUBLIC_KEY), SPRING + "public-key-location", parts);
  }

  @Test
  void ofSpringBootAreRefusedBesideAResolverAlone() {
    String[] parts = {"bean IssuerResolver", "; set issuer-uri, too, or remove it"};
    assertRefused(ofResolver.withPropertyValues(AUDIENCES), SPRING + "audiences", parts);
    assertRefused(ofResolver.withPropertyValues(ALGORITHMS), SPRING + "jws-algorithms", parts);
    ofResolver
        .withPropertyValues(ISSUER_URI, AUDIENCES)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void ofItsDecoderAreRefusedBesideOurs() {
    String[] parts = {"decoder of Spring Boot", "keys.file"};
    for (ApplicationContextRunner runner :
        new ApplicationContextRunner[] {
          ofResolver, empty.withPropertyValues(ISSUER_URI, AUDIENCES)
        }) {
      assertRefused(runner.withPropertyValues(PUBLIC_KEY), SPRING + "public-key-location", parts);
    }
  }

  @Test
  void ofSpringBootAreReadByADecoderOfTheApplication() {
    ofValidator
        .withBean(
            "decoder", JwtDecoder.class, () -> new ValidatingJwtDecoder(ISSUER.validator().build()))
        .withPropertyValues(ISSUER_URI)
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .as("an issuer that is nobody's needs no audience")
                .hasSingleBean(ServiceAnswers.class));
  }

  @Test
  void ofBeansAreRefusedBesideAValidator() {
    assertRefused(
        ofValidator.withBean("checks", IssuerCustomizer.class, () -> (name, issuer) -> {}),
        "bean checks",
        "IssuerCustomizer",
        "TokenValidator",
        "; ");
    assertRefused(
        ofValidator.withBean("tenants", IssuerResolver.class, () -> issuer -> null),
        "bean tenants",
        "IssuerResolver",
        "TokenValidator",
        "; ");
  }

  @Test
  void ofSpringBootAreInForceBesideADecoderOfTheOtherStack() {
    AutoConfigurations all =
        AutoConfigurations.of(
            JwtValidationAutoConfiguration.class, JwtDecoderAutoConfiguration.class);
    String[] properties = {
      ISSUER_URI, SPRING + "audiences=orders-api", "jwt-validation.protection=own"
    };
    ReactiveJwtDecoder reactive = token -> Mono.empty();
    JwtDecoder blocking = token -> null;
    new WebApplicationContextRunner()
        .withConfiguration(all)
        .withPropertyValues(properties)
        .withBean("messages", ReactiveJwtDecoder.class, () -> reactive)
        .run(context ->
            assertThat(context)
                .hasSingleBean(ValidatingJwtDecoder.class)
                .doesNotHaveBean(ValidatingReactiveJwtDecoder.class));
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(all)
        .withPropertyValues(properties)
        .withBean("jobs", JwtDecoder.class, () -> blocking)
        .run(context ->
            assertThat(context)
                .hasSingleBean(ValidatingReactiveJwtDecoder.class)
                .doesNotHaveBean(ValidatingJwtDecoder.class));
    new WebApplicationContextRunner()
        .withConfiguration(all)
        .withPropertyValues(SPRING + "audiences=orders-api")
        .withBean("own", JwtDecoder.class, () -> blocking)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TokenValidator.class));
  }

  @Test
  void ofOursAreRefusedBesideADecoderWithoutAValidator() {
    JwtDecoder own = token -> null;
    ReactiveJwtDecoder reactive = token -> Mono.empty();
    ApplicationContextRunner ofDecoder =
        empty.withPropertyValues(ISSUER_URI).withBean("own", JwtDecoder.class, () -> own);
    for (String key :
        List.of(
            "jwt-validation.cache-size=10",
            "jwt-validation.challenge-scopes=orders:read",
            "jwt-validation.realm=orders",
            "jwt-validation.resource.url=https://api.example",
            "jwt-validation.pop.mutual-tls=true",
            "jwt-validation.pop.dpop.public-base=https://api.example")) {
      String name = key.substring(0, key.indexOf('='));
      assertRefused(ofDecoder.withPropertyValues(key), name, "own", "; remove it, or");
      assertRefused(
          empty.withPropertyValues(key).withBean("own", ReactiveJwtDecoder.class, () -> reactive),
          name,
          "own",
          "; remove it, or");
    }
    ofDecoder
        .withPropertyValues(
            "jwt-validation.enabled=true",
            "jwt-validation.protection=own",
            "jwt-validation.max-training=0s")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void ofProofsAreReadForADecoderOfThisLibrary() {
    empty
        .withPropertyValues("jwt-validation.pop.dpop.public-base=https://api.example")
        .withBean(
            "own", JwtDecoder.class, () -> new ValidatingJwtDecoder(ISSUER.validator().build()))
        .run(context -> assertThat(context).hasSingleBean(ProofOfPossession.class));
  }
}
