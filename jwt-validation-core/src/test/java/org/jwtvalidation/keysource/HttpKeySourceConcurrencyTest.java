// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.keysource.FetchScene.json;
import static org.jwtvalidation.keysource.FetchScene.status;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.KeyFetcher.Response;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/**
 * Many short rounds of callers that ask for keys at the same time while keys are fetched, rotated,
 * confirmed or lost, time passes, and the source is closed. Rules that apply to every order of
 * events are checked as they happen.
 */
@Tag("jdk-independent")
@Tag("slow")
@Timeout(900)
class HttpKeySourceConcurrencyTest {

  private static final int CALLERS = 4;

  /** The stress tests of {@link KeyRefresh} play pairs of events, and millions of rounds. */
  private static final int ROUNDS = 1_000;

  private static final Duration COOLDOWN = Duration.ofSeconds(30);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

  /** Reached only by a caller that waits for something that does not happen. */
  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  private static final List<String> DOCUMENTS = documents();
  private static final ExecutorService THREADS = Executors.newCachedThreadPool();

  private final Logger logger = Logger.getLogger(HttpKeySource.class.getName());
  private Filter filter;

  /** The n-th one has one key, with Key ID n. */
  private static List<String> documents() {
    List<String> documents = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      documents.add(JwkText.set(SigningKey.shared(ES256).jwk(String.valueOf(i))));
    }
    return documents;
  }

  /** Thousands of failures on purpose are not worth a line each. */
  @BeforeEach
  void silenceLog() {
    filter = logger.getFilter();
    logger.setFilter(logged -> false);
  }

  @AfterEach
  void restoreLog() {
    logger.setFilter(filter);
  }

  @AfterAll
  static void endThreads() {
    THREADS.shutdownNow();
  }

  /** What a round may have in it. */
  private enum Weather {
    /** Every fetch brings new keys, and nothing else happens but time passing. */
    FAIR,
    /** Fetches fail in every way, sets are confirmed, callers are interrupted. */
    FOUL
  }

  /** A fetch for an unknown key: when it began, and the number of the key that it brought. */
  private record Look(long begun, AtomicInteger brought) {}

  /** One source, its endpoint, and its callers. */
  private static final class Round {

    private final Random random;
    private final Weather weather;
    private final boolean confirming;
    private final Duration hardExpiry;
    private final long start = ThreadLocalRandom.current().nextLong();
    private final AtomicLong nanoTime = new AtomicLong(start);
    private final AtomicLong wallTime = new AtomicLong(1_700_000_000_000L);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger published = new AtomicInteger(-1);
    private final AtomicInteger fetched = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private final AtomicLong lastFailure = new AtomicLong();
    private final List<Look> looks = new CopyOnWriteArrayList<>();

    /** When a set came into force, or was confirmed, at the latest; unknown while that happens. */
    private final Map<Integer, AtomicReference<Long>> takenBy = new ConcurrentHashMap<>();

    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final HttpKeySource source;

    private Round(Random random, Weather weather) {
      this.random = random;
      this.weather = weather;
      this.confirming = weather == Weather.FOUL && random.nextBoolean();
      this.hardExpiry = weather == Weather.FAIR ? Duration.ofDays(365) : Duration.ofMinutes(20);
      this.source =
          HttpKeySource.jwksUri(FetchScene.JWKS)
              .fetcher(this::fetch)
              .totalTimeout(TIMEOUT)
              .unknownKeyCooldown(COOLDOWN)
              .hardExpiry(hardExpiry)
              .retryBackoff(FIRST_RETRY, Duration.ofSeconds(30))
              .clocks(new Moment.Clocks(this::nanoTime, wallTime::get))
              .random(() -> 0)
              .threads(random.nextBoolean() ? FetchScene.ON_THE_CALLER : LibraryThreads.SHARED)
              .build();
    }

    private void check(boolean isKept, String rule) {
      if (!isKept) {
        wrong.add(rule);
      }
    }

    /** Asked in the midst of every decision, which is where others are to come in between. */
    private long nanoTime() {
      stumble();
      long now = nanoTime.get();
      stumble();
      return now;
    }

    private static void stumble() {
      int way = ThreadLocalRandom.current().nextInt(16);
      if (way == 0) {
        LockSupport.parkNanos(1);
      } else if (way < 4) {
        for (int i = ThreadLocalRandom.current().nextInt(300); i > 0; i--) {
          Thread.onSpinWait();
        }
      }
    }

    // The endpoint

    private CompletableFuture<Response> fetch(KeyFetcher.Request request) {
      check(open.incrementAndGet() == 1, "one fetch is under way at a time");
      long now = nanoTime.get();
      int failures = failuresInARow.get();
      if (failures > 0) {
        long least = Math.min(FIRST_RETRY.toNanos() << Math.min(failures - 1, 20), 30_000_000_000L);
        check(now - lastFailure.get() >= least, "no fetch before its time after a failure");
      }
      boolean conditional = request.headers().containsKey("If-None-Match");
      Look look = null;
      if (!conditional && published.get() >= 0) {
        look = new Look(now, new AtomicInteger(-1));
        looks.add(look);
      }
      ThreadLocalRandom chance = ThreadLocalRandom.current();
      int fault = weather == Weather.FAIR ? 99 : chance.nextInt(16);
      if (fault == 0) {
        failing();
        throw new IllegalStateException("thrown");
      }
      if (fault == 1) {
        failing();
        throw new NoClassDefFoundError("thrown");
      }
      CompletableFuture<Response> response = new CompletableFuture<>();
      Look cause = look;
      boolean atOnce = chance.nextInt(3) == 0;
      Runnable answer = () -> answer(response, fault, conditional, cause, atOnce);
      if (atOnce) {
        answer.run();
      } else {
        THREADS.execute(() -> {
          stumble();
          answer.run();
        });
      }
      return response;
    }

    private void failing() {
      fetched.incrementAndGet();
      failed.incrementAndGet();
      lastFailure.set(nanoTime.get());
      failuresInARow.incrementAndGet();
      open.decrementAndGet();
    }

    private void answer(
        CompletableFuture<Response> response,
        int fault,
        boolean conditional,
        Look look,
        boolean atOnce) {
      if (fault == 2) {
        failing();
        response.completeExceptionally(new IOException("reset"));
      } else if (fault == 3) {
        failing();
        response.complete(status(503));
      } else if (fault == 4) {
        failing();
        response.complete(json("{\"keys\":["));
      } else if (fault < 10 && conditional && confirming) {
        succeeding(response, status(304), atOnce);
      } else {
        int next = published.get() + 1;
        published.set(next);
        if (look != null) {
          look.brought.set(next);
        }
        succeeding(response, json(DOCUMENTS.get(next % 64), "ETag", "\"" + next + "\""), atOnce);
      }
    }

    private void succeeding(CompletableFuture<Response> future, Response response, boolean atOnce) {
      AtomicReference<Long> taken = new AtomicReference<>();
      takenBy.put(published.get(), taken);
      int mine = fetched.incrementAndGet();
      failuresInARow.set(0);
      open.decrementAndGet();
      future.complete(response);
      if (!atOnce) {
        await(() -> source.health().refreshes() >= mine);
        taken.set(nanoTime.get());
      }
    }

    // The callers

    /** Which of the documents a set is of. */
    private static int number(JwkSet set) {
      return Integer.parseInt(String.valueOf(set.keys().get(0).keyId()));
    }

    private Void call(long seed, int calls) {
      Random own = new Random(seed);
      JwkSet seen = null;
      int newest = -1;
      for (int i = 0; i < calls; i++) {
        boolean interrupted = weather == Weather.FOUL && own.nextInt(20) == 0;
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        long realStart = System.nanoTime();
        try {
          switch (own.nextInt(8)) {
            case 0 -> Waiting.refreshIfDue(source);
            case 1 -> checkHealth();
            case 2 -> pass(own);
            case 3, 4 -> {
              JwkSet before = seen;
              seen =
                  before == null ? got(Waiting.jwkSet(source), newest) : lookedFor(before, newest);
            }
            default -> {
              long now = nanoTime.get();
              seen = got(Waiting.jwkSet(source), newest);
              Long taken = takenBy.get(number(seen)).get();
              check(
                  taken == null || now - taken < hardExpiry.toNanos(),
                  "no set past its hard expiry");
            }
          }
          newest = seen == null ? newest : number(seen);
        } catch (KeySourceException e) {
          check(
              weather == Weather.FOUL || closed.get(),
              "keys are there while nothing goes wrong, and not: " + e.getMessage());
        }
        // It would be for all of the time-out.
        check(System.nanoTime() - realStart < TIMEOUT.toNanos() / 2, "no caller waits in vain");
        check(Thread.interrupted() == interrupted, "the thread's flag is kept");
      }
      return null;
    }

    private JwkSet got(JwkSet set, int newest) {
      check(number(set) >= newest, "no set is older than the one before");
      return set;
    }

    private JwkSet lookedFor(JwkSet seen, int newest) {
      long now = nanoTime.get();
      int begun = looks.size();
      JwkSet set = got(Waiting.refreshed(source, seen), newest);
      if (set == seen && weather == Weather.FAIR && !closed.get()) {
        List<Look> all = List.copyOf(looks);
        check(
            !all.isEmpty() && now - all.get(all.size() - 1).begun < COOLDOWN.toNanos(),
            "a key is only unknown after a fetch for it");
        for (Look look : all.subList(0, begun)) {
          check(
              look.brought.get() >= 0 && look.brought.get() <= number(set),
              "a key is not unknown that a fetch is about to bring");
        }
      }
      return set;
    }

    private void checkHealth() {
      KeySourceHealth health = source.health();
      check(
          health.refreshes() >= health.failedRefreshes(), "no more refreshes fail than there are");
      check(health.isUsable() == (health.keys() > 0), "keys or none");
      check((health.age() == null) == (health.keys() == 0), "keys have an age");
      check(health.age() == null || !health.age().isNegative(), "an age is not negative");
      Duration next = health.nextRefresh();
      check(next == null ? closed.get() : !next.isNegative(), "there is a next refresh");
      check(
          (health.state() == State.CURRENT)
              || weather == Weather.FOUL
              || health.keys() == 0
              || health.age().compareTo(Duration.ofMinutes(10)) >= 0,
          "current while all is well");
    }

    private void pass(Random own) {
      long millis =
          switch (own.nextInt(8)) {
            case 0 -> own.nextInt(1_300_000);
            case 1 -> own.nextInt(500_000);
            case 2, 3 -> own.nextInt(31_000);
            case 4, 5 -> own.nextInt(2_000);
            default -> own.nextInt(3);
          };
      nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
      // Now and then somebody sets the clock back.
      wallTime.addAndGet(own.nextInt(10) == 0 ? -millis : millis);
    }

    private List<String> play() throws Exception {
      boolean closing = weather == Weather.FOUL && random.nextInt(8) == 0;
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        long seed = random.nextLong();
        Callable<Void> caller = () -> call(seed, 12);
        callers.add(THREADS.submit(caller));
      }
      if (closing) {
        stumble();
        closed.set(true);
        source.close();
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
      await(() -> open.get() == 0);
      long elapsed = nanoTime.get() - start;
      check(
          confirming || looks.size() <= elapsed / COOLDOWN.toNanos() + 1,
          "one fetch for unknown keys per cooldown");
      if (!closing) {
        // Nothing of what has happened keeps the keys from being fetched once more.
        // A fetch may still be on its way to the thread that starts it.
        await(() ->
            source.health().refreshes() == fetched.get()
                && source.health().failedRefreshes() == failed.get());
        await(() -> {
          nanoTime.addAndGet(Duration.ofHours(1).toNanos());
          int before = fetched.get();
          Waiting.refreshIfDue(source);
          await(() -> open.get() == 0 && source.health().refreshes() == fetched.get());
          return fetched.get() > before && source.health().state() == State.CURRENT;
        });
        source.close();
      }
      return wrong;
    }
  }

  /** As often as a round needs it, milliseconds would be too long. */
  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("in time").isNegative();
      LockSupport.parkNanos(20_000);
    }
  }

  private static void play(Weather weather) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(new Round(new Random(round), weather).play()).as("round %s", round).isEmpty();
    }
  }

  @Test
  void keepsItsRulesWhileAllIsWell() throws Exception {
    play(Weather.FAIR);
  }

  @Test
  void keepsItsRulesWhateverGoesWrong() throws Exception {
    play(Weather.FOUL);
  }
}
