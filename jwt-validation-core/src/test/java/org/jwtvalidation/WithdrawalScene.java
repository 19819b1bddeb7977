// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidatedToken;
import org.jwtvalidation.token.ValidationResult;

/**
 * Two issuers that a resolver names, one of the configuration, each of two names, and two tenants
 * of a template; a validator of them, and a model of what it must accept, as plain as can be.
 */
final class WithdrawalScene implements AutoCloseable {

  /** What can be done, and the methods of the API that do it. */
  enum Operation {
    VALIDATE("TokenValidator.validate", "KeySource.jwkSet", "KeySource.refreshed"),
    TRY("TokenValidator.tryValidate"),
    TRY_ASYNC("TokenValidator.tryValidateAsync"),
    TRY_BOUND("TokenValidator.tryValidate"),
    TRY_BOUND_ASYNC("TokenValidator.tryValidateAsync"),
    ID_TOKEN("TokenValidator.validateIdToken"),
    TRY_ID_TOKEN("TokenValidator.tryValidateIdToken"),
    TRY_ID_TOKEN_ASYNC("TokenValidator.tryValidateIdTokenAsync"),
    BEGIN,
    END,
    TRUST("IssuerResolver.resolve"),
    RENAME("IssuerConfig$Builder.issuerAliases"),
    ALLOW("IssuerConfig$Builder.tenants"),
    PUT_KEY,
    REMOVE_KEY,
    FORGET("TokenValidator.forgetIssuer"),
    HEALTH("TokenValidator.resolvedKeyHealth", "KeySource.health"),
    PASS,
    CLOSE("TokenValidator.close", "TokenValidator.cachedTokens", "KeySource.close");

    private final String members;

    Operation(String... members) {
      this.members = String.join(" ", members);
    }

    Set<String> members() {
      return members.isEmpty() ? Set.of() : Set.of(members.split(" "));
    }

    boolean isValidation() {
      return compareTo(BEGIN) < 0;
    }

    /** Each as often as any other, but {@link #CLOSE}. */
    static Operation at(int number) {
      Operation[] all = values();
      return number % 1000 == 0 ? CLOSE : all[number % (all.length - 1)];
    }
  }

  private static final Instant BEGIN = Scene.NOW;
  private static final Duration LEEWAY = Duration.ofSeconds(60);
  private static final List<String> KEY_IDS = List.of("a", "b");
  private static final List<TestKey> KEYS = keys();
  private static final IdTokenExpectation EXPECTED = IdTokenExpectation.of("client", "n-1");
  private static final String TEMPLATE = "https://login.example/{tenant}";

  /** Each issuer by its own name and then its other one; the first two are of the resolver. */
  private static final String[][] NAMES = {
    {"https://one.example", "one.example"},
    {"https://two.example", "two.example"},
    {"https://own.example", "own.example"},
    {"https://login.example/x", "https://login.example/y"}
  };

  private static final int OWN = 2;
  private static final int TENANTS = 3;

  /** A token in the name of an issuer, as an access token and as an ID token. */
  private record Ticket(
      int issuer, int name, TestKey key, Instant end, String accessToken, String idToken) {
    String named() {
      return NAMES[issuer][name];
    }
  }

  private static final List<Ticket> TICKETS = tickets();

  /** Each Key ID with each of two keys. */
  private static List<TestKey> keys() {
    List<KeyPair> pairs =
        Stream.generate(() -> SigningKey.generate(SignatureAlgorithm.RS256).pair())
            .limit(2)
            .toList();
    return KEY_IDS.stream()
        .flatMap(id -> pairs.stream().map(pair -> TestKey.of(SignatureAlgorithm.RS256, id, pair)))
        .toList();
  }

  private static List<Ticket> tickets() {
    List<Ticket> tickets = new ArrayList<>();
    for (int issuer = 0; issuer < NAMES.length; issuer++) {
      for (int name = 0; name < 2; name++) {
        for (TestKey key : KEYS) {
          for (Duration life : List.of(Duration.ofMinutes(10), Duration.ofDays(1))) {
            tickets.add(ticket(issuer, name, key, BEGIN.plus(life)));
          }
        }
      }
    }
    return tickets;
  }

  private static Ticket ticket(int issuer, int name, TestKey key, Instant end) {
    List<String> forms = new ArrayList<>();
    for (boolean isIdToken : new boolean[] {false, true}) {
      var token = TestIssuer.offline(NAMES[issuer][name]).token().at(() -> BEGIN);
      forms.add(
          (isIdToken ? token.idToken("client", "n-1") : token)
              .claim("exp", end)
              .signedBy(key)
              .compact());
    }
    return new Ticket(issuer, name, key, end, forms.get(0), forms.get(1));
  }

  /** The same instance for the same keys, as of one who goes back to an earlier file. */
  private static final Map<Set<TestKey>, JwkSet> SETS = new ConcurrentHashMap<>();

  /** The keys of one issuer, which outlive each source of them. */
  private static final class Keys {

    private final Map<String, TestKey> byId = new HashMap<>();
    private @Nullable CompletableFuture<JwkSet> late;
    private boolean isAwaited;

    JwkSet set() {
      Set<TestKey> all = Set.copyOf(byId.values());
      if (all.isEmpty()) {
        throw new KeySourceException("no keys", null);
      }
      return SETS.computeIfAbsent(
          all,
          keys ->
              JwkSet.parse(Scene.jwkSet(keys.stream().map(TestKey::jwk).toArray(String[]::new))));
    }

    /** A source that does not care whether it is closed. */
    KeySource source() {
      return new KeySource() {
        @Override
        public @Nullable JwkSet jwkSet() {
          return late == null || isAwaited ? set() : null;
        }

        @Override
        public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
          if (late == null || isAwaited) {
            return CompletableFuture.completedFuture(set());
          }
          // By the one that has begun to wait; others find what is there.
          isAwaited = true;
          return late.copy();
        }
      };
    }
  }

  /** An answer of the resolver, while the validator has it. */
  private static final class Answer {

    private final Set<String> names;
    private boolean isGone;
    private boolean isForgotten;

    Answer(Set<String> names) {
      this.names = names;
    }
  }

  /** A validation that waits for keys. */
  private record Waiting(
      Ticket ticket,
      boolean isAcceptable,
      @Nullable Answer by,
      CompletableFuture<ValidationResult<AccessToken>> result) {}

  private final SettableClock clock = new SettableClock(BEGIN);
  private final List<Keys> keys = Stream.generate(Keys::new).limit(NAMES.length).toList();
  private final boolean[] trusted = {true, true};
  private final boolean[] hasOtherName = {true, false};
  private final Set<String> allowed = new HashSet<>(Set.of("x"));
  private final TokenValidator validator;
  private boolean closed;

  // The model
  private final Map<String, Answer> kept = new HashMap<>();
  private final List<Answer> answers = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();
  private final IdentityHashMap<AccessToken, Answer> accepted = new IdentityHashMap<>();
  private @Nullable Waiting waiting;

  WithdrawalScene() {
    for (Keys each : keys) {
      each.byId.put("a", KEYS.get(0));
    }
    validator =
        TokenValidator.builder()
            .clock(clock)
            .cacheSize(1000)
            .signaturePolicy(SignaturePolicy.providersOnly())
            .maxResolvedIssuers(10)
            .issuer(config(IssuerConfig.builder(NAMES[OWN][0]).issuerAliases(NAMES[OWN][1]), OWN))
            .issuer(config(IssuerConfig.template(TEMPLATE).tenants(allowed::contains), TENANTS))
            .issuerResolver(this::resolve)
            .build();
  }

  private IssuerConfig config(IssuerConfig.Builder config, int issuer) {
    return config
        .audience(TestIssuer.AUDIENCE, "client")
        .leeway(LEEWAY)
        .keySource(keys.get(issuer).source())
        .build();
  }

  private @Nullable IssuerConfig resolve(String name) {
    for (int issuer = 0; issuer < OWN; issuer++) {
      if (isNamed(issuer, name)) {
        IssuerConfig.Builder config = IssuerConfig.builder(NAMES[issuer][0]);
        return config(
            hasOtherName[issuer] ? config.issuerAliases(NAMES[issuer][1]) : config, issuer);
      }
    }
    return null;
  }

  private boolean isNamed(int issuer, String name) {
    return trusted[issuer]
        && (name.equals(NAMES[issuer][0])
            || (hasOtherName[issuer] && name.equals(NAMES[issuer][1])));
  }

  boolean isClosed() {
    return closed;
  }

  /** True if a token was accepted. */
  boolean apply(Operation operation, int argument) {
    int issuer = argument % NAMES.length;
    int detail = argument / NAMES.length;
    Ticket ticket = TICKETS.get(argument % TICKETS.size());
    switch (operation) {
      case BEGIN -> begin(ticket);
      case END -> endWaits();
      case TRUST -> trusted[detail % OWN] ^= true;
      case RENAME -> hasOtherName[detail % OWN] ^= true;
      case ALLOW -> {
        String tenant = detail % 2 == 0 ? "x" : "y";
        if (!allowed.remove(tenant)) {
          allowed.add(tenant);
        }
      }
      case PUT_KEY -> {
        TestKey key = KEYS.get(detail % KEYS.size());
        keys.get(issuer).byId.put(key.keyId(), key);
      }
      case REMOVE_KEY -> keys.get(issuer).byId.remove(KEY_IDS.get(detail % KEY_IDS.size()));
      case FORGET -> forget(NAMES[issuer][detail % 2]);
      case HEALTH ->
          assertThat(validator.resolvedKeyHealth()).hasSize(new HashSet<>(kept.values()).size());
      case PASS -> clock.advance(Duration.ofMinutes(detail % 4));
      case CLOSE -> {
        validator.close();
        closed = true;
        assertThat(validator.cachedTokens()).isZero();
      }
      default -> {
        return validate(operation, ticket);
      }
    }
    return false;
  }

  private boolean validate(Operation operation, Ticket ticket) {
    if (waiting != null && waiting.ticket.issuer == ticket.issuer) {
      endWaits();
    }
    Answer by = answerFor(ticket);
    boolean expected = isTrusted(ticket, by) && hasKey(ticket) && isInTime(ticket, clock.instant());
    ValidationResult<? extends ValidatedToken> result = call(operation, TICKETS.indexOf(ticket));
    check(ticket, result, expected, by);
    return expected;
  }

  /** The answer by which a token is judged, maybe of the resolver now; null if there is none. */
  private @Nullable Answer answerFor(Ticket ticket) {
    String name = ticket.named();
    if (ticket.issuer >= OWN || refused.contains(name) || kept.containsKey(name)) {
      return kept.get(name);
    }
    if (!isNamed(ticket.issuer, name)) {
      refused.add(name);
      return null;
    }
    Set<String> names = new HashSet<>(Set.of(NAMES[ticket.issuer][0]));
    if (hasOtherName[ticket.issuer]) {
      names.add(NAMES[ticket.issuer][1]);
    }
    Answer answer = new Answer(names);
    answers.add(answer);
    names.stream().map(kept::get).toList().forEach(this::leave);
    names.forEach(each -> kept.put(each, answer));
    return answer;
  }

  private void leave(@Nullable Answer answer) {
    if (answer != null) {
      answer.isGone = true;
      answer.names.forEach(name -> kept.remove(name, answer));
    }
  }

  private boolean isTrusted(Ticket ticket, @Nullable Answer by) {
    return switch (ticket.issuer) {
      case OWN -> true;
      case TENANTS -> allowed.contains(ticket.name == 0 ? "x" : "y");
      default -> by != null;
    };
  }

  private boolean hasKey(Ticket ticket) {
    return keys.get(ticket.issuer).byId.get(ticket.key.keyId()) == ticket.key;
  }

  private static boolean isInTime(Ticket ticket, Instant now) {
    return now.isBefore(ticket.end.plus(LEEWAY));
  }

  private void check(
      Ticket ticket,
      ValidationResult<? extends ValidatedToken> result,
      boolean expected,
      @Nullable Answer by) {
    assertThat(result.isAccepted()).as("%s of %s", ticket.named(), ticket.key).isEqualTo(expected);
    if (!expected) {
      return;
    }
    ValidatedToken token = result.orElseThrow();
    assertThat(token.issuer())
        .isEqualTo(NAMES[ticket.issuer][ticket.issuer == TENANTS ? ticket.name : 0]);
    assertThat(token.keyId()).isEqualTo(ticket.key.keyId());
    if (by != null && token instanceof AccessToken accessToken) {
      assertThat(accepted.getOrDefault(accessToken, by))
          .as("not of an earlier answer")
          .isSameAs(by);
      accepted.put(accessToken, by);
    }
  }

  ValidationResult<? extends ValidatedToken> call(Operation operation, int number) {
    Ticket ticket = TICKETS.get(number);
    String token = ticket.accessToken;
    Set<ConfirmationMethod> methods = Set.of();
    return switch (operation) {
      case VALIDATE -> result(() -> validator.validate(token));
      case TRY -> validator.tryValidate(token);
      case TRY_ASYNC -> validator.tryValidateAsync(token).join();
      case TRY_BOUND -> validator.tryValidate(token, methods);
      case TRY_BOUND_ASYNC -> validator.tryValidateAsync(token, methods).join();
      case ID_TOKEN -> result(() -> validator.validateIdToken(ticket.idToken, EXPECTED));
      case TRY_ID_TOKEN -> validator.tryValidateIdToken(ticket.idToken, EXPECTED);
      case TRY_ID_TOKEN_ASYNC -> validator.tryValidateIdTokenAsync(ticket.idToken, EXPECTED).join();
      default -> throw new IllegalArgumentException("" + operation);
    };
  }

  private static <T extends ValidatedToken> ValidationResult<T> result(Supplier<T> validation) {
    try {
      return new ValidationResult.Accepted<>(validation.get());
    } catch (CompletionException e) {
      return result(e.getCause());
    } catch (TokenRejectedException | UndecidedException e) {
      return result(e);
    }
  }

  private static <T extends ValidatedToken> ValidationResult<T> result(Throwable failure) {
    return failure instanceof TokenRejectedException rejected
        ? new ValidationResult.Rejected<>(rejected.rejection())
        : new ValidationResult.Undecided<>((UndecidedException) failure);
  }

  /** One that is gone may have a validation that has not ended. */
  void forget(String name) {
    Answer answer = kept.get(name);
    assertThat(validator.forgetIssuer(name)).as("forgets " + name).isEqualTo(answer != null);
    Set<String> names = answer == null ? Set.of(name) : answer.names;
    refused.removeAll(names);
    for (Answer each : answers) {
      each.isForgotten |= !Collections.disjoint(each.names, names);
    }
    leave(answer);
  }

  private void begin(Ticket ticket) {
    endWaits();
    // The resolver is asked before, if at all.
    validate(Operation.TRY, ticket);
    Answer by = answerFor(ticket);
    boolean isAcceptable = isTrusted(ticket, by) && isInTime(ticket, clock.instant());
    keys.get(ticket.issuer).late = new CompletableFuture<>();
    waiting = new Waiting(ticket, isAcceptable, by, validator.tryValidateAsync(ticket.accessToken));
  }

  /**
   * Brings the keys that a validation waits for. It accepts a token whose issuer was not withdrawn,
   * and none whose issuer was forgotten; of an issuer that made room for another answer of the
   * resolver, it may go either way.
   */
  void endWaits() {
    if (waiting == null) {
      return;
    }
    Waiting ended = waiting;
    waiting = null;
    Keys late = keys.get(ended.ticket.issuer);
    CompletableFuture<JwkSet> answer = late.late;
    late.late = null;
    late.isAwaited = false;
    if (late.byId.isEmpty()) {
      answer.completeExceptionally(new KeySourceException("no keys", null));
    } else {
      answer.complete(late.set());
    }
    ValidationResult<AccessToken> result = ended.result.orTimeout(2, TimeUnit.MINUTES).join();
    boolean isWithdrawn = closed || (ended.by != null && ended.by.isForgotten);
    boolean expected = ended.isAcceptable && hasKey(ended.ticket) && !isWithdrawn;
    if (!expected || ended.by == null || !ended.by.isGone) {
      assertThat(result.isAccepted())
          .as("%s of %s at last", ended.ticket.named(), ended.ticket.key)
          .isEqualTo(expected);
    }
  }

  @Override
  public void close() {
    endWaits();
    validator.close();
  }
}
