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
            "class:org.jwtvalidation.http.config.DpopOptions$Rows",
            "class:org.jwtvalidation.http.config.IssuerOptions$Rows",
            "class:org.jwtvalidation.http.config.KeySourceOptions$Rows",
            "class:org.jwtvalidation.http.config.LimitsOptions$Rows",
            "class:org.jwtvalidation.http.config.ResourceOptions$Rows",
            "class:org.jwtvalidation.http.config.ResourceServerOptions$Rows",
            "class:org.jwtvalidation.http.config.RolesOptions$Rows",
            "methods:org.jwtvalidation.quarkus.JwtValidationConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationDpopConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationIssuerConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationKeysConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationLimitsConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationPopConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationResourceConfig",
            "methods:org.jwtvalidation.quarkus.JwtValidationRolesConfig",
            "package:org.jwtvalidation.internal",
            "package:org.jwtvalidation.jfr",
            "package:org.jwtvalidation.jwk",
            "package:org.jwtvalidation.keysource",
            "package:org.jwtvalidation.micrometer",
            "package:org.jwtvalidation.monitor",
            "package:org.jwtvalidation.redis",
            "proxy:org.jwtvalidation.http.config.DpopOptions",
            "proxy:org.jwtvalidation.http.config.IssuerOptions",
            "proxy:org.jwtvalidation.http.config.KeySourceOptions",
            "proxy:org.jwtvalidation.http.config.LimitsOptions",
            "proxy:org.jwtvalidation.http.config.PopOptions",
            "proxy:org.jwtvalidation.http.config.ResourceOptions",
            "proxy:org.jwtvalidation.http.config.ResourceServerOptions",
            "proxy:org.jwtvalidation.http.config.RolesOptions",
            "resource:org/jwtvalidation/jfr/jwt-validation.jfc",
            "tls:jwt-validation");
    assertThat(getClass().getClassLoader().getResource(NativeImage.FLIGHT_RECORDER_SETTINGS))
        .isNotNull();
  }
}
