package org.jwtvalidation.quarkus;

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
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAuthenticator;

/**
 * Authenticates requests by their bearer tokens, on the event loop, and without ever waiting there:
 * a request whose keys have to be fetched goes on when they have come.
 */
@Singleton
public class BearerMechanism implements HttpAuthenticationMechanism {

  private static final String SCHEME = "Bearer";
  private static final String AUTHORIZATION = "Authorization";
  private static final String DECIDED = Decided.class.getName();

  private record Decided(List<String> fields, CompletableFuture<BearerAnswer> answer) {}

  private final BearerAuthenticator authenticator;

  BearerMechanism(BearerAuthenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  public Uni<SecurityIdentity> authenticate(
      RoutingContext context, IdentityProviderManager identities) {
    List<String> fields = new RoutingContextRequest(context).headerValues(AUTHORIZATION);
    if (fields.stream().noneMatch(BearerMechanism::isBearer)) {
      // Another mechanism may find its own credentials; or nobody needs to be known.
      return Uni.createFrom().nullItem();
    }
    context.put(HttpAuthenticationMechanism.class.getName(), this);
    return inContextOfRequest(answer(context))
        .flatMap(decided -> {
          if (decided instanceof Authenticated authenticated) {
            String text = fields.get(0).strip().substring(SCHEME.length()).strip();
            AccessTokenRequest valid =
                new AccessTokenRequest(authenticated.token(), new TokenCredential(text, "bearer"));
            return identities.authenticate(
                HttpSecurityUtils.setRoutingContextAttribute(valid, context));
          }
          return Uni.createFrom().failure(new AuthenticationFailedException());
        });
  }

  private static boolean isBearer(String field) {
    String credentials = field.strip();
    boolean begins = credentials.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    return begins
        && (credentials.length() == SCHEME.length()
            || !Character.isLetterOrDigit(credentials.charAt(SCHEME.length())));
  }

  /** Decides once, so that a request counts once, however often Quarkus asks or routes it anew. */
  private CompletableFuture<BearerAnswer> answer(RoutingContext context) {
    RoutingContextRequest request = new RoutingContextRequest(context);
    List<String> fields = request.headerValues(AUTHORIZATION);
    @Nullable Decided before = context.get(DECIDED);
    if (before != null && before.fields.equals(fields)) {
      return before.answer;
    }
    CompletableFuture<BearerAnswer> answer =
        authenticator.authenticateAsync(request, Sufficiency.of(context));
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
        .map(answer -> answer instanceof Refused refused ? challenge(refused) : null);
  }

  private static ChallengeData challenge(Refused refused) {
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
                HttpCredentialTransport.Type.AUTHORIZATION, "bearer", SCHEME));
  }
}
