// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final int COMPILE_CONNECTIONS = 50;

  private static final int MAX_COMPILE_ROUNDS = 8;

  /** A round that is less than a tenth faster than the best before shows that all is compiled. */
  private static final double COMPILED = 1.1;

  private final HttpRow.Session of;
  private final Path folder;
  private final HttpOptions options;
  private final TestIssuer issuer;
  private final Tokens tokens;
  private final RunningService service;
  private final Map<RequestKind, Path> tokenFiles = new EnumMap<>(RequestKind.class);

  private ServiceSession(
      HttpRow.Session of,
      Path folder,
      HttpOptions options,
      TestIssuer issuer,
      Tokens tokens,
      RunningService service) {
    this.of = of;
    this.folder = folder;
    this.options = options;
    this.issuer = issuer;
    this.tokens = tokens;
    this.service = service;
  }

  static ServiceSession start(
      HttpRow.Session of, Path services, Processors processors, Path folder, HttpOptions options)
      throws IOException {
    TestIssuer issuer = TestIssuer.builder().algorithm(of.key().algorithm()).start();
    try {
      TestKey key = of.key().generate();
      issuer.publish(key);
      Subject subject = of.subject();
      Map<String, String> properties = new LinkedHashMap<>(subject.properties());
      properties.put("service.issuer", issuer.issuer());
      properties.put("service.jwksUri", issuer.jwksUri().toString());
      properties.put("service.audience", issuer.audience());
      properties.put("service.recorded", String.valueOf(options.recorded()));
      properties.put("service.algorithm", of.key().algorithm().joseName());
      Path log = folder.resolve("services/" + subject.service() + "-" + subject.peer() + ".log");
      RunningService service =
          RunningService.start(
              services.resolve(subject.service().jar()),
              properties,
              processors,
              subject.isSecure() ? ServiceCertificate.in(folder.resolve("services")) : null,
              log);
      return new ServiceSession(
          of, folder, options, issuer, new Tokens(issuer, key, TOKENS), service);
    } catch (IOException | RuntimeException e) {
      issuer.close();
      throw e;
    }
  }

  /** The nanoseconds from the start of the JVM until a request with a token is answered. */
  long nanosToFirstAnswer() throws IOException {
    return service.awaitStatus(
        path(RequestKind.VALID), new Tokens(issuer, issuer.key(), 1).valid().get(0), 200);
  }

  /** Waits until the service listens, and sends no token. */
  void awaitReady() throws IOException {
    service.awaitStatus(path(RequestKind.HEALTH), null, RequestKind.HEALTH.status());
  }

  /** Checks that the service answers as it must, and compiles its code. */
  void warmUp() throws IOException {
    String valid = tokens.valid().get(0);
    service.awaitStatus(path(RequestKind.VALID), valid, RequestKind.VALID.status());
    checkAnswer(RequestKind.HEALTH, null);
    checkAnswer(RequestKind.VALID, valid);
    for (RequestKind kind : REFUSED) {
      List<String> bad = kind.of(tokens);
      checkAnswer(kind, bad.isEmpty() ? null : bad.get(0));
    }
    compile();
  }

  /** Sends requests until the service becomes no faster, which takes large frameworks long. */
  private void compile() throws IOException {
    double best = 0;
    for (int round = 0; round < MAX_COMPILE_ROUNDS; round++) {
      double rate = load(options.compileSeconds()).rate();
      if (rate < COMPILED * best) {
        return;
      }
      best = Math.max(best, rate);
    }
  }

  private void checkAnswer(RequestKind kind, @Nullable String token) throws IOException {
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

  private Measurement load(double seconds) throws IOException {
    LoadDefinition definition =
        definition(RequestKind.VALID, Load.closed(COMPILE_CONNECTIONS), seconds, "compile");
    return LoadGenerator.run(definition, folder.resolve("loads/compile.hf.yaml"));
  }

  /** What to send for a row; {@code name} is that of its files. */
  LoadDefinition definition(HttpRow row, double seconds, String name) throws IOException {
    return definition(row.kind(), row.load(), seconds, name);
  }

  private LoadDefinition definition(RequestKind kind, Load load, double seconds, String name)
      throws IOException {
    return new LoadDefinition(
        name, service.uri(path(kind)), kind.status(), tokenFile(kind), load, seconds);
  }

  private @Nullable Path tokenFile(RequestKind kind) throws IOException {
    List<String> lines = kind.of(tokens);
    if (lines.isEmpty()) {
      return null;
    }
    Path file = tokenFiles.get(kind);
    if (file == null) {
      file = folder.resolve("loads/" + of.key().algorithm() + "-" + kind + ".tokens");
      Files.write(file.toAbsolutePath(), lines);
      tokenFiles.put(kind, file);
    }
    return file.getFileName();
  }

  private String path(RequestKind kind) {
    return of.subject().pathPrefix() + kind.path();
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
