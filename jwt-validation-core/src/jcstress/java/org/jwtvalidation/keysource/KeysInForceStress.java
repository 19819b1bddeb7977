package org.jwtvalidation.keysource;

import static org.jwtvalidation.keysource.FetchScene.json;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Which keys a thread sees while another one replaces them. */
final class KeysInForceStress {

  private static final Set<SignatureAlgorithm> RS256 = Set.of(SignatureAlgorithm.RS256);
  private static final KeyFetcher.Response BEFORE = json(StressKeys.document("goes", "stays"));
  private static final KeyFetcher.Response AFTER = json(StressKeys.document("comes", "stays"));

  private KeysInForceStress() {}

  /** A source whose endpoint has other keys by now than it has. */
  private static final class Rotated {

    private final FetchScene scene = new FetchScene(BEFORE);
    private final HttpKeySource source = scene.opened(scene.jwks());
    private final JwkSet before = source.jwkSet();

    Rotated() {
      scene.answer(AFTER);
    }
  }

  /** Does a thread ever see keys of two sets, or not all of one? */
  @JCStressTest
  @Outcome(id = "goes+stays, comes+stays", expect = ACCEPTABLE, desc = "Saw the set before.")
  @Outcome(id = "comes+stays, comes+stays", expect = ACCEPTABLE, desc = "Saw the set after.")
  @State
  public static class ReadWhileReplaced {

    private final Rotated rotated = new Rotated();

    @Actor
    public void replace() {
      var unused = rotated.source.refreshed(rotated.before);
    }

    @Actor
    public void read(LL_Result r) {
      r.r1 = StressKeys.keyIds(rotated.source.jwkSet());
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = StressKeys.keyIds(rotated.source.jwkSet());
    }
  }

  /** Is a key that stays held throughout, and one that goes in the end not? */
  @JCStressTest
  @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "Asked before.")
  @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "Asked after.")
  @State
  public static class HoldWhileReplaced {

    private final Rotated rotated = new Rotated();
    private final VerificationKey stays = rotated.before.key("stays", RS256);
    private final VerificationKey goes = rotated.before.key("goes", RS256);

    @Actor
    public void replace() {
      var unused = rotated.source.refreshed(rotated.before);
    }

    @Actor
    public void ask(ZZZ_Result r) {
      JwkSet set = rotated.source.jwkSet();
      r.r1 = set.holds(stays);
      r.r2 = set.holds(goes);
    }

    @Arbiter
    public void after(ZZZ_Result r) {
      JwkSet set = rotated.source.jwkSet();
      r.r1 &= set.holds(stays);
      r.r3 = set.holds(goes);
    }
  }
}
