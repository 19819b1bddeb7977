package org.jwtvalidation.http.pop;

import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * Remembers the proofs that were used, so that each is accepted once (RFC 9449 section 11.1). The
 * services of one deployment share a store, or a proof can be used once at each of them.
 * Implementations are thread-safe.
 */
public interface ReplayStore {

  /**
   * Remembers a proof and tells whether it was new. Of several calls with equal keys, concurrent or
   * not, at one service or at several, exactly one is told that it was the first, until the instant
   * has passed. Call it last, when everything else about the proof is known to be right.
   *
   * <p>Never blocks. The stage may complete on a thread of the store; what depends on it should not
   * block either. {@link ProofOfPossession} goes on on threads of the library.
   *
   * @param key the proof
   * @param until when the proof will be too old to be accepted; the store forgets it afterwards
   * @return a stage with true for the first use and false for every other. It completes with {@link
   *     TooManyProofsException} if the client has used more proofs than it may, and with any other
   *     exception, usually {@link ReplayStoreException}, if the store cannot tell: then the proof
   *     must not be accepted, but may be good
   */
  CompletionStage<Boolean> firstUse(ReplayKey key, Instant until);

  /**
   * Creates a store for one service, with the defaults of {@link InMemoryReplayStore}.
   *
   * @return a new, empty store
   */
  static ReplayStore inMemory() {
    return InMemoryReplayStore.builder().build();
  }
}
