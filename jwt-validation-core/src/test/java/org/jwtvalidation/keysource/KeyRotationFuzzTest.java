// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URI;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyEndpoint.Mood;
import org.jwtvalidation.keysource.KeyEndpoint.Tagging;
import org.jwtvalidation.keysource.RefreshModel.Held;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationResult.Accepted;
import org.jwtvalidation.token.ValidationResult.Rejected;
import org.jwtvalidation.token.ValidationResult.Undecided;
import org.jwtvalidation.token.ValidationStep;

/**
 * Whatever becomes of the keys of two issuers, of their servers and of the time, a validator with
 * its cache and the real key sources answers each token as {@link RefreshModel} says. A cache of
 * two tokens may have forgotten one, which changes no answer.
 */
@Tag("jdk-independent")
class KeyRotationFuzzTest {

  private static final int MAX_OPERATIONS = 120;

  /** A cache of so many forgets none of the tokens here. */
  private static final int AMPLE = 1000;

  private static final Instant BEGIN = Instant.ofEpochMilli(1_700_000_000_000L);
  private static final Duration LEEWAY = Duration.ofSeconds(60);
  private static final List<String> ISSUERS =
      List.of("https://one.example", "https://other.example");

  private static final List<TestKey> KEYS = keys();
  private static final List<Ticket> TICKETS = tickets();

  private enum Operation {
    VALIDATE,
    PUBLISH,
    WITHDRAW,
    REPLACE,
    PASS,
    SUSPEND,
    SET_BACK,
    MOOD,
    MAX_AGE,
    TAGGING,
    HEALTH,
    WARM_UP,
    CLOSE;

    static final Operation[] ALL = values();
  }

  private static final Duration[] PASSING = {
    Duration.ofMillis(1),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(8),
    Duration.ofMinutes(10),
    Duration.ofHours(1),
    Duration.ofHours(12)
  };

  private static final @Nullable Integer[] MAX_AGES = {null, 0, 30, 100, 599, 100_000};

  /** A token, and what a model needs to know of it. */
  private record Ticket(
      int issuer, TestKey key, Instant notBefore, Instant expiresAt, String compact) {}

  /**
   * Three keys for one algorithm, and two of them for others as well, each under two Key IDs and
   * none. All are RSA keys, which verify at once at their best.
   */
  private static List<TestKey> keys() {
    List<KeyPair> pairs =
        Stream.generate(() -> SigningKey.generate(SignatureAlgorithm.RS256).pair())
            .limit(3)
            .toList();
    List<TestKey> keys = new ArrayList<>();
    pairs.forEach(pair -> addUnderEachId(keys, SignatureAlgorithm.RS256, pair));
    addUnderEachId(keys, SignatureAlgorithm.RS384, pairs.get(0));
    addUnderEachId(keys, SignatureAlgorithm.PS256, pairs.get(1));
    return keys;
  }

  private static void addUnderEachId(
      List<TestKey> keys, SignatureAlgorithm algorithm, KeyPair pair) {
    keys.add(TestKey.of(algorithm, "a", pair));
    keys.add(TestKey.of(algorithm, "b", pair));
    keys.add(TestKey.of(algorithm, null, pair));
  }

  private static List<Ticket> tickets() {
    List<Ticket> tickets = new ArrayList<>();
    for (int issuer = 0; issuer < ISSUERS.size(); issuer++) {
      for (TestKey key : KEYS) {
        tickets.add(ticket(issuer, key, Duration.ZERO, Duration.ofDays(10)));
        tickets.add(ticket(issuer, key, Duration.ZERO, Duration.ofMinutes(15)));
        tickets.add(ticket(issuer, key, Duration.ofMinutes(9), Duration.ofDays(10)));
      }
    }
    return tickets;
  }

  private static Ticket ticket(int issuer, TestKey key, Duration notBefore, Duration lifetime) {
    String compact =
        TestIssuer.offline(ISSUERS.get(issuer))
            .token()
            .signedBy(key)
            .claim("iat", BEGIN)
            .claim("nbf", BEGIN.plus(notBefore))
            .claim("exp", BEGIN.plus(lifetime))
            .compact();
    return new Ticket(issuer, key, BEGIN.plus(notBefore), BEGIN.plus(lifetime), compact);
  }

  @FuzzTest
  void answersAsTheModelDoes(byte[] operations) {
    if (operations.length < 1) {
      return;
    }
    try (Scene scene = new Scene(operations[0])) {
      int end = Math.min(operations.length - 1, 1 + 2 * MAX_OPERATIONS);
      for (int i = 1; i < end; i += 2) {
        Operation operation =
            Operation.ALL[Math.floorMod(operations[i] - 'A', Operation.ALL.length)];
        scene.apply(operation, Math.floorMod(operations[i + 1] - '0', 256));
      }
    }
  }

  /** Two issuers, their servers and sources, what the model thinks of them, and a validator. */
  private static final class Scene implements AutoCloseable {

    private final FetchScene network = new FetchScene(FetchScene.status(404));
    private final List<Issuer> issuers = new ArrayList<>();
    private final Watch watch = new Watch();
    private final int cacheSize;
    private final TokenValidator validator;
    private boolean closed;

    Scene(int size) {
      this.cacheSize = new int[] {AMPLE, 2, 0}[Math.floorMod(size - '0', 3)];
      TokenValidator.Builder builder =
          TokenValidator.builder()
              .cacheSize(cacheSize)
              .monitor(watch)
              .clock(() -> Instant.ofEpochMilli(network.wallTime.get()));
      for (String name : ISSUERS) {
        Issuer issuer = new Issuer(name, network);
        issuers.add(issuer);
        builder.issuer(
            IssuerConfig.builder(name)
                .audience(TestIssuer.AUDIENCE)
                .leeway(LEEWAY)
                .keySource(issuer)
                .build());
      }
      this.validator = builder.build();
    }

    void apply(Operation operation, int argument) {
      Issuer issuer = issuers.get(argument % issuers.size());
      int detail = argument / issuers.size();
      switch (operation) {
        case VALIDATE -> validate(TICKETS.get(argument % TICKETS.size()));
        case PUBLISH -> issuer.endpoint.publish(KEYS.get(detail % KEYS.size()));
        case WITHDRAW -> issuer.endpoint.withdraw(detail);
        case REPLACE -> {
          issuer.endpoint.withdraw(0);
          issuer.endpoint.publish(KEYS.get(detail % KEYS.size()));
        }
        case PASS -> network.pass(PASSING[argument % PASSING.length]);
        case SUSPEND -> {
          // Up to a second may pass until a source looks at the other clock.
          network.pass(Duration.ofSeconds(1));
          network.wallTime.addAndGet(PASSING[argument % PASSING.length].toMillis());
        }
        case SET_BACK -> network.wallTime.addAndGet(-PASSING[argument % PASSING.length].toMillis());
        case MOOD -> issuer.endpoint.mood(Mood.ALL[detail % Mood.ALL.length]);
        case MAX_AGE -> issuer.endpoint.maxAge(MAX_AGES[detail % MAX_AGES.length]);
        case TAGGING -> issuer.endpoint.tagging(Tagging.ALL[detail % Tagging.ALL.length]);
        case HEALTH -> checkHealth();
        case WARM_UP -> warmUp();
        case CLOSE -> closeValidator();
      }
      issuers.forEach(Issuer::checkRequests);
    }

    private void validate(Ticket ticket) {
      if (closed) {
        assertThatIllegalStateException().isThrownBy(() -> validator.tryValidate(ticket.compact));
        return;
      }
      Issuer issuer = issuers.get(ticket.issuer);
      issuers.forEach(Issuer::forgetAnswers);
      watch.parsed = false;

      ValidationResult<AccessToken> result = validator.tryValidate(ticket.compact);

      Instant now = Instant.ofEpochMilli(network.wallTime.get());
      boolean mayBeCached = mayBeCached(ticket, issuer, now);
      boolean isCached = !watch.parsed && result instanceof Accepted;
      if (isCached || cacheSize == AMPLE) {
        assertThat(isCached).as("from the cache").isEqualTo(mayBeCached);
      }
      if (isCached) {
        return;
      }
      Object expected = expected(ticket, issuer, now);
      if (expected instanceof Held held) {
        assertThat(result).isInstanceOf(Accepted.class);
        AccessToken token = ((Accepted<AccessToken>) result).token();
        assertThat(token.issuer()).isEqualTo(ISSUERS.get(ticket.issuer));
        assertThat(token.keyId()).isEqualTo(held.key().keyId());
        if (cacheSize > 0) {
          issuer.accepted.put(ticket, held);
        }
      } else if (expected == null) {
        assertThat(result).isInstanceOf(Undecided.class);
      } else {
        assertThat(result).isEqualTo(new Rejected<AccessToken>((Rejection) expected));
      }
      assertThat(validator.cachedTokens()).isLessThanOrEqualTo(cacheSize);
    }

    /** Whether a key accepted the token before that is still there, and the token is in time. */
    private static boolean mayBeCached(Ticket ticket, Issuer issuer, Instant now) {
      if (issuer.isUnavailable || !issuer.accepted.containsKey(ticket)) {
        return false;
      }
      if (!now.isBefore(ticket.expiresAt.plus(LEEWAY))) {
        issuer.accepted.remove(ticket);
        return false;
      }
      return !now.isBefore(ticket.notBefore.minus(LEEWAY));
    }

    /** The key that verifies the token, why it is rejected, or null where that is undecided. */
    private static @Nullable Object expected(Ticket ticket, Issuer issuer, Instant now) {
      if (issuer.isUnavailable) {
        return null;
      }
      if (!now.isBefore(ticket.expiresAt.plus(LEEWAY))) {
        return new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp");
      }
      if (now.isBefore(ticket.notBefore.minus(LEEWAY))) {
        return new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.NOT_YET_VALID, "nbf");
      }
      if (now.isBefore(BEGIN.minus(LEEWAY))) {
        return new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.ISSUED_IN_FUTURE, "iat");
      }
      List<Held> fitting = fitting(ticket.key, Objects.requireNonNull(issuer.last));
      if (fitting.isEmpty()) {
        assertThat(issuer.newer).as("looked for an unknown key").isNotNull();
        fitting = fitting(ticket.key, Objects.requireNonNull(issuer.newer));
      } else {
        assertThat(issuer.newer).as("looked for a known key").isNull();
      }
      if (fitting.isEmpty()) {
        return new Rejection(ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
      }
      if (fitting.size() > 1) {
        return new Rejection(ValidationStep.KEY_RESOLUTION, Reason.KEY_AMBIGUOUS, "kid");
      }
      Held held = fitting.get(0);
      return held.key().publicKey().equals(ticket.key.publicKey())
          ? held
          : new Rejection(ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null);
    }

    private static List<Held> fitting(TestKey signer, List<Held> keys) {
      return keys.stream()
          .filter(held -> held.key().algorithm() == signer.algorithm())
          .filter(held -> signer.keyId() == null || signer.keyId().equals(held.key().keyId()))
          .toList();
    }

    private void checkHealth() {
      if (closed) {
        return;
      }
      Map<String, KeySourceHealth> health = validator.keyHealth();
      issuers.forEach(issuer -> issuer.checkHealth(health.get(issuer.name)));
    }

    private void warmUp() {
      if (closed) {
        return;
      }
      issuers.forEach(Issuer::forgetAnswers);
      boolean warm = true;
      try {
        validator.warmUp();
      } catch (UndecidedException e) {
        if (e.getCause().getCause() instanceof AssertionError disagreement) {
          throw disagreement;
        }
        warm = false;
      }
      assertThat(warm).isEqualTo(issuers.stream().noneMatch(issuer -> issuer.isUnavailable));
    }

    private void closeValidator() {
      validator.close();
      closed = true;
      assertThat(validator.cachedTokens()).isZero();
    }

    @Override
    public void close() {
      validator.close();
    }
  }

  /** The real source of an issuer's keys, each of whose answers is held against the model's. */
  private static final class Issuer implements KeySource {

    private final String name;
    private final KeyEndpoint endpoint = new KeyEndpoint();
    private final RefreshModel model;
    private final HttpKeySource source;
    private final Map<JwkSet, List<Held>> sets = new HashMap<>();

    /**
     * Tokens that a key has accepted which the validator has since seen in each set. A key that
     * goes and comes back while no set is asked for has not gone.
     */
    private final Map<Ticket, Held> accepted = new HashMap<>();

    private int requests;

    /** What the validation under way was given: at first, at last, and for an unknown key. */
    private @Nullable List<Held> first;

    private @Nullable List<Held> last;
    private @Nullable List<Held> newer;
    private boolean isUnavailable;

    Issuer(String name, FetchScene network) {
      this.name = name;
      this.model =
          new RefreshModel(
              endpoint, () -> new Moment(network.nanoTime.get(), network.wallTime.get()));
      this.source =
          network
              .configured(HttpKeySource.jwksUri(URI.create(name + "/jwks")))
              .fetcher(request -> {
                requests++;
                return endpoint.answer(request);
              })
              .build();
    }

    void forgetAnswers() {
      first = null;
      last = null;
      newer = null;
      isUnavailable = false;
    }

    @Override
    public JwkSet jwkSet() {
      last = model.keys();
      if (first == null) {
        first = last;
      }
      return checked(last, () -> Waiting.jwkSet(source));
    }

    @Override
    public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
      newer = model.refreshed(Objects.requireNonNull(sets.get(seen)));
      return CompletableFuture.completedStage(
          checked(newer, () -> Waiting.refreshed(source, seen)));
    }

    private JwkSet checked(@Nullable List<Held> expected, Supply answer) {
      JwkSet set;
      try {
        set = answer.get();
      } catch (KeySourceException e) {
        assertThat(expected).as("keys of " + name).isNull();
        isUnavailable = true;
        throw e;
      }
      assertThat(expected).as("keys of " + name).isNotNull();
      checkKeys(expected, set.keys());
      assertThat(sets.putIfAbsent(set, expected)).isIn(null, expected);
      accepted.values().removeIf(by -> expected.stream().noneMatch(held -> held.key() == by.key()));
      return set;
    }

    /** The same keys in the same order. */
    private void checkKeys(List<Held> expected, List<VerificationKey> actual) {
      assertThat(actual).hasSameSizeAs(expected);
      for (int i = 0; i < actual.size(); i++) {
        TestKey key = expected.get(i).key();
        VerificationKey found = actual.get(i);
        assertThat(found.algorithm()).isEqualTo(key.algorithm());
        assertThat(found.keyId()).isEqualTo(key.keyId());
        assertThat(found.publicKey()).isEqualTo(key.publicKey());
      }
    }

    void checkHealth(KeySourceHealth health) {
      assertThat(health.state()).isEqualTo(model.state());
      assertThat(health.refreshes()).isEqualTo(model.requests());
      assertThat(health.failedRefreshes()).isEqualTo(model.failed());
    }

    void checkRequests() {
      assertThat(requests).as("requests for keys of " + name).isEqualTo(model.requests());
    }

    @Override
    public KeySourceHealth health() {
      return source.health();
    }

    @Override
    public void close() {
      source.close();
    }
  }

  private interface Supply {
    JwkSet get();
  }

  /** Tells a token that was read from one that was found in the cache. */
  private static final class Watch
      implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

    private boolean parsed;

    @Override
    public Recording begin(TokenType type) {
      return this;
    }

    @Override
    public void completed(ValidationStep step) {
      parsed |= step == ValidationStep.TOKEN_PARSING;
    }

    @Override
    public void ended(Report report) {}
  }
}
