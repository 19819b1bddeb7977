// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.jwtvalidation.keysource.FetchScene.json;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.StressKeys;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Which keys a thread sees while another one replaces them. */
final class KeysInForceStress {

  private static final KeyFetcher.Response BEFORE = json(StressKeys.document("goes", "stays"));
  private static final KeyFetcher.Response AFTER = json(StressKeys.document("comes", "stays"));

  private KeysInForceStress() {}

  /** A source whose endpoint has other keys by now than it has. */
  private static final class Rotated {

    private final FetchScene scene = new FetchScene(BEFORE);
    private final HttpKeySource source = scene.opened(scene.jwks());
    private final JwkSet before = Waiting.jwkSet(source);

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
      var unused = Waiting.refreshed(rotated.source, rotated.before);
    }

    @Actor
    public void read(LL_Result r) {
      r.r1 = StressKeys.keyIds(Waiting.jwkSet(rotated.source));
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = StressKeys.keyIds(Waiting.jwkSet(rotated.source));
    }
  }
}
