// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.Set;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.StressKeys;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Which verifiers an issuer has for its keys while threads use and replace them. */
final class IssuerKeysStress {

  private static final String ISSUER = "https://issuer.example";
  private static final JwkSet BEFORE = StressKeys.set("goes", "stays");
  private static final JwkSet AFTER = StressKeys.set("comes", "stays");
  private static final SignaturePolicy POLICY = SignaturePolicy.provider(new CredulousProvider());

  private IssuerKeysStress() {}

  private static SignatureVerifier only(IssuerKeys keys, String keyId) {
    return keys.fitting(keyId, Set.of(SignatureAlgorithm.RS256)).get(0);
  }

  /** Does the issuer keep the verifier that it has given to each thread? */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both threads have the same verifier.")
  @State
  public static class ResolveTogether {

    private final IssuerKeys keys = new IssuerKeys(ISSUER, () -> BEFORE, POLICY);

    private SignatureVerifier ofOne;
    private SignatureVerifier ofOther;

    @Actor
    public void one() {
      ofOne = only(keys, "stays");
    }

    @Actor
    public void other() {
      ofOther = only(keys, "stays");
    }

    @Arbiter
    public void after(ZZ_Result r) {
      r.r1 = keys.atHand().contains(ofOne);
      r.r2 = keys.atHand().contains(ofOther);
    }
  }

  /** An issuer that has other keys by now than its verifiers are of. */
  private static final class Rotating {

    private volatile JwkSet current = BEFORE;
    private final IssuerKeys keys = new IssuerKeys(ISSUER, () -> current, POLICY);
    private final SignatureVerifier stays = only(keys, "stays");
    private final SignatureVerifier goes = only(keys, "goes");
  }

  /** Does a key that stays keep its verifier throughout, and is one that goes gone in the end? */
  @JCStressTest
  @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "Asked before.")
  @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "Asked after.")
  @State
  public static class AskWhileReplaced {

    private final Rotating issuer = new Rotating();

    @Actor
    public void replace() {
      issuer.current = AFTER;
    }

    @Actor
    public void ask(ZZZ_Result r) {
      r.r1 = issuer.keys.atHand().contains(issuer.stays);
      r.r2 = issuer.keys.atHand().contains(issuer.goes);
    }

    @Arbiter
    public void after(ZZZ_Result r) {
      r.r1 &= issuer.keys.atHand().contains(issuer.stays);
      r.r3 = issuer.keys.atHand().contains(issuer.goes);
    }
  }

  /** Do two threads that both find the keys replaced leave the verifier of the key that stays? */
  @JCStressTest
  @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "As one thread alone.")
  @State
  public static class AskTogetherOnceReplaced {

    private final Rotating issuer = new Rotating();

    public AskTogetherOnceReplaced() {
      issuer.current = AFTER;
    }

    @Actor
    public void one(ZZZ_Result r) {
      r.r1 =
          issuer.keys.atHand().contains(issuer.stays)
              && !issuer.keys.atHand().contains(issuer.goes);
    }

    @Actor
    public void other(ZZZ_Result r) {
      r.r2 = only(issuer.keys, "stays") == issuer.stays;
    }

    @Arbiter
    public void after(ZZZ_Result r) {
      r.r1 &= issuer.keys.atHand().contains(issuer.stays);
      r.r3 = issuer.keys.atHand().contains(issuer.goes);
    }
  }
}
