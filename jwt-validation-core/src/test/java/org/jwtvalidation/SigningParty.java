// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.KeyPair;
import java.security.interfaces.EdECPrivateKey;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/**
 * An issuer with a key for each of the usual algorithms, those of RSA with the same one, and two
 * verifiers of its tokens: a validator, and {@link OtherLibraries}.
 */
public final class SigningParty {

  public static final List<SignatureAlgorithm> ALGORITHMS =
      List.of(
          SignatureAlgorithm.ED25519,
          SignatureAlgorithm.RS256,
          SignatureAlgorithm.RS384,
          SignatureAlgorithm.RS512,
          SignatureAlgorithm.PS256,
          SignatureAlgorithm.PS384,
          SignatureAlgorithm.PS512,
          SignatureAlgorithm.ES256,
          SignatureAlgorithm.ES384,
          SignatureAlgorithm.ES512);

  /** The audience of access tokens, and the client of ID tokens. */
  public static final String CLIENT = "client";

  private static final int REMEMBERED = 1000;

  /** Keys with Key IDs or without, as others have them. */
  public record Published(
      IssuerConfig config, OtherLibraries forAccessTokens, OtherLibraries forIdTokens) {}

  private final String name;
  private final Map<SignatureAlgorithm, KeyPair> pairs = new EnumMap<>(SignatureAlgorithm.class);
  private final Published named;
  private final Published unnamed;

  /** Ed25519 by the JDK takes several times as long. */
  private final Ed25519Signer quickSigner = new Ed25519Signer();

  /** The last signatures, for many a token is signed again and changed only then. */
  private final Map<String, byte[]> signatures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
          return size() > REMEMBERED;
        }
      };

  public SigningParty(String name) {
    this.name = name;
    KeyPair rsa = pair(SignatureAlgorithm.RS256);
    for (SignatureAlgorithm algorithm : ALGORITHMS) {
      pairs.put(
          algorithm,
          switch (algorithm) {
            case RS256, RS384, RS512, PS256, PS384, PS512 -> rsa;
            default -> pair(algorithm);
          });
    }
    EdECPrivateKey ed25519 = (EdECPrivateKey) pairs.get(SignatureAlgorithm.ED25519).getPrivate();
    quickSigner.init(true, new Ed25519PrivateKeyParameters(ed25519.getBytes().orElseThrow()));
    this.named = publish(true);
    this.unnamed = publish(false);
  }

  private static KeyPair pair(SignatureAlgorithm algorithm) {
    TestKey key = TestKey.generate(algorithm, null);
    return new KeyPair(key.publicKey(), key.privateKey());
  }

  private Published publish(boolean withKeyIds) {
    String jwkSet =
        ALGORITHMS.stream()
            .map(algorithm -> key(algorithm, withKeyIds ? algorithm.joseName() : null).jwk())
            .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    JwkSet keys = JwkSet.parse(jwkSet);
    return new Published(
        config(keys),
        new OtherLibraries(name, TestIssuer.AUDIENCE, jwkSet, Scene.NOW),
        new OtherLibraries(name, CLIENT, jwkSet, Scene.NOW));
  }

  private IssuerConfig config(JwkSet keys) {
    return IssuerConfig.builder(name)
        .audience(TestIssuer.AUDIENCE)
        .keySource(KeySource.of(keys))
        .build();
  }

  private TestKey key(SignatureAlgorithm algorithm, @Nullable String keyId) {
    return TestKey.of(algorithm, keyId, pairs.get(algorithm));
  }

  public String name() {
    return name;
  }

  /** Each key under the name of its algorithm, or all without a Key ID. */
  public Published published(boolean withKeyIds) {
    return withKeyIds ? named : unnamed;
  }

  public byte[] sign(SignatureAlgorithm algorithm, String signingInput) {
    return signatures.computeIfAbsent(
        algorithm + signingInput, input -> signed(algorithm, signingInput.getBytes(ISO_8859_1)));
  }

  private byte[] signed(SignatureAlgorithm algorithm, byte[] signingInput) {
    if (algorithm != SignatureAlgorithm.ED25519) {
      return key(algorithm, null).sign(signingInput);
    }
    quickSigner.update(signingInput, 0, signingInput.length);
    return quickSigner.generateSignature();
  }
}
