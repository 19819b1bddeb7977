package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class NativeImageTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(NativeImageItems.class).addBuildChainCustomizer(new NativeImageItems());

  @Test
  void saysWhatAnImageNeeds() {
    assertThat(System.getProperty(NativeImageItems.PROPERTY).split(" "))
        .containsExactly(
            "class:org.jwtvalidation.ResolvedIssuers",
            "class:org.jwtvalidation.TokenPipeline",
            "class:org.jwtvalidation.TokenValidator",
            "class:org.jwtvalidation.http.AccessRule",
            "class:org.jwtvalidation.http.BearerAuthenticator",
            "class:org.jwtvalidation.http.RequestWatch",
            "class:org.jwtvalidation.http.config.ConfiguredKeys",
            "package:org.jwtvalidation.internal",
            "package:org.jwtvalidation.jfr",
            "package:org.jwtvalidation.jwk",
            "package:org.jwtvalidation.keysource",
            "package:org.jwtvalidation.micrometer",
            "package:org.jwtvalidation.monitor",
            "package:org.jwtvalidation.redis",
            "resource:org/jwtvalidation/jfr/jwt-validation.jfc",
            "tls:jwt-validation");
    assertThat(getClass().getClassLoader().getResource(NativeImage.FLIGHT_RECORDER_SETTINGS))
        .isNotNull();
  }
}
