// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Provider;
import java.security.Security;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.tables.RsaVerification;
import org.jwtvalidation.vectors.Numbers;
import org.jwtvalidation.vectors.VectorManifest;
import org.jwtvalidation.vectors.WycheproofFile;

/**
 * The signature tests of Wycheproof, verified by a table of the key's multiples, by the JDK, and by
 * bcprov. The answers are those of the manifest.
 */
@Tag("slow")
class WycheproofVectorTest {

  private static final int JAVA = Runtime.version().feature();

  @ParameterizedTest
  @ValueSource(strings = {"ecdsa_secp256r1_sha256_p1363", "ed25519"})
  void answersTheSameByTable(String file) {
    assertThat(
            WycheproofFile.signatures(
                path(file), key -> TabledKey.of(SignaturePolicy.fastest().verifier(key))))
        .isEqualTo(expected(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rsa_signature_2048_sha256",
        "rsa_signature_2048_sha384",
        "rsa_signature_2048_sha512",
        "rsa_pss_2048_sha256_mgf1_32",
        "rsa_pss_2048_sha384_mgf1_48",
        "rsa_pss_4096_sha512_mgf1_64"
      })
  void answersTheSameByTableOfPowers(String file) {
    assertThat(
            WycheproofFile.signatures(
                path(file),
                key ->
                    new SignatureVerifier(
                        key, RsaVerification.byTable(key.algorithm().joseName(), key.publicKey()))))
        .isEqualTo(expected(file));
    assertThat(WycheproofFile.signatures(path(file), SignaturePolicy.fastest()::verifier))
        .isEqualTo(expected(file));
  }

  /**
   * Both also take a DigestInfo without NULL, which the labels leave open. SunEC before JDK 25
   * refuses two signatures a curve: those whose point has an x-coordinate from the group order on.
   */
  @ParameterizedTest
  @CsvSource({
    "ecdsa_secp256r1_sha256_p1363, SunEC, , '115,257'",
    "ecdsa_secp384r1_sha384_p1363, SunEC, , '147,275'",
    "ecdsa_secp521r1_sha512_p1363, SunEC, , '184,313'",
    "ed25519, SunEC, , ",
    "rsa_signature_2048_sha256, SunRsaSign, 8, ",
    "rsa_signature_2048_sha384, SunRsaSign, 8, ",
    "rsa_signature_2048_sha512, SunRsaSign, 8, ",
    "rsa_pss_2048_sha256_mgf1_32, SunRsaSign, , ",
    "rsa_pss_2048_sha384_mgf1_48, SunRsaSign, , ",
    "rsa_pss_4096_sha512_mgf1_64, SunRsaSign, , ",
    "ecdsa_secp256r1_sha256_p1363, BC, , ",
    "ecdsa_secp384r1_sha384_p1363, BC, , ",
    "ecdsa_secp521r1_sha512_p1363, BC, , ",
    "ed25519, BC, , ",
    "rsa_signature_2048_sha256, BC, 8, ",
    "rsa_signature_2048_sha384, BC, 8, ",
    "rsa_signature_2048_sha512, BC, 8, ",
    "rsa_pss_2048_sha256_mgf1_32, BC, , ",
    "rsa_pss_2048_sha384_mgf1_48, BC, , ",
    "rsa_pss_4096_sha512_mgf1_64, BC, , "
  })
  void answersTheSameByEachProviderButForFew(
      String file, String name, @Nullable String alsoVerified, @Nullable String refusedBefore25) {
    Map<String, String> expected = expected(file);
    SortedSet<Long> verified = Numbers.parse(expected.get("verifies"));
    if (alsoVerified != null) {
      verified.addAll(Numbers.parse(alsoVerified));
    }
    if (refusedBefore25 != null && JAVA < 25) {
      verified.removeAll(Numbers.parse(refusedBefore25));
      expected.put("unlike", refusedBefore25);
    }
    expected.put("verifies", Numbers.format(verified));
    Provider provider = name.equals("BC") ? SigningKey.BCPROV : Security.getProvider(name);
    assertThat(WycheproofFile.signatures(path(file), SignaturePolicy.provider(provider)::verifier))
        .isEqualTo(expected);
  }

  private static String path(String file) {
    return "wycheproof/" + file + "_test.json";
  }

  private static Map<String, String> expected(String file) {
    return VectorManifest.answersOnNewestJdk(path(file));
  }
}
