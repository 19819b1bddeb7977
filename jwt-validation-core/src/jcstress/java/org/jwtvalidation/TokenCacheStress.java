// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.StressKeys;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What two threads see of a {@link TokenCache} that they use at once. Entries are told by their
 * numbers, 0 stands for none.
 */
final class TokenCacheStress {

  private static final JwkSet KEYS = StressKeys.set("first");
  private static final JwkSet NEXT_KEYS = StressKeys.set("second");

  private static final String TOKEN = "header.claims.signature-of-a-token";

  /** Only the last characters of a token are hashed. */
  private static final String OF_SAME_HASH = "header.others.signature-of-a-token";

  private static final AccessToken VALIDATED =
      CredulousProvider.accessToken("https://issuer.example", KEYS);

  private TokenCacheStress() {}

  private static TrustedIssuer issuer(Keys keys) {
    IssuerConfig config =
        IssuerConfig.builder("https://issuer.example")
            .audience("api")
            .keySource(() -> keys.current)
            .build();
    return TrustedIssuer.of(config, SignaturePolicy.fastest(), new ConfiguredTrust(config));
  }

  /** The keys of an issuer, which it may replace. */
  private static final class Keys {
    private volatile JwkSet current = KEYS;
  }

  private static final TrustedIssuer ISSUER = issuer(new Keys());

  /** An entry that the key in force has verified. */
  private static TokenCache.Entry entry(int number, TrustedIssuer issuer) {
    SignatureVerifier verifier =
        issuer.keys().fitting(null, EnumSet.allOf(SignatureAlgorithm.class)).get(0);
    return new TokenCache.Entry(VALIDATED, 0, issuer, verifier, number, Long.MAX_VALUE);
  }

  private static TokenCache.Entry entry(int number) {
    return entry(number, ISSUER);
  }

  /** The number of an entry that has come as a whole. */
  private static int number(TokenCache.@Nullable Entry found, TrustedIssuer issuer) {
    if (found == null) {
      return 0;
    }
    boolean isWhole =
        VALIDATED.equals(found.token)
            && issuer.equals(found.issuer)
            && found.verifier != null
            && found.usableUntil == Long.MAX_VALUE;
    return isWhole ? (int) found.usableFrom : -1;
  }

  private static int find(TokenCache cache, String token) {
    return number(cache.find(token, 10), ISSUER);
  }

  /** Does a thread that looks for a token find half an entry? */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Looked before it was stored.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Looked after it was stored.")
  @State
  public static class FindWhileStored {

    private final TokenCache cache = new TokenCache(2);

    @Actor
    public void store() {
      cache.store(TOKEN, entry(1));
    }

    @Actor
    public void find(II_Result r) {
      r.r1 = TokenCacheStress.find(cache, TOKEN);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = TokenCacheStress.find(cache, TOKEN);
    }
  }

  /** Is a token that two threads have validated at once there once? */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The one has stored it, maybe last.")
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "The other has.")
  @State
  public static class StoreOneTokenTwice {

    private final TokenCache cache = new TokenCache(2);

    @Actor
    public void one() {
      cache.store(TOKEN, entry(1));
    }

    @Actor
    public void other() {
      cache.store(TOKEN, entry(2));
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = find(cache, TOKEN);
      r.r2 = (int) cache.size();
    }
  }

  /** Is one of two tokens there, whoever else is at the cache, and does it count what it has? */
  @JCStressTest
  @Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "One after the other.")
  @Outcome(
      id = {"1, 0, 1", "0, 2, 1"},
      expect = ACCEPTABLE_INTERESTING,
      desc = "One left its token out rather than wait.")
  @State
  public static class StoreTwoTokens {

    private final TokenCache cache = new TokenCache(4);

    @Actor
    public void one() {
      cache.store("one." + TOKEN, entry(1));
    }

    @Actor
    public void other() {
      cache.store(TOKEN + ".other", entry(2));
    }

    @Arbiter
    public void after(III_Result r) {
      r.r1 = find(cache, "one." + TOKEN);
      r.r2 = find(cache, TOKEN + ".other");
      r.r3 = (int) cache.size();
    }
  }

  /** Does a token ever get the entry of another one that has the same hash? */
  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Each has found its own.")
  @Outcome(
      id = {"1, 0", "0, 2"},
      expect = ACCEPTABLE_INTERESTING,
      desc = "One left its token out rather than wait.")
  @State
  public static class StoreTwoTokensOfOneHash {

    private final TokenCache cache = new TokenCache(4);

    @Actor
    public void one(II_Result r) {
      cache.store(TOKEN, entry(1));
      r.r1 = find(cache, TOKEN);
    }

    @Actor
    public void other(II_Result r) {
      cache.store(OF_SAME_HASH, entry(2));
      r.r2 = find(cache, OF_SAME_HASH);
    }
  }

  /** Does a full cache stay within its bound? */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "One token, as told.")
  @State
  public static class StoreBeyondTheBound {

    private final TokenCache cache = new TokenCache(1);

    public StoreBeyondTheBound() {
      cache.store(TOKEN, entry(1));
    }

    @Actor
    public void one() {
      cache.store("one." + TOKEN, entry(2));
    }

    @Actor
    public void other() {
      cache.store("other." + TOKEN, entry(3));
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = (int) cache.size();
    }
  }

  /** Is a token ever served once its issuer has withdrawn the key? */
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "Served before the key went.")
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Refused after the key went.")
  @State
  public static class FindWhileKeyGoes {

    private final Keys keys = new Keys();
    private final TrustedIssuer issuer = issuer(keys);
    private final TokenCache cache = new TokenCache(2);

    public FindWhileKeyGoes() {
      cache.store(TOKEN, entry(1, issuer));
    }

    @Actor
    public void replaceKeys() {
      keys.current = NEXT_KEYS;
    }

    @Actor
    public void find(III_Result r) {
      r.r1 = number(cache.find(TOKEN, 10), issuer);
    }

    @Arbiter
    public void after(III_Result r) {
      r.r2 = number(cache.find(TOKEN, 10), issuer);
      r.r3 = (int) cache.size();
    }
  }

  /** Do two threads that both forget a token leave the cache as it was without it, and in order? */
  @JCStressTest
  @Outcome(id = "0, 0, 2", expect = ACCEPTABLE, desc = "Forgotten, and room for the next.")
  @State
  public static class ForgetTogether {

    private final Keys keys = new Keys();
    private final TrustedIssuer issuer = issuer(keys);
    private final TokenCache cache = new TokenCache(2);

    public ForgetTogether() {
      cache.store(TOKEN, entry(1, issuer));
      keys.current = NEXT_KEYS;
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = number(cache.find(TOKEN, 10), issuer);
    }

    @Actor
    public void other(III_Result r) {
      r.r2 = number(cache.find(TOKEN, 10), issuer);
    }

    @Arbiter
    public void after(III_Result r) {
      boolean isGone = cache.size() == 0;
      cache.store(TOKEN, entry(2, issuer));
      r.r3 = isGone ? number(cache.find(TOKEN, 10), issuer) : -1;
    }
  }

  /** Does the old entry of a token come back while a new one takes its place? */
  @JCStressTest
  @Outcome(
      id = {"0, 2", "2, 2"},
      expect = ACCEPTABLE,
      desc = "The new one is there.")
  @Outcome(
      id = "0, 0",
      expect = ACCEPTABLE_INTERESTING,
      desc = "Who forgot the old one took or kept the new one away.")
  @State
  public static class StoreWhileForgotten {

    private final Keys keys = new Keys();
    private final TrustedIssuer issuer = issuer(keys);
    private final TokenCache cache = new TokenCache(2);

    public StoreWhileForgotten() {
      cache.store(TOKEN, entry(1, issuer));
      keys.current = NEXT_KEYS;
    }

    @Actor
    public void forget(II_Result r) {
      r.r1 = number(cache.find(TOKEN, 10), issuer);
    }

    @Actor
    public void store() {
      cache.store(TOKEN, entry(2, issuer));
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = number(cache.find(TOKEN, 10), issuer);
    }
  }

  /** Does a token that is stored while the cache is closed stay in memory, or is it served? */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Cleared, whoever was first.")
  @State
  public static class CloseWhileStored {

    private final TokenCache cache = new TokenCache(2);

    @Actor
    public void close() {
      cache.close();
    }

    @Actor
    public void store() {
      cache.store(TOKEN, entry(1));
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = find(cache, TOKEN);
      r.r2 = (int) cache.size();
    }
  }
}
