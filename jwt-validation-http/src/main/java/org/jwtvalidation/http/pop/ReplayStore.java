// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jwtvalidation.token.UndecidedException;

/**
 * Remembers the proofs that were used, so that each is accepted once (RFC 9449 section 11.1). The
 * services of one deployment share a store, or a proof can be used once at each of them.
 * Implementations are thread-safe.
 */
public interface ReplayStore {

  /** What a store says of a proof. No constants will be added. */
  enum Answer {

    /** It has not been used before. */
    FIRST,

    /** It has been used before, and must not be accepted again. */
    REPLAYED,

    /**
     * Its client has used as many proofs as the store remembers of one client. Further ones are
     * refused until the earlier ones have expired; those of other clients are not affected.
     */
    TOO_MANY
  }

  /**
   * Remembers a proof and tells whether it was new. Of several calls with equal keys, concurrent or
   * not, at one service or at several, exactly one is told that it was the first, until the instant
   * has passed. Call it last, when everything else about the proof is known to be right.
   *
   * <p>Never blocks. The stage may complete on a thread of the store; what depends on it should not
   * block either. {@link ProofOfPossession} continues on threads of the library.
   *
   * @param key the proof
   * @param until when the proof will be too old to be accepted; the store forgets it afterwards
   * @return a stage with the answer. It fails, usually with an {@link UndecidedException}, if the
   *     store cannot tell: then the proof must not be accepted, but may be good
   */
  CompletionStage<Answer> remember(ReplayKey key, Instant until);
}
