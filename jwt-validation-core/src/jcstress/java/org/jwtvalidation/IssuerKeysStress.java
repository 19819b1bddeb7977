package org.jwtvalidation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import java.util.Set;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.StressKeys;
import org.jwtvalidation.jwk.VerificationKey;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What becomes of keys that two threads bind to a provider at once. */
final class TrustedIssuerStress {

  private static final JwkSet KEYS = StressKeys.set("k");
  private static final CredulousProvider PROVIDER = new CredulousProvider();
  private static final JoseHeader HEADER = new JoseHeader(Set.of(SignatureAlgorithm.RS256), "k");

  private TrustedIssuerStress() {}

  /** Does the issuer hold a key in the end that it has given to a thread? */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Bound once.")
  @Outcome(
      id = {"true, false", "false, true"},
      expect = ACCEPTABLE_INTERESTING,
      desc = "Bound twice: what one key verified is validated once more.")
  @State
  public static class BindTogether {

    private final TrustedIssuer issuer =
        new TrustedIssuer(
            IssuerConfig.builder("https://issuer.example")
                .audience("api")
                .keySource(() -> KEYS)
                .build(),
            TokenLimits.defaults(),
            set -> set.using(PROVIDER));

    private VerificationKey ofOne;
    private VerificationKey ofOther;

    @Actor
    public void one() {
      ofOne = issuer.resolveKey(HEADER);
    }

    @Actor
    public void other() {
      ofOther = issuer.resolveKey(HEADER);
    }

    @Arbiter
    public void after(ZZ_Result r) {
      r.r1 = issuer.holds(ofOne);
      r.r2 = issuer.holds(ofOther);
    }
  }
}
