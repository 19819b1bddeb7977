// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.quarkus.deployment.UnsteadyIssuer.ISSUER;

import io.quarkus.test.QuarkusUnitTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.LogRecord;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.quarkus.deployment.Crowd.Question;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/** Many clients while keys rotate, and the issuer goes away and comes back. */
@Tag("jdk-independent")
@Timeout(600)
class UnsteadyIssuerTest {

  private static final int CLIENTS = 200;

  private static final Set<String> WAITING = Set.of("park", "sleep", "sleep0", "wait", "wait0");

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.ordersFrom(UnsteadyIssuer.class, Crowd.class, Question.class, Phase.class)
          .setLogRecordPredicate(UnsteadyIssuerTest::tellsOfWaitingEventLoop)
          .assertLogRecords(lines -> assertThat(lines).isEmpty());

  /** What happens to the issuer. */
  enum Phase {
    STALLED_FROM_START,
    COMING,
    STEADY,
    AWAY,
    COMING_BACK,
    BACK,
    STALLED
  }

  /** On a busy machine, an event loop is also late where it has only worked. */
  private static boolean tellsOfWaitingEventLoop(LogRecord line) {
    if (!line.getLoggerName().contains("BlockedThreadChecker") || line.getThrown() == null) {
      return false;
    }
    List<StackTraceElement> stack = List.of(line.getThrown().getStackTrace());
    return stack.stream().limit(1).anyMatch(top -> WAITING.contains(top.getMethodName()))
        && stack.stream().anyMatch(each -> each.getClassName().startsWith("org.jwtvalidation."));
  }

  private static Set<Integer> allowed(Phase phase, String kind) {
    return switch (kind) {
      case "expired", "malformed" -> Set.of(401);
      case "known" -> unlessNothingIsKnown(phase, 200);
      case "insufficient" -> unlessNothingIsKnown(phase, 403);
      case "tampered", "foreign" -> unlessNothingIsKnown(phase, 401);
      // Of a key that was published while the issuer could not be asked.
      case "early" -> phase == Phase.COMING_BACK ? Set.of(200, 401) : Set.of(401);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static Set<Integer> unlessNothingIsKnown(Phase phase, int status) {
    return switch (phase) {
      case STALLED_FROM_START -> Set.of(503);
      case COMING -> Set.of(503, status);
      default -> Set.of(status);
    };
  }

  private static TokenBuilder token(TestKey key) {
    return ISSUER.token().signedBy(key).scope("orders:read").expiresIn(Duration.ofMinutes(30));
  }

  /** Different users, so that an answer to one is never that to another. */
  private static Stream<Question> good(String kind, TestKey key) {
    return IntStream.range(0, 20)
        .mapToObj(user -> {
          String name = kind + user;
          String token = token(key).subject(name).compact();
          return new Question(kind, user % 2 == 0 ? "/orders/mine" : "/orders/later", token, name);
        });
  }

  private static Stream<Question> bad(TestKey key) {
    String valid = token(key).compact();
    TestKey foreign = ISSUER.unpublishedKey(SignatureAlgorithm.ES256);
    return Stream.of(
        new Question("expired", "/orders/later", token(key).expired().compact(), ""),
        new Question("malformed", "/orders/mine", "a.b.c", ""),
        new Question("tampered", "/orders/later", Tampering.flipSignatureBit(valid), ""),
        new Question("foreign", "/orders/read", token(foreign).compact(), ""),
        new Question("insufficient", "/orders/clerks", valid, ""));
  }

  private static List<Question> questions(TestKey... known) {
    List<Question> questions = new ArrayList<>();
    for (TestKey key : known) {
      good("known", key).forEach(questions::add);
      bad(key).forEach(questions::add);
    }
    return questions;
  }

  private static List<Question> with(List<Question> questions, TestKey early) {
    return Stream.concat(questions.stream(), good("early", early)).toList();
  }

  private static TestKey published() {
    TestKey key = ISSUER.unpublishedKey(SignatureAlgorithm.ES256);
    ISSUER.publish(key);
    return key;
  }

  private static void awaitAcceptanceOf(TestKey key) throws Exception {
    String bearer = "Bearer " + token(key).compact();
    while (Client.get("/orders/read", bearer).statusCode() != 200) {
      MILLISECONDS.sleep(50);
    }
  }

  @Test
  void givesTwoHundredClientsNoWrongAnswer() throws Exception {
    TestKey first = ISSUER.key();
    Crowd<Phase> crowd =
        new Crowd<>(
            CLIENTS, Phase.STALLED_FROM_START, questions(first), UnsteadyIssuerTest::allowed);
    try (crowd) {
      crowd.await(CLIENTS / 2, Phase.STALLED_FROM_START, "known", 503);

      crowd.phase(Phase.COMING);
      ISSUER.recover();
      awaitAcceptanceOf(first);
      crowd.phase(Phase.STEADY);
      crowd.await(CLIENTS, Phase.STEADY, "known", 200);

      TestKey second = published();
      // An issuer publishes a key before it signs with it.
      awaitAcceptanceOf(second);
      crowd.ask(questions(first, second));
      crowd.await(2 * CLIENTS, Phase.STEADY, "known", 200);
      crowd.await(1, Phase.STEADY, "foreign", 401);

      ISSUER.disconnect();
      TestKey third = published();
      crowd.phase(Phase.AWAY);
      crowd.ask(with(questions(first, second), third));
      crowd.await(CLIENTS, Phase.AWAY, "known", 200);
      crowd.await(CLIENTS, Phase.AWAY, "early", 401);

      crowd.phase(Phase.COMING_BACK);
      ISSUER.recover();
      awaitAcceptanceOf(third);
      crowd.ask(questions(second, third));
      crowd.phase(Phase.BACK);
      crowd.await(CLIENTS, Phase.BACK, "known", 200);

      // No answer of before can have a key that is published after this.
      UnsteadyIssuer.stallNextFetch();
      TestKey fourth = published();
      crowd.phase(Phase.STALLED);
      crowd.ask(with(questions(second, third), fourth));
      crowd.await(CLIENTS, Phase.STALLED, "known", 200);
      // The first of these are answered when a fetch has come to its time-out.
      crowd.await(CLIENTS / 2, Phase.STALLED, "early", 401);

      crowd.phase(Phase.COMING_BACK);
      ISSUER.recover();
      awaitAcceptanceOf(fourth);
    }
    assertThat(crowd.wrong()).isEmpty();
  }
}
