// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Which header two threads find that use {@link KnownHeaders} at once. */
final class KnownHeadersStress {

  private static final byte[] ONE = "header-of-one".getBytes(US_ASCII);

  /** Belongs at the same place, whatever power of two up to 65,536 the places are. */
  private static final byte[] OTHER = atThePlaceOf(ONE);

  private KnownHeadersStress() {}

  private static byte[] atThePlaceOf(byte[] text) {
    return IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> ("header-" + number).getBytes(US_ASCII))
        .filter(other -> ((hash(text) ^ hash(other)) & 0xffff) == 0)
        .findFirst()
        .orElseThrow();
  }

  private static int hash(byte[] text) {
    CRC32C hash = new CRC32C();
    hash.update(text);
    return (int) hash.getValue();
  }

  private static void add(KnownHeaders headers, byte[] text, String keyId) {
    Map<String, @Nullable Object> header = new HashMap<>();
    header.put("alg", "RS256");
    header.put("kid", keyId);
    headers.add(text, text.length, header);
  }

  private static String find(KnownHeaders headers, byte[] text) {
    Map<String, @Nullable Object> header = headers.find(text, text.length);
    return header == null ? "none" : header.size() + " " + header.get("kid");
  }

  /** Does a thread that looks for a header find half of it? */
  @JCStressTest
  @Outcome(id = "none, 2 one", expect = ACCEPTABLE, desc = "Looked before it was added.")
  @Outcome(id = "2 one, 2 one", expect = ACCEPTABLE, desc = "Looked after it was added.")
  @State
  public static class FindWhileAdded {

    private final KnownHeaders headers = new KnownHeaders();

    @Actor
    public void add() {
      KnownHeadersStress.add(headers, ONE, "one");
    }

    @Actor
    public void find(LL_Result r) {
      r.r1 = KnownHeadersStress.find(headers, ONE);
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = KnownHeadersStress.find(headers, ONE);
    }
  }

  /** Does a header that contends for its place ever come as the other one? */
  @JCStressTest
  @Outcome(id = "2 one, 2 other", expect = ACCEPTABLE, desc = "Each has a place.")
  @Outcome(
      id = {"2 one, none", "none, 2 other"},
      expect = ACCEPTABLE_INTERESTING,
      desc = "One has lost its place, and is added with the next token.")
  @State
  public static class AddAtOnePlace {

    private final KnownHeaders headers = new KnownHeaders();

    @Actor
    public void one() {
      add(headers, ONE, "one");
    }

    @Actor
    public void other() {
      add(headers, OTHER, "other");
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r1 = find(headers, ONE);
      r.r2 = find(headers, OTHER);
    }
  }
}
