// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which keys a test or a profile can unset, however a framework spells the name of an issuer. */
@Tag("jdk-independent")
class EmptyKeyTest {

  private static final String[] MAY_BE_EMPTY = {"url", "preset", "own-account", "keys.jwks-uri"};

  @ParameterizedTest
  @ValueSource(strings = {".shop", ".\"my.shop\"", ".\"shop\"", "[my.shop]"})
  void mayUnsetAnIssuer(String name) {
    String issuer = ResourceServerConfiguration.PREFIX + ".issuers" + name + ".";
    for (String key : MAY_BE_EMPTY) {
      assertThat(ResourceServerConfiguration.mayBeEmpty(issuer + key)).as(issuer + key).isTrue();
    }
    assertThat(ResourceServerConfiguration.mayBeEmpty(issuer + "audience")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jwt-validation.issuers.my.shop.url",
        "jwt-validation.issuers.\"my.shop.url",
        "jwt-validation.issuers[my.shop.url",
        "jwt-validation.issuers.url",
        "jwt-validation.issuersx.shop.url",
        "issuers.shop.url"
      })
  void refusesWhatIsNoKey(String key) {
    assertThat(ResourceServerConfiguration.mayBeEmpty(key)).isFalse();
  }
}
