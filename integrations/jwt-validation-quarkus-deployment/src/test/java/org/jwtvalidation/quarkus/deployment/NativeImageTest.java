// SPDX-License-Identifier: Apache-2.0
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
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationConfig$LimitsConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationIssuerConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationIssuerConfig$RolesConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationKeysConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationPopConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationPopConfig$DpopConfig",
            "methods:org.jwtvalidation.quarkus.runtime.JwtValidationResourceConfig",
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
