// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class DevIssuerUnneededTest {

  @RegisterExtension static final QuarkusUnitTest APPLICATION = Application.orders();

  @Test
  void isNotStartedBesideAConfiguredIssuer() {
    Config config = ConfigProvider.getConfig();
    assertThat(config.getOptionalValue("jwt-validation.issuers.shop.url", String.class))
        .isPresent();
    assertThat(config.getOptionalValue("jwt-validation.issuers.dev.url", String.class)).isEmpty();
  }
}
