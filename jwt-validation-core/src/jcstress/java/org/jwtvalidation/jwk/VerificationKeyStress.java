// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.security.PublicKey;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Which verifiers two threads get that are the first to ask for a key's. */
final class VerificationKeyStress {

  private static final PublicKey KEY = StressKeys.set("k").keys().get(0).publicKey();

  private VerificationKeyStress() {}

  /** Do both get the same verifier, and is it the one that the key keeps? */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One verifier, for both and for good.")
  @State
  public static class AskForVerifierTogether {

    private final VerificationKey key = VerificationKey.of("k", SignatureAlgorithm.RS256, KEY);

    private SignatureVerifier ofOne;
    private SignatureVerifier ofOther;

    @Actor
    public void one() {
      ofOne = SignaturePolicy.fastest().verifier(key);
    }

    @Actor
    public void other() {
      ofOther = SignaturePolicy.fastest().verifier(key);
    }

    @Arbiter
    public void after(ZZ_Result r) {
      r.r1 = ofOne == ofOther;
      r.r2 = ofOne == SignaturePolicy.fastest().verifier(key);
    }
  }
}
