// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.CuratedApplicationShutdownBuildItem;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.deployment.dev.devservices.DevServicesConfig;
import io.quarkus.dev.spi.DevModeType;
import io.quarkus.runtime.LaunchMode;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.quarkus.runtime.JwtValidationBeans;
import org.jwtvalidation.testkit.TestIssuer;

@Tag("jdk-independent")
class DevIssuerServiceTest {

  private static final LaunchModeBuildItem LOCAL =
      launch(LaunchMode.DEVELOPMENT, Optional.of(DevModeType.LOCAL));

  private static LaunchModeBuildItem launch(LaunchMode mode, Optional<DevModeType> type) {
    return new LaunchModeBuildItem(mode, type, false, Optional.empty(), false);
  }

  /** One build of an application, of which dev mode makes another after each change. */
  private static List<DevServicesResultBuildItem> build(
      LaunchModeBuildItem launch,
      QuarkusClassLoader application,
      boolean first,
      Class<?>... classes)
      throws IOException {
    IndexView index = Index.of(classes);
    List<DevServicesResultBuildItem> services = new ArrayList<>();
    new DevIssuerService()
        .start(
            launch,
            new CombinedIndexBuildItem(index, index),
            new CuratedApplicationShutdownBuildItem(application, first),
            services::add,
            tokens -> {});
    return services;
  }

  private static QuarkusClassLoader application() {
    return QuarkusClassLoader.builder(
            "application", DevIssuerServiceTest.class.getClassLoader(), false)
        .build();
  }

  @Test
  void keepsTheIssuerOverHotReloadsAndClosesItAtTheEnd() throws Exception {
    QuarkusClassLoader application = application();
    Map<String, String> started = build(LOCAL, application, true).get(0).getConfig();
    assertThat(started)
        .containsEntry("jwt-validation.issuers.dev.audience", "dev")
        .containsEntry("jwt-validation.issuers.dev.keys.allow-loopback-http", "true")
        .hasSize(3);
    assertThat(build(LOCAL, application, false).get(0).getConfig()).isEqualTo(started);
    URI issuer = URI.create(started.get("jwt-validation.issuers.dev.url"));
    new Socket(issuer.getHost(), issuer.getPort()).close();
    application.close();
    assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(() -> new Socket(issuer.getHost(), issuer.getPort()));
    try (QuarkusClassLoader next = application()) {
      assertThat(build(LOCAL, next, true)).hasSize(1);
    }
  }

  /** Beans as an application may have them, of which only the class files are read. */
  public static final class FieldProducer {

    @Produces public IssuerResolver field;
  }

  public static final class MethodProducer {

    @Produces
    public TokenValidator method() {
      return TestIssuer.offline("https://issuer.example").validator().build();
    }
  }

  public abstract static class Resolver implements IssuerResolver {}

  @Test
  void isNotStartedForAnApplicationThatSaysInCodeWhomItTrusts() throws IOException {
    try (QuarkusClassLoader application = application()) {
      for (Class<?> bean : List.of(FieldProducer.class, MethodProducer.class, Resolver.class)) {
        assertThat(build(LOCAL, application, true, bean)).as(bean.getName()).isEmpty();
      }
      assertThat(build(LOCAL, application, true, JwtValidationBeans.class, Orders.class))
          .hasSize(1);
    }
  }

  @Test
  void isNotStartedForAnApplicationOnAnotherMachine() throws IOException {
    for (DevModeType type : DevModeType.values()) {
      try (QuarkusClassLoader application = application()) {
        LaunchModeBuildItem launch = launch(LaunchMode.DEVELOPMENT, Optional.of(type));
        assertThat(build(launch, application, true)).hasSize(type == DevModeType.LOCAL ? 1 : 0);
      }
    }
  }

  private record AllServices(boolean enabled) implements DevServicesConfig {

    @Override
    public boolean launchOnSharedNetwork() {
      return false;
    }

    @Override
    public Optional<Duration> timeout() {
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DEVELOPMENT, true,  true,  true",
    "TEST,        true,  true,  true",
    "TEST,        false, true,  false",
    "TEST,        true,  false, false",
    "NORMAL,      true,  true,  false",
    "RUN,         true,  true,  false",
  })
  void isAllowedInDevAndTestModeOnly(
      LaunchMode mode, boolean services, boolean own, boolean expected) {
    assertThat(new DevIssuerAllowed(mode, new AllServices(services), () -> own).getAsBoolean())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jwt-validation.issuers.shop.url",
        "jwt-validation.issuers.\"my.shop\".preset",
        "JWT_VALIDATION_ISSUERS_SHOP_URL"
      })
  void findsIssuers(String property) {
    assertThat(DevIssuerService.hasIssuer(List.of("quarkus.http.port", property))).isTrue();
  }

  @Test
  void findsNoIssuerInOtherOptionsNorInThoseOfAnotherProfile() {
    assertThat(
            DevIssuerService.hasIssuer(
                List.of("jwt-validation.realm", "%prod.jwt-validation.issuers.shop.url")))
        .isFalse();
  }
}
