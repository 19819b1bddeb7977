// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.providers;

import java.util.stream.Stream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.BesideBareVerification;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;

/**
 * How much faster is a validation with another provider? A row for the whole validation without a
 * cache by a validator with a {@code SignaturePolicy}, and one for the bare verification.
 */
@Fork(value = 3, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class ProviderBenchmark extends BesideBareVerification {

  /**
   * The provider and the algorithm. These run everywhere; {@link #available()} adds the others
   * where they run.
   */
  @Param({"JDK_RS256", "BC_RS256", "JDK_ES256", "BC_ES256", "JDK_ED25519", "BC_ED25519"})
  public Offer offer = Offer.JDK_RS256;

  /** {@return all values of {@link #offer} that this machine can measure} */
  @ValuesOf("offer")
  public static String[] available() {
    return Stream.of(Offer.values())
        .filter(Offer::isAvailable)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  @Override
  protected TestKey key() {
    return TestKey.generate(offer.algorithm(), "key");
  }

  @Override
  protected SignatureVerifier bare(VerificationKey key) {
    return SignaturePolicy.provider(offer.provider()).verifier(key);
  }

  @Override
  protected TokenValidator.Builder configured(TokenValidator.Builder builder) {
    return builder.signaturePolicy(SignaturePolicy.provider(offer.provider()));
  }
}
