// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.jwtvalidation.CredulousProvider;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.StressKeys;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

/** How many threads a {@link VerificationGate} lets in. */
final class VerificationGateStress {

  private static final JwkSet KEYS = StressKeys.set("k");
  private static final CompactJws JWS = CredulousProvider.jws();

  private VerificationGateStress() {}

  /** Does a gate for one let two in at once, or one of them not at all? */
  @JCStressTest
  @Outcome(id = "1, true, true", expect = ACCEPTABLE, desc = "One after the other.")
  @State
  public static class EnterTogether {

    private final CredulousProvider provider = new CredulousProvider();
    private final SignatureVerifier verifier = provider.verifier(KEYS);
    private final VerificationGate gate = new VerificationGate(1);

    private boolean isVerified() {
      try {
        return gate.verify(JWS, verifier).key().equals(verifier.key());
      } catch (RuleViolation e) {
        return false;
      }
    }

    @Actor
    public void one(IZZ_Result r) {
      r.r2 = isVerified();
    }

    @Actor
    public void other(IZZ_Result r) {
      r.r3 = isVerified();
    }

    @Arbiter
    public void after(IZZ_Result r) {
      r.r1 = provider.mostAtOnce();
    }
  }
}
