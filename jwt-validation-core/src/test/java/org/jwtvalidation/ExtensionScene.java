// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.extension.Fault;
import org.jwtvalidation.extension.Misbehaviour;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.SteeredTime;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;

/** A validator all of whose code of users does its part, but for one method. */
final class ExtensionScene implements AutoCloseable {

  /**
   * What a caller does to have the code called, and what becomes of that where the code is good.
   */
  enum Reach {
    TOKEN("accepted"),
    TENANT("accepted"),
    RESOLVED_ISSUER("accepted"),
    NEW_KEY("accepted"),
    FORGED_TOKEN("SIGNATURE_INVALID"),
    START("accepted"),
    HEALTH("accepted"),
    CLOSE("accepted");

    final String outcome;

    Reach(String outcome) {
      this.outcome = outcome;
    }
  }

  /** What a log appender does for each line. */
  interface Appender {
    void publish(LogRecord logged);
  }

  /** What follows a validation that did not wait. */
  interface Continuation {
    void follow();
  }

  private static final TestIssuer ISSUER = TestIssuer.offline(Scene.ISSUER);
  private static final TestIssuer OTHER = TestIssuer.offline("https://other.example");
  private static final TestIssuer TENANT = TestIssuer.offline("https://tenants.example/shop");
  private static final TestIssuer RESOLVED = TestIssuer.offline("https://resolved.example");
  private static final JwkSet BEFORE;
  private static final JwkSet AFTER;

  static {
    List.of(ISSUER, OTHER, TENANT, RESOLVED).forEach(issuer -> issuer.key(ES256));
    BEFORE = ISSUER.jwkSet();
    ISSUER.key(ED25519);
    AFTER = ISSUER.jwkSet();
  }

  private final SettableClock clock = new SettableClock(Scene.NOW);
  private final AtomicLong time = new AtomicLong();
  private final AtomicInteger tokens = new AtomicInteger();
  private final Reach reach;
  private final Method at;
  private final Duration timeout;
  final Misbehaviour misbehaviour;
  final CompletableFuture<Boolean> keysMayCome = new CompletableFuture<>();
  final Continuation continuation;
  volatile boolean otherIsClosed;
  volatile String health = "";
  private final @Nullable Handler handler;
  private volatile @Nullable TokenValidator validator;

  /**
   * A scene whose validator is built, unless that is what reaches the code.
   *
   * @param timeout how long callers wait for key sources, resolver and fetcher
   * @param isLate whether the keys come only after a caller has asked for them
   */
  ExtensionScene(Method at, Fault fault, Reach reach, Duration timeout, boolean isLate) {
    this.reach = reach;
    this.at = at;
    this.timeout = timeout;
    this.misbehaviour = new Misbehaviour(at, fault, this::reenter);
    this.continuation = misbehaviour.around(Continuation.class, () -> {});
    this.handler = at.getDeclaringClass() == Appender.class ? handler() : null;
    if (!isLate) {
      keysMayCome.complete(true);
    }
    if (reach != Reach.START) {
      build();
    }
  }

  /** What a caller does. */
  TokenValidator build() {
    TokenValidator built =
        TokenValidator.builder()
            .resolverTimeout(timeout)
            .maxTraining(Duration.ZERO)
            .clock(misbehaviour.around(InstantSource.class, clock))
            .monitor(misbehaviour.around(TokenValidatorMonitor.class, monitor()))
            .issuer(withChecks(ISSUER.config()).keySource(source()).build())
            .issuer(OTHER.config().audience(Scene.AUDIENCE).keySource(sourceOfOther()).build())
            .issuer(
                IssuerConfig.template("https://tenants.example/{tenant}")
                    .tenants(misbehaviour.around(Predicate.class, tenant -> true))
                    .audience(Scene.AUDIENCE)
                    .keySource(late(TENANT.jwkSet()))
                    .build())
            .issuerResolver(misbehaviour.around(IssuerResolver.class, this::resolve))
            .build();
    validator = built;
    return built;
  }

  TokenValidator validator() {
    TokenValidator built = validator;
    return built == null ? build() : built;
  }

  private IssuerConfig.Builder withChecks(IssuerConfig.Builder config) {
    return config
        .audience(Scene.AUDIENCE)
        .claimCheck("own", misbehaviour.around(ClaimCheck.class, claims -> true))
        .roles(misbehaviour.around(RoleMapper.class, claims -> List.of("role")))
        .scopes(misbehaviour.around(ScopeMapper.class, claims -> List.of("scope")));
  }

  private @Nullable IssuerConfig resolve(String issuer) {
    return RESOLVED.config().audience(Scene.AUDIENCE).keySource(late(RESOLVED.jwkSet())).build();
  }

  private TokenValidatorMonitor monitor() {
    TokenValidatorMonitor.Recording own = new CountingMonitor();
    return type -> misbehaviour.around(TokenValidatorMonitor.Recording.class, own);
  }

  private KeySource source() {
    if (at.getDeclaringClass() != KeyFetcher.class && at.getDeclaringClass() != Supplier.class) {
      return misbehaviour.around(KeySource.class, new Source());
    }
    byte[] body = ISSUER.jwkSetJson().getBytes(StandardCharsets.UTF_8);
    KeyFetcher fetcher =
        request -> CompletableFuture.completedFuture(new KeyFetcher.Response(200, Map.of(), body));
    Supplier<String> field = () -> "value";
    Supplier<String> supplier = misbehaviour.around(Supplier.class, field);
    return SteeredTime.of(
            HttpKeySource.jwksUri(URI.create(Scene.ISSUER + "/jwks")), time::get, clock::millis)
        .fetcher(misbehaviour.around(KeyFetcher.class, fetcher))
        .header("X-Field", supplier)
        .totalTimeout(
            timeout.compareTo(Duration.ofMinutes(1)) > 0 ? Duration.ofMinutes(1) : timeout)
        .build();
  }

  private KeySource sourceOfOther() {
    KeySource constant = KeySource.of(OTHER.jwkSet());
    return new KeySource() {
      @Override
      public JwkSet jwkSet() {
        return constant.jwkSet();
      }

      @Override
      public void close() {
        otherIsClosed = true;
      }
    };
  }

  private KeySource late(JwkSet keys) {
    return new KeySource() {
      @Override
      public @Nullable JwkSet jwkSet() {
        return keysMayCome.isDone() ? keys : null;
      }

      @Override
      public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
        return keysMayCome.thenApply(ready -> keys);
      }
    };
  }

  /** Keys that may come late, and of which one comes with a refresh only. */
  private final class Source implements KeySource {

    private volatile JwkSet keys = BEFORE;
    private volatile Consumer<KeyRefreshReport> listener = report -> {};

    @Override
    public @Nullable JwkSet jwkSet() {
      return keysMayCome.isDone() ? keys : null;
    }

    @Override
    public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
      if (seen == null) {
        return keysMayCome.thenApply(ready -> keys);
      }
      keys = AFTER;
      listener.accept(
          new KeyRefreshReport(
              KeyRefreshReport.Cause.UNKNOWN_KEY,
              KeyRefreshReport.Outcome.RENEWED,
              2,
              Duration.ZERO,
              null));
      return CompletableFuture.completedStage(keys);
    }

    @Override
    public Duration timeout() {
      return timeout;
    }

    @Override
    public void onRefresh(Consumer<KeyRefreshReport> told) {
      listener = told;
    }
  }

  private Handler handler() {
    Appender appender = misbehaviour.around(Appender.class, logged -> {});
    Handler added =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            if (logged.getMessage().contains("SIGNATURE_INVALID")) {
              appender.publish(logged);
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger.getLogger("org.jwtvalidation").addHandler(added);
    return added;
  }

  private String compact(TestIssuer issuer) {
    TokenBuilder token = issuer.token().at(clock).claim("jti", "t" + tokens.incrementAndGet());
    return (reach == Reach.NEW_KEY && issuer == ISSUER)
        ? token.signedBy(ISSUER.key(ED25519)).compact()
        : token.signedBy(issuer.key(ES256)).compact();
  }

  /** A token of an issuer with keys at hand and nothing of the user's. */
  String tokenOfOther() {
    return compact(OTHER);
  }

  /** A token that is accepted where all code does its part. */
  String token() {
    return switch (reach) {
      case TENANT -> compact(TENANT);
      case RESOLVED_ISSUER -> compact(RESOLVED);
      default -> compact(ISSUER);
    };
  }

  /** The token of the caller who meets the fault, and what else has to be true for that. */
  String prepared() {
    return reach == Reach.FORGED_TOKEN ? Tampering.flipSignatureBit(token()) : token();
  }

  private void reenter() {
    TokenValidator own = validator();
    // The caller that brings them waits for this.
    keysMayCome.complete(true);
    String token = prepared();
    // A resolver that waits for itself: the time-out of the question, and no other, ends that.
    var unused =
        reach == Reach.RESOLVED_ISSUER
            ? own.tryValidateAsync(token).join()
            : own.tryValidate(token);
  }

  /** Has the fault end, and time pass. */
  void recover() {
    misbehaviour.close();
    keysMayCome.complete(true);
    time.addAndGet(Duration.ofSeconds(30).toNanos());
    validator().forgetIssuer(RESOLVED.issuer());
  }

  @Override
  public void close() {
    misbehaviour.close();
    if (handler != null) {
      Logger.getLogger("org.jwtvalidation").removeHandler(handler);
    }
    if (validator != null) {
      validator.close();
    }
  }
}
