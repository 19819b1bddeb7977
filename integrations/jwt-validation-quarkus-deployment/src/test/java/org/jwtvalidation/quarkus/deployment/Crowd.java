// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Clients that each send the next request when the last one was answered. An answer is right if any
 * of the phases allows it that the request has seen, from the one in which it was sent to the one
 * in which it was answered: a request may be decided in each of them.
 */
final class Crowd<P extends Enum<P>> implements AutoCloseable {

  /**
   * What may be asked.
   *
   * @param kind of the token, for {@code allowed}
   * @param expected the beginning of the body if the status is 200
   */
  record Question(String kind, String path, String token, String expected) {}

  private static final LongAdder NONE = new LongAdder();

  private final BiFunction<P, String, Set<Integer>> allowed;
  private final List<CompletableFuture<Void>> clients;
  private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
  private final Set<String> wrong = new ConcurrentSkipListSet<>();

  /** All until now. */
  private volatile List<P> phases;

  private volatile List<Question> questions;
  private volatile boolean over;

  /**
   * Begins.
   *
   * @param size the number of clients
   * @param allowed the statuses for a kind of token in a phase
   */
  Crowd(int size, P first, List<Question> questions, BiFunction<P, String, Set<Integer>> allowed) {
    this.phases = List.of(first);
    this.questions = questions;
    this.allowed = allowed;
    this.clients = Stream.generate(this::begin).limit(size).toList();
  }

  void phase(P next) {
    phases = Stream.concat(phases.stream(), Stream.of(next)).toList();
  }

  void ask(List<Question> next) {
    questions = List.copyOf(next);
  }

  private CompletableFuture<Void> begin() {
    CompletableFuture<Void> end = new CompletableFuture<>();
    next(end);
    return end;
  }

  private void next(CompletableFuture<Void> end) {
    if (over) {
      end.complete(null);
      return;
    }
    int sent = phases.size() - 1;
    List<Question> all = questions;
    Question question = all.get(ThreadLocalRandom.current().nextInt(all.size()));
    CompletableFuture<Void> asked =
        Client.send(question.path(), "Bearer " + question.token())
            .handle((answer, failure) -> {
              check(sent, question, answer, failure);
              next(end);
              return null;
            });
    var unused =
        asked.exceptionally(broken -> {
          end.completeExceptionally(broken);
          return null;
        });
  }

  private void check(int sent, Question question, HttpResponse<String> answer, Throwable failure) {
    List<P> now = phases;
    List<P> seen = now.subList(sent, now.size());
    String begin = seen + ", " + question.kind() + ": ";
    if (answer == null) {
      wrong.add(begin + failure);
      return;
    }
    int status = answer.statusCode();
    boolean isAllowed =
        seen.stream().anyMatch(phase -> allowed.apply(phase, question.kind()).contains(status));
    boolean isOwn = status != 200 || answer.body().startsWith(question.expected());
    boolean saysWhen = status != 503 || answer.headers().firstValue("Retry-After").isPresent();
    if (!isAllowed || !isOwn || !saysWhen) {
      wrong.add(begin + Client.answer(answer));
    }
    if (seen.size() == 1) {
      counts
          .computeIfAbsent(
              seen.get(0) + " " + question.kind() + " " + status, unused -> new LongAdder())
          .increment();
    }
  }

  /** The answers that were not allowed, each once. */
  Set<String> wrong() {
    return wrong;
  }

  /** Waits until so many requests were sent and answered in a phase. */
  void await(int answers, P in, String kind, int status) throws InterruptedException {
    String name = in + " " + kind + " " + status;
    while (counts.getOrDefault(name, NONE).sum() < answers) {
      if (clients.stream().anyMatch(CompletableFuture::isDone)) {
        throw new AssertionError("a client has ended while others wait for " + name);
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Override
  public void close() {
    over = true;
    CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new))
        .orTimeout(Await.FOREVER.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
