// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;

/**
 * The challenges of this service in place of those of Spring Security: with the realm, metadata,
 * scopes and schemes of the configuration, and with nothing that is made of the request.
 */
final class ServiceChallenges {

  private static final String REALM = "realm";
  private static final String METADATA = "resource_metadata";

  private final BearerAuthenticator authenticator;
  private final FrameworkAuthenticator refusals;
  private final boolean hasRealm;

  /** To requests without a token whose rule is not known. */
  private final List<Challenge> offered;

  /**
   * The challenges of an authenticator.
   *
   * @param hasRealm whether its realm stands in place of one that a filter chain names
   */
  ServiceChallenges(BearerAuthenticator authenticator, boolean hasRealm) {
    this.authenticator = authenticator;
    this.refusals = FrameworkAuthenticator.of(authenticator);
    this.hasRealm = hasRealm;
    this.offered = offered(AccessRule.anyToken());
  }

  @Nullable ProofOfPossession possession() {
    return refusals.proofOfPossession();
  }

  private List<Challenge> offered(AccessRule rule) {
    return refusals.missingToken(rule).challenges().stream()
        .map(each -> Objects.requireNonNull(Challenge.of(each)))
        .toList();
  }

  /**
   * The challenges in place of one that Spring Security sends.
   *
   * @param exchange what is known of the proof, or null if none are checked
   * @param denied why the request is denied, or null if that is not known
   */
  List<String> inPlaceOf(String text, @Nullable ProofExchange exchange, @Nullable Denial denied) {
    ProofAnswer refusal = exchange == null ? null : exchange.refusal();
    boolean isSentAsDpop = exchange != null && exchange.isSentAsDpop();
    if (refusal != null) {
      return refusals.refused(refusal, isSentAsDpop) instanceof Challenged answer
          ? answer.challenges()
          : List.of();
    }
    Challenge theirs = Challenge.of(text);
    if (theirs == null) {
      return List.of(text);
    }
    List<Challenge> ours = denied == null ? offered : offered(denied.rule());
    if (theirs.isOf(Challenge.DPOP)) {
      // Of a chain that checks proofs itself, by algorithms of its own.
      return List.of(merged(ours.get(0), theirs, true, denied).toString());
    }
    List<String> challenges = new ArrayList<>(ours.size());
    for (Challenge each : ours) {
      boolean isUsed = ours.size() == 1 || each.isOf(Challenge.DPOP) == isSentAsDpop;
      challenges.add(merged(each, theirs, isUsed, denied).toString());
    }
    return challenges;
  }

  /**
   * One of ours that says what theirs says.
   *
   * @param isUsed whether it has the scheme of the request, so that it tells the error
   */
  private Challenge merged(
      Challenge ours, Challenge theirs, boolean isUsed, @Nullable Denial denied) {
    Map<String, String> parameters = new LinkedHashMap<>(ours.parameters());
    String scope = parameters.remove(Challenge.SCOPE);
    String realm = theirs.parameters().get(REALM);
    if (realm != null && !hasRealm) {
      parameters.put(REALM, realm);
    }
    if (isUsed) {
      theirs
          .parameters()
          .forEach((name, value) -> {
            if (!name.equals(REALM) && !name.equals(METADATA)) {
              parameters.put(name, value);
            }
          });
    }
    boolean isWanted = theirs.isForAToken() || (isUsed && denied != null);
    if (scope != null && isWanted && !parameters.containsKey(Challenge.SCOPE)) {
      parameters.put(Challenge.SCOPE, scope);
    }
    return new Challenge(theirs.isOf(Challenge.DPOP) ? theirs.scheme() : ours.scheme(), parameters);
  }

  /** What to answer to a token that a handler has refused. */
  Challenged refusal(BearerRequest request, InsufficientTokenException failure) {
    return authenticator.refusal(request, failure);
  }
}
