// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Param;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class ProvidersSuiteTest {

  private static final Set<String> JDKS_OWN = installed();

  private static Set<String> installed() {
    Set<String> names = new TreeSet<>();
    for (var provider : Security.getProviders()) {
      names.add(provider.getName());
    }
    return names;
  }

  @AfterEach
  void installsNoProvider() {
    assertThat(installed()).isEqualTo(JDKS_OWN);
  }

  static Stream<String> available() {
    return Stream.of(ProviderBenchmark.available());
  }

  @ParameterizedTest
  @MethodSource("available")
  void verifiesTokensByEachProviderInTwoWaysAndNoSignatureOfAnotherToken(Offer offer)
      throws GeneralSecurityException {
    ProviderBenchmark benchmark = new ProviderBenchmark();
    benchmark.offer = offer;
    benchmark.prepare();
    SignedToken token = benchmark.tokens().all().get(0);
    byte[] another = benchmark.tokens().all().get(1).signature();

    assertThat(benchmark.raw()).isTrue();
    assertThat(benchmark.validate().algorithm()).isEqualTo(offer.algorithm());
    assertThat(benchmark.bare().verify(token.octets(), token.signingInputLength(), another))
        .isFalse();
  }

  @Test
  void findsEs256OfConscryptInDerOnly() {
    var conscrypt = CryptoProvider.CONSCRYPT.load(SignatureAlgorithm.ES256);
    assumeTrue(
        conscrypt != null, "no library of Conscrypt for this system: use Linux, macOS or Windows");

    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, "key");
    assertThat(conscrypt.getService("Signature", "SHA256withECDSA")).isNotNull();
    SignaturePolicy byConscrypt = SignaturePolicy.provider(conscrypt);
    assertThatThrownBy(() -> byConscrypt.verifier(key.verificationKey()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ES256");
  }

  @Test
  void listsPortableRowsAndAddsTheOthers() throws NoSuchFieldException {
    Param listed = ProviderBenchmark.class.getField("offer").getAnnotation(Param.class);

    assertThat(available()).contains(listed.value());
    assertThat(listed.value()).allMatch(name -> name.startsWith("JDK_") || name.startsWith("BC_"));
  }
}
