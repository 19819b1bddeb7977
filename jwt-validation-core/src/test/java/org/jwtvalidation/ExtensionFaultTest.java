// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.ExtensionScene.Appender;
import org.jwtvalidation.ExtensionScene.Continuation;
import org.jwtvalidation.ExtensionScene.Reach;
import org.jwtvalidation.extension.CodeOfUsers;
import org.jwtvalidation.extension.Fault;
import org.jwtvalidation.extension.FaultTable;
import org.jwtvalidation.extension.FaultTable.Cell;
import org.jwtvalidation.fault.FileFaultTest;
import org.jwtvalidation.fault.ProviderFaultTest;
import org.jwtvalidation.fault.ProxyFaultTest;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;

/**
 * Code of users that misbehaves, wherever the library calls it: each caller gets the outcome that
 * the table states, others are served meanwhile, and afterwards all is as before.
 */
@Timeout(300)
class ExtensionFaultTest {

  /**
   * The outcomes: {@code waits} until the code returns, and then as ever; {@code thrown} is an
   * exception or error that passes through; a name is that of a reason.
   */
  private static final FaultTable TABLE =
      FaultTable.of(
          """
          ClaimCheck.passes      | CLAIM_CHECK_FAILED | thrown | thrown | waits | as ever
          RoleMapper.roles       | CLAIM_CHECK_FAILED | thrown | thrown | waits | as ever | CLAIM_CHECK_FAILED
          ScopeMapper.scopes     | CLAIM_CHECK_FAILED | thrown | thrown | waits | as ever | CLAIM_CHECK_FAILED
          Predicate.test         | ISSUER_UNKNOWN | thrown | thrown | waits | as ever
          InstantSource.instant  | thrown | thrown | thrown | waits | as ever | thrown
          IssuerResolver.resolve | undecided | undecided | undecided | undecided | undecided | ISSUER_UNKNOWN
          KeySource.jwkSet       | undecided | thrown | thrown | waits | as ever | as ever
          KeySource.refreshed    | undecided | thrown | thrown | waits | as ever | undecided | undecided | undecided | as ever
          KeySource.timeout      | undecided | thrown | thrown | waits | as ever | undecided
          KeySource.health       | as ever | as ever | as ever | waits | as ever | as ever
          KeySource.onRefresh    | as ever | thrown | thrown | waits | as ever
          KeySource.close        | as ever | as ever | as ever | waits | as ever
          KeyFetcher.fetch       | undecided | undecided | undecided | undecided | undecided | undecided | undecided | undecided | as ever
          Supplier.get           | undecided | undecided | undecided | undecided | undecided | undecided
          TokenValidatorMonitor.begin | as ever | as ever | thrown | waits | as ever | as ever
          TokenValidatorMonitor.refreshedKeys | as ever | as ever | thrown | waits | as ever
          TokenValidatorMonitor.built | as ever | as ever | thrown | waits | as ever
          Recording.completed    | as ever | as ever | thrown | waits | as ever
          Recording.ended        | as ever | as ever | thrown / as ever | waits | as ever
          Appender.publish       | as ever | as ever | as ever | waits | as ever
          Continuation.follow    | as ever | as ever | as ever | as ever | as ever
          """,
          ClaimCheck.class,
          RoleMapper.class,
          ScopeMapper.class,
          Predicate.class,
          InstantSource.class,
          IssuerResolver.class,
          KeySource.class,
          KeyFetcher.class,
          Supplier.class,
          TokenValidatorMonitor.class,
          Recording.class,
          Appender.class,
          Continuation.class);

  private static final int BLOCKING = 0;
  private static final int ASYNC = 1;
  private static final int ASYNC_AFTER_A_WAIT = 2;

  /** What else than a good token reaches a method. */
  private static final Map<String, Reach> REACH =
      Map.ofEntries(
          Map.entry("Predicate.test", Reach.TENANT),
          Map.entry("IssuerResolver.resolve", Reach.RESOLVED_ISSUER),
          Map.entry("KeySource.refreshed", Reach.NEW_KEY),
          Map.entry("KeySource.timeout", Reach.NEW_KEY),
          Map.entry("TokenValidatorMonitor.refreshedKeys", Reach.NEW_KEY),
          Map.entry("Appender.publish", Reach.FORGED_TOKEN),
          Map.entry("TokenValidatorMonitor.built", Reach.START),
          Map.entry("KeySource.onRefresh", Reach.START),
          Map.entry("KeySource.health", Reach.HEALTH),
          Map.entry("KeySource.close", Reach.CLOSE));

  /** Where only the callers of other issuers are served during the fault. */
  private static final Set<Class<?>> OF_ONE_ISSUER =
      Set.of(IssuerResolver.class, KeySource.class, KeyFetcher.class, Supplier.class);

  /** The parameters of public methods that take code of users, and the code. */
  private static final Map<String, Class<?>> TAKEN = new LinkedHashMap<>();

  static {
    TAKEN.put("HttpKeySource.Builder.fetcher(KeyFetcher)", KeyFetcher.class);
    TAKEN.put("HttpKeySource.Builder.header(Supplier)", Supplier.class);
    TAKEN.put("HttpKeySource.Builder.proxy(ProxySelector)", ProxyFaultTest.class);
    TAKEN.put("IssuerConfig.Builder.claimCheck(ClaimCheck)", ClaimCheck.class);
    TAKEN.put("IssuerConfig.Builder.keySource(KeySource)", KeySource.class);
    TAKEN.put("IssuerConfig.Builder.roles(RoleMapper)", RoleMapper.class);
    TAKEN.put("IssuerConfig.Builder.scopes(ScopeMapper)", ScopeMapper.class);
    TAKEN.put("IssuerConfig.Builder.tenants(Predicate)", Predicate.class);
    TAKEN.put("KeySource.onRefresh(Consumer)", TokenValidatorMonitor.class);
    TAKEN.put("KeySource.polling(Callable)", FileFaultTest.class);
    TAKEN.put("HttpKeySource.onRefresh(Consumer)", TokenValidatorMonitor.class);
    TAKEN.put("RoleMapper.and(RoleMapper)", RoleMapper.class);
    TAKEN.put("TokenValidator.Builder.clock(InstantSource)", InstantSource.class);
    TAKEN.put("TokenValidator.Builder.issuerResolver(IssuerResolver)", IssuerResolver.class);
    TAKEN.put("TokenValidator.Builder.monitor(TokenValidatorMonitor)", TokenValidatorMonitor.class);
    TAKEN.put("SignaturePolicy.provider(Provider)", ProviderFaultTest.class);
    // The library's own code: the validator.
    TAKEN.put("TokenValidatorMonitor.built(WatchedValidator)", TokenValidator.class);
    TAKEN.put("TokenValidatorMonitor.Recording.ended(Report)", TokenValidator.class);
    // Called on the caller's thread, with what the caller has been given already.
    TAKEN.put("AccessToken.as(Function)", Continuation.class);
    TAKEN.put("ValidationResult.map(Function)", Continuation.class);
    TAKEN.put("ValidationResult.Accepted.map(Function)", Continuation.class);
    TAKEN.put("ValidationResult.Rejected.map(Function)", Continuation.class);
    TAKEN.put("ValidationResult.Undecided.map(Function)", Continuation.class);
  }

  private static Reach reach(Method method) {
    return REACH.getOrDefault(FaultTable.name(method), Reach.TOKEN);
  }

  private static List<Integer> calls(Method method) {
    Reach reach = reach(method);
    if (method.getDeclaringClass() == Continuation.class) {
      return List.of(ASYNC_AFTER_A_WAIT);
    }
    return switch (reach) {
      case START, HEALTH, CLOSE -> List.of(BLOCKING);
      case RESOLVED_ISSUER, NEW_KEY -> List.of(BLOCKING, ASYNC);
      default ->
          OF_ONE_ISSUER.contains(method.getDeclaringClass())
              ? List.of(BLOCKING, ASYNC)
              : List.of(BLOCKING, ASYNC, ASYNC_AFTER_A_WAIT);
    };
  }

  private static Stream<Arguments> cells() {
    return TABLE.methods().stream()
        .flatMap(method -> TABLE.cells(method, calls(method)).stream())
        .map(cell ->
            Arguments.of(
                FaultTable.name(cell.method()),
                cell.fault(),
                List.of("blocking", "asynchronous", "asynchronous after a wait").get(cell.call()),
                cell));
  }

  @ParameterizedTest(name = "{0} {1}, {2}")
  @MethodSource("cells")
  @Row({"F36", "F37", "F39", "F40", "F44"})
  @DisplayName("code of users that misbehaves")
  void answersEveryCallerWhateverCodeOfUsersDoes(String name, Fault fault, String call, Cell cell)
      throws Exception {
    Reach reach = reach(cell.method());
    boolean isCutOff = cell.outcome().equals("undecided") && fault.lasts();
    // Long enough for a busy machine to call the code before.
    Duration timeout = isCutOff ? Duration.ofMillis(500) : Patience.LONG;
    boolean isLate = cell.call() == ASYNC_AFTER_A_WAIT;
    try (CapturedLog log = new CapturedLog();
        ExtensionScene scene = new ExtensionScene(cell.method(), fault, reach, timeout, isLate)) {
      FutureTask<Void> caller =
          new FutureTask<>(() -> {
            call(scene, reach, cell.call());
            return null;
          });
      Thread thread = new Thread(caller, "caller");
      thread.setDaemon(true);
      thread.start();
      assertThat(scene.misbehaviour.isReached()).as("the code is called").isTrue();
      boolean waits = cell.outcome().equals("waits");
      if (!waits) {
        assertOutcome(cell, reach, scene, failure(caller), log);
      }
      scene.keysMayCome.complete(true);
      assertOthersAreServed(cell, reach, scene);
      if (waits) {
        assertThat(caller).isNotDone();
        scene.misbehaviour.close();
        assertOutcome(cell, reach, scene, failure(caller), log);
      }
      if (reach == Reach.CLOSE) {
        assertThat(scene.otherIsClosed).isTrue();
      } else {
        Patience.until(
            "recovery",
            () -> {
              scene.recover();
              return isAccepted(scene.validator(), scene.token(), scene.token());
            });
      }
    }
  }

  private static void call(ExtensionScene scene, Reach reach, int call) throws Exception {
    switch (reach) {
      case START -> scene.build().validate(scene.token());
      case HEALTH -> scene.health = scene.validator().keyHealth().get(Scene.ISSUER).toString();
      case CLOSE -> scene.validator().close();
      default -> {
        String token = scene.prepared();
        if (call == BLOCKING) {
          scene.validator().validate(token);
        } else {
          CompletableFuture<AccessToken> answer = Answers.future(scene.validator(), token);
          var unused = answer.whenComplete((accepted, failure) -> scene.continuation.follow());
          scene.keysMayCome.complete(true);
          // A thread that waits in get may run what follows the answer itself.
          Patience.until("an answer", answer::isDone);
          answer.get();
        }
      }
    }
  }

  /** What ended the call, or null if it was accepted. */
  private static @Nullable Throwable failure(FutureTask<Void> caller) throws Exception {
    try {
      caller.get(Patience.LONG.toSeconds(), TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof ExecutionException inner ? inner.getCause() : e.getCause();
    }
  }

  private static void assertOutcome(
      Cell cell, Reach reach, ExtensionScene scene, @Nullable Throwable failure, CapturedLog log) {
    boolean isAsEver = cell.outcome().equals("as ever") || cell.outcome().equals("waits");
    String outcome = outcome(failure);
    assertThat(outcome)
        .as("%s %s", FaultTable.name(cell.method()), cell.fault())
        .isEqualTo(isAsEver ? reach.outcome : cell.outcome());
    boolean isFailure = cell.fault() == Fault.THROWS || cell.fault() == Fault.FAILS_BY_AN_ERROR;
    Class<?> type = cell.method().getDeclaringClass();
    if (isFailure && type != Appender.class && type != Continuation.class) {
      StringWriter trace = new StringWriter();
      if (failure != null && (outcome.equals("thrown") || isOfSource(type))) {
        failure.printStackTrace(new PrintWriter(trace));
      }
      assertThat(log.text() + trace + scene.health)
          .as("a trace of the cause")
          .contains(scene.misbehaviour.failure().getClass().getSimpleName());
    }
  }

  /** What is wrong with a source of keys is told by its health, and by what callers get. */
  private static boolean isOfSource(Class<?> type) {
    return OF_ONE_ISSUER.contains(type) && type != IssuerResolver.class;
  }

  private static String outcome(@Nullable Throwable failure) {
    if (failure instanceof TokenRejectedException rejected) {
      return rejected.rejection().reason().name();
    }
    return failure == null
        ? "accepted"
        : failure instanceof UndecidedException ? "undecided" : "thrown";
  }

  private static void assertOthersAreServed(Cell cell, Reach reach, ExtensionScene scene) {
    if (reach == Reach.START || reach == Reach.CLOSE) {
      return;
    }
    assertThat(isAccepted(scene.validator(), scene.tokenOfOther(), scene.tokenOfOther()))
        .as("of another issuer")
        .isTrue();
    boolean isOfOneIssuer = OF_ONE_ISSUER.contains(cell.method().getDeclaringClass());
    if (!isOfOneIssuer && reach != Reach.NEW_KEY) {
      assertThat(isAccepted(scene.validator(), scene.token(), scene.token()))
          .as("of the same issuer")
          .isTrue();
    }
  }

  private static boolean isAccepted(TokenValidator validator, String one, String other) {
    return validator.tryValidate(one).isAccepted()
        && validator
            .tryValidateAsync(other)
            .orTimeout(Patience.LONG.toSeconds(), TimeUnit.SECONDS)
            .join()
            .isAccepted();
  }

  /** Fails for an option that takes code of users and is not in the table. */
  @Test
  void knowsAllCodeOfUsersThatTheLibraryTakes() throws Exception {
    assertThat(CodeOfUsers.in(Path.of("target/classes")))
        .containsExactlyInAnyOrderElementsOf(TAKEN.keySet());
  }

  /** Fails for a method of such code that is not in the table. */
  @Test
  void knowsAllMethodsThatTheLibraryCalls() {
    Set<String> called = new TreeSet<>();
    Stream.concat(TAKEN.values().stream(), Stream.of(Recording.class, Appender.class))
        .filter(Class::isInterface)
        .flatMap(type -> FaultTable.called(type).stream())
        .forEach(method -> called.add(FaultTable.name(method)));
    assertThat(TABLE.names()).containsExactlyInAnyOrderElementsOf(called);
  }
}
