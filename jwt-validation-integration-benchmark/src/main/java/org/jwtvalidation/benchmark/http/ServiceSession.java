// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/** A service that runs, its issuer, and the tokens for it. */
final class ServiceSession implements AutoCloseable {

  private static final String BODY = "orders of alice";
  private static final List<RequestKind> REFUSED =
      List.of(
          RequestKind.MISSING,
          RequestKind.EXPIRED,
          RequestKind.FORGED,
          RequestKind.MALFORMED,
          RequestKind.WRONG_AUDIENCE);

  /** As many tokens as the workload of the other suites has. */
  private static final int TOKENS = 600;

  /**
   * So few that the compilers get processor time: they share it with each thread that serves a
   * request.
   */
  private static final int FIRST_CONNECTIONS = 4;

  private final HttpRow.Session of;
  private final Path loads;
  private final LoadGenerator generator;
  private final HttpOptions options;
  private final TestIssuer issuer;
  private final TestKey key;
  private final RunningService service;
  private final @Nullable Quota quota;
  private final Map<RequestKind, Optional<Path>> tokenFiles = new EnumMap<>(RequestKind.class);
  private final Set<RequestKind> unlevel = EnumSet.noneOf(RequestKind.class);

  private ServiceSession(
      HttpRow.Session of,
      Path loads,
      LoadGenerator generator,
      HttpOptions options,
      TestIssuer issuer,
      TestKey key,
      RunningService service,
      @Nullable Quota quota) {
    this.of = of;
    this.loads = loads;
    this.generator = generator;
    this.options = options;
    this.issuer = issuer;
    this.key = key;
    this.service = service;
    this.quota = quota;
  }

  static ServiceSession start(
      HttpRow.Session of, Path services, Processors processors, Path folder, HttpOptions options)
      throws IOException {
    TestIssuer issuer = TestIssuer.builder().algorithm(of.key().algorithm()).start();
    @Nullable Quota quota = null;
    try {
      List<String> prefix = new ArrayList<>(processors.command());
      if (of.cpus() > 0) {
        quota = Quota.of(of.cpus());
        prefix = new ArrayList<>(quota.command());
        prefix.addAll(processors.commandOfAll());
      }
      TestKey key = of.key().generate();
      issuer.publish(key);
      Subject subject = of.subject();
      Map<String, String> properties = new LinkedHashMap<>(subject.properties());
      properties.put("service.issuer", issuer.issuer());
      properties.put("service.jwksUri", issuer.jwksUri().toString());
      properties.put("service.audience", issuer.audience());
      properties.put("service.recorded", String.valueOf(options.recorded()));
      Path log = folder.resolve("services/" + of.fileName() + ".log");
      RunningService service =
          RunningService.start(
              services.resolve(subject.service().jar()),
              properties,
              prefix,
              subject.isSecure() ? ServiceCertificate.in(folder.resolve("services")) : null,
              log,
              quota == null ? () -> {} : quota::close);
      Path loads = folder.resolve("loads");
      return new ServiceSession(
          of,
          loads,
          new LoadGenerator(loads, quota == null && processors.areDivided()),
          options,
          issuer,
          key,
          service,
          quota);
    } catch (IOException | RuntimeException e) {
      issuer.close();
      if (quota != null) {
        quota.close();
      }
      throw e;
    }
  }

  /** The nanoseconds from the start of the JVM until a request with a token is answered. */
  long nanosToFirstAnswer() throws IOException {
    return service.awaitStatus(
        path(RequestKind.VALID), tokens(1).valid().get(0), RequestKind.VALID.status());
  }

  /** Waits until the service listens, and sends no token. */
  void awaitReady() throws IOException {
    service.awaitStatus(path(RequestKind.HEALTH), null, RequestKind.HEALTH.status());
  }

  /**
   * Checks that the service answers as it must.
   *
   * @throws IllegalStateException if it does not
   */
  void checkAnswers() throws IOException {
    Tokens tokens = tokens(1);
    service.awaitStatus(path(RequestKind.VALID), tokens.valid().get(0), RequestKind.VALID.status());
    checkAnswer(RequestKind.HEALTH, tokens);
    checkAnswer(RequestKind.VALID, tokens);
    for (RequestKind kind : REFUSED) {
      checkAnswer(kind, tokens);
    }
  }

  /**
   * Sends requests until the service becomes no faster, on so few connections that its compilers
   * keep up.
   *
   * @return what that was like, in a few words
   */
  String warmUpFirst(RequestKind kind) throws IOException {
    if (options.quick()) {
      return "not awaited until level";
    }
    LoadGenerator sharing = new LoadGenerator(loads, false);
    return WarmUp.untilLevel(() -> load(sharing, kind, FIRST_CONNECTIONS)).toString();
  }

  /**
   * Sends requests of these kinds as the rows will, each until the service becomes no faster: where
   * requests wait for each other, it runs other code.
   *
   * @param connections by each kind, those of the rows
   * @return what the warm-up was like, in a few words for each kind
   */
  String warmUp(Map<RequestKind, Integer> connections) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<RequestKind, Integer> each : connections.entrySet()) {
      RequestKind kind = each.getKey();
      if (options.quick()) {
        load(generator, kind, each.getValue());
        continue;
      }
      WarmUp warmUp = WarmUp.untilLevel(() -> load(generator, kind, each.getValue()));
      if (!warmUp.isLevel()) {
        unlevel.add(kind);
      }
      text.append("; ").append(kind).append(' ').append(warmUp);
    }
    return text.toString();
  }

  boolean isLevel(RequestKind kind) {
    return !unlevel.contains(kind);
  }

  private void checkAnswer(RequestKind kind, Tokens tokens) throws IOException {
    String token = kind.of(tokens).stream().findFirst().orElse(null);
    HttpResponse<String> answer = service.get(path(kind), token);
    boolean isRight =
        answer.statusCode() == kind.status()
            && (kind.status() != 200 || answer.body().equals(BODY));
    if (!isRight) {
      throw new IllegalStateException(
          "a request of the kind "
              + kind
              + " must be answered with "
              + kind.status()
              + ", and is with "
              + answer.statusCode());
    }
  }

  /**
   * A period of a warm-up. As before each turn of a row, the accounts are read: the first time,
   * that loads classes, and the service discards what it has compiled without them.
   */
  private WarmUp.Sample load(LoadGenerator from, RequestKind kind, int connections)
      throws IOException {
    if (hasAccounts()) {
      service.accounts();
    }
    LoadDefinition definition =
        definition(kind, Load.closed(connections), options.warmup(), "warmup");
    Duration before = service.processorTime();
    Measurement measured = from.run(definition);
    service.checkThatItRuns();
    return new WarmUp.Sample(
        measured.requests(),
        (double) service.processorTime().minus(before).toNanos() / measured.requests());
  }

  /** What to send for a row; {@code name} is that of its files. */
  LoadDefinition definition(HttpRow row, double seconds, String name) throws IOException {
    return definition(row.kind(), row.load(), seconds, name);
  }

  private LoadDefinition definition(RequestKind kind, Load load, double seconds, String name)
      throws IOException {
    return new LoadDefinition(
        name, service.uri(path(kind)), kind.status(), tokenFile(kind).orElse(null), load, seconds);
  }

  private Optional<Path> tokenFile(RequestKind kind) throws IOException {
    Optional<Path> file = tokenFiles.get(kind);
    if (file == null) {
      file = writeTokens(kind);
      tokenFiles.put(kind, file);
    }
    return file;
  }

  private Optional<Path> writeTokens(RequestKind kind) throws IOException {
    List<String> lines = kind.of(tokens(TOKENS));
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    // Each service has an issuer of its own.
    Path file = Path.of(of.fileName() + "-" + kind + ".tokens");
    Files.write(loads.resolve(file), lines);
    return Optional.of(file);
  }

  private Tokens tokens(int number) {
    return new Tokens(issuer, key, number);
  }

  private String path(RequestKind kind) {
    return of.subject().pathPrefix() + kind.path();
  }

  /** In how many periods the service had used up its quota; 0 without one. */
  long throttledPeriods() {
    return quota == null ? 0 : quota.throttledPeriods();
  }

  /** How many processors service and generator may use together. */
  double processors(Processors machine) {
    return quota == null
        ? machine.number()
        : Math.min(machine.number(), of.cpus() + Runtime.getRuntime().availableProcessors());
  }

  /** How many processors the service may use. */
  double ownProcessors(Processors machine) {
    return quota == null ? machine.numberOfServices() : of.cpus();
  }

  /** Sends requests to the service while it has its own processors only. */
  LoadGenerator generator() {
    return generator;
  }

  RunningService service() {
    return service;
  }

  boolean hasAccounts() {
    return of.subject().isOurs();
  }

  @Override
  public void close() {
    service.close();
    issuer.close();
  }
}
