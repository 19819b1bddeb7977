// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.credential.TokenCredential;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.quarkus.vertx.http.runtime.security.HttpCredentialTransport;
import io.quarkus.vertx.http.runtime.security.HttpSecurityUtils;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.internal.codec.AsciiSet;
import org.jwtvalidation.token.ConfirmationMethod;

/**
 * Authenticates requests by their bearer tokens, on the event loop, and without ever waiting there:
 * a request whose keys have to be fetched continues when they have arrived, and one whose proof has
 * to be recorded elsewhere when that is done.
 */
@Singleton
public class BearerMechanism implements HttpAuthenticationMechanism {

  private static final String BEARER = "Bearer";
  private static final String DPOP = "DPoP";
  private static final String AUTHORIZATION = "Authorization";
  private static final String DECIDED = Decided.class.getName();

  private record Decided(List<String> fields, CompletableFuture<BearerAnswer> answer) {}

  private final BearerAuthenticator bearer;
  private final FrameworkAuthenticator authenticator;
  private final List<String> schemes;
  private final int priority;

  BearerMechanism(BearerAuthenticator bearer) {
    this.bearer = bearer;
    this.authenticator = FrameworkAuthenticator.of(bearer);
    ProofOfPossession possession = this.authenticator.proofOfPossession();
    Set<ConfirmationMethod> methods = possession == null ? Set.of() : possession.methods();
    // Where proofs are not checked, another mechanism may do that.
    this.schemes =
        methods.contains(ConfirmationMethod.JKT) ? List.of(BEARER, DPOP) : List.of(BEARER);
    // A certificate is an identity for Quarkus, which would not ask for the token any more.
    this.priority =
        methods.contains(ConfirmationMethod.X5T_S256) ? DEFAULT_PRIORITY + 1 : DEFAULT_PRIORITY;
  }

  @Override
  public int getPriority() {
    return priority;
  }

  @Override
  public Uni<SecurityIdentity> authenticate(
      RoutingContext context, IdentityProviderManager identities) {
    List<String> fields = new RoutingContextRequest(context).headerValues(AUTHORIZATION);
    String scheme = scheme(fields);
    if (scheme == null) {
      // Another mechanism may find its own credentials; or nobody needs to be known.
      return Uni.createFrom().nullItem();
    }
    context.put(HttpAuthenticationMechanism.class.getName(), this);
    return inContextOfRequest(answer(context))
        .flatMap(decided -> {
          if (decided instanceof Authenticated authenticated) {
            addTo(context.response(), authenticated);
            String text = fields.get(0).strip().substring(scheme.length()).strip();
            AccessTokenRequest valid =
                new AccessTokenRequest(
                    authenticated.token(),
                    new TokenCredential(text, scheme.toLowerCase(Locale.ROOT)));
            return identities.authenticate(
                HttpSecurityUtils.setRoutingContextAttribute(valid, context));
          }
          return Uni.createFrom().failure(new AuthenticationFailedException());
        });
  }

  /** The scheme of the credentials, or null if it is none of this mechanism. */
  private @Nullable String scheme(List<String> fields) {
    for (String field : fields) {
      for (String scheme : schemes) {
        if (isOf(scheme, field.strip())) {
          return scheme;
        }
      }
    }
    return null;
  }

  private static boolean isOf(String scheme, String credentials) {
    boolean begins = credentials.regionMatches(true, 0, scheme, 0, scheme.length());
    return begins
        && (credentials.length() == scheme.length()
            || !AsciiSet.TCHAR.contains(credentials.charAt(scheme.length())));
  }

  /** The next nonce, which the client needs whatever becomes of its request. */
  private static void addTo(HttpServerResponse response, Authenticated answer) {
    if (!response.headWritten()) {
      answer.headers().forEach((name, values) -> response.headers().set(name, values));
      if (answer.dpopNonce() != null) {
        ExposedChallenges.of(response);
      }
    }
  }

  /** Decides once, so that a request counts once, however often Quarkus asks or routes it anew. */
  private CompletableFuture<BearerAnswer> answer(RoutingContext context) {
    RoutingContextRequest request = new RoutingContextRequest(context);
    List<String> fields = request.headerValues(AUTHORIZATION);
    @Nullable Decided before = context.get(DECIDED);
    if (before != null && before.fields.equals(fields)) {
      return before.answer;
    }
    // Known only where there is no token of ours, and the endpoint has asked for one.
    @Nullable AccessRule rule = scheme(fields) == null ? context.get(InsufficientScope.RULE) : null;
    CompletableFuture<BearerAnswer> answer =
        rule == null
            ? authenticator.authenticateAsync(request, Sufficiency.of(context))
            : bearer.authenticateAsync(request, rule);
    context.put(DECIDED, new Decided(fields, answer));
    return answer;
  }

  /**
   * What depends on an answer that comes later must not run on the thread that has fetched keys.
   */
  private static Uni<BearerAnswer> inContextOfRequest(CompletableFuture<BearerAnswer> answer) {
    Uni<BearerAnswer> uni = Uni.createFrom().completionStage(answer);
    Context context = answer.isDone() ? null : Vertx.currentContext();
    return context == null ? uni : uni.emitOn(task -> context.runOnContext(unused -> task.run()));
  }

  @Override
  public Uni<ChallengeData> getChallenge(RoutingContext context) {
    // Where there was no bearer token, it is only now known that one is missing.
    return inContextOfRequest(answer(context))
        .map(answer -> answer instanceof Refused refused ? challenge(refused, context) : null);
  }

  /**
   * What to answer to a request without a bearer token that has turned out to need one. Never
   * waits.
   *
   * @return null of a request that has a token
   */
  @Nullable Refused refusal(RoutingContext context) {
    ExposedChallenges.of(context.response());
    return answer(context).getNow(null) instanceof Refused refused ? refused : null;
  }

  private static ChallengeData challenge(Refused refused, RoutingContext context) {
    ExposedChallenges.of(context.response());
    Map<CharSequence, String> headers = new LinkedHashMap<>();
    refused.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    return new ChallengeData(refused.status(), headers);
  }

  @Override
  public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
    return Set.of(AccessTokenRequest.class);
  }

  @Override
  public Uni<HttpCredentialTransport> getCredentialTransport(RoutingContext context) {
    return Uni.createFrom()
        .item(
            new HttpCredentialTransport(
                HttpCredentialTransport.Type.AUTHORIZATION, "bearer", BEARER));
  }
}
