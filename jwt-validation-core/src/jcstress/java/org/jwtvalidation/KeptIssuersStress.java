// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.StressKeys;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.UndecidedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What is left of an issuer that one thread forgets while another uses it. */
final class KeptIssuersStress {

  private static final String NAME = "https://issuer.example";
  private static final String OTHER_NAME = "issuer.example";
  private static final String TOKEN = "header.claims.signature-of-a-token";
  private static final JwkSet KEYS = StressKeys.set("first");

  private static final AccessToken VALIDATED = CredulousProvider.accessToken(NAME, KEYS);

  private KeptIssuersStress() {}

  private static KeptIssuers keptIssuers() {
    return new KeptIssuers(
        1, InstantSource.system(), SignaturePolicy.fastest(), new Monitors(List.of()), () -> 0);
  }

  private static IssuerConfig config(String name) {
    return IssuerConfig.builder(name).audience("api").keySource(KeySource.of(KEYS)).build();
  }

  private static TrustedIssuer keep(KeptIssuers kept, String name) {
    IssuerConfig config =
        IssuerConfig.builder(NAME)
            .issuerAliases(OTHER_NAME)
            .audience("api")
            .keySource(KeySource.of(KEYS))
            .build();
    return kept.keep(config, name, names -> false);
  }

  /** Is a token that is put into the cache meanwhile ever served afterwards? */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Whoever was first, it is not served.")
  @State
  public static class ForgetWhileStored {

    private final KeptIssuers kept = keptIssuers();
    private final TrustedIssuer issuer = keep(kept, NAME);
    private final TokenCache cache = new TokenCache(2);

    @Actor
    public void forget(ZZ_Result r) {
      r.r1 = kept.forget(OTHER_NAME, names -> {});
    }

    @Actor
    public void store() {
      cache.store(
          TOKEN,
          new TokenCache.Entry(
              VALIDATED,
              0,
              issuer,
              issuer.keys().fitting(null, Set.of(SignatureAlgorithm.RS256)).get(0),
              Long.MIN_VALUE,
              Long.MAX_VALUE));
    }

    @Arbiter
    public void after(ZZ_Result r) {
      r.r2 = cache.find(TOKEN, 10) != null;
    }
  }

  /**
   * Is an issuer that is answered by one name and forgotten by the other there by both, or none?
   */
  @JCStressTest
  @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "Answered, then forgotten.")
  @Outcome(id = "false, true, true", expect = ACCEPTABLE, desc = "Forgotten, then answered.")
  @State
  public static class ForgetWhileAnswered {

    private final KeptIssuers kept = keptIssuers();

    @Actor
    public void forget(ZZZ_Result r) {
      r.r1 = kept.forget(NAME, names -> {});
    }

    @Actor
    public void answer() {
      var unused = keep(kept, OTHER_NAME);
    }

    @Arbiter
    public void after(ZZZ_Result r) {
      r.r2 = kept.find(NAME) != null;
      r.r3 = kept.find(OTHER_NAME) != null;
    }
  }

  /** Does a validation learn in the end that its issuer was forgotten, also after it made room? */
  @JCStressTest
  @Outcome(
      id = {"false, true, false", "true, true, false"},
      expect = ACCEPTABLE,
      desc = "Asked before or after.")
  @State
  public static class ForgetWhilePushedOut {

    private final KeptIssuers kept = keptIssuers();
    private final TrustedIssuer issuer = keep(kept, NAME);

    @Actor
    public void pushOut(ZZZ_Result r) {
      var unused =
          kept.keep(config("https://next.example"), "https://next.example", names -> false);
      r.r1 = issuer.trust().isWithdrawn();
    }

    @Actor
    public void forget() {
      var unused = kept.forget(NAME, names -> {});
    }

    @Arbiter
    public void after(ZZZ_Result r) {
      r.r2 = issuer.trust().isWithdrawn();
      r.r3 = issuer.trust().lasts(10);
    }
  }

  /** Is an issuer that comes while all are let go there afterwards? */
  @JCStressTest
  @Outcome(
      id = {"true, false", "false, false"},
      expect = ACCEPTABLE,
      desc = "Came before it was closed, or was refused.")
  @State
  public static class CloseWhileAnswered {

    private final KeptIssuers kept = keptIssuers();

    @Actor
    public void close() {
      kept.close();
    }

    @Actor
    public void answer(ZZ_Result r) {
      try {
        r.r1 = keep(kept, NAME) != null;
      } catch (UndecidedException e) {
        r.r1 = false;
      }
    }

    @Arbiter
    public void after(ZZ_Result r) {
      r.r2 = kept.find(NAME) != null;
    }
  }
}
