// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The services of a group, which run until the next group begins. */
final class SideBySide implements AutoCloseable {

  private final Path services;
  private final Processors processors;
  private final Path folder;
  private final HttpOptions options;
  private final Map<HttpRow.Session, ServiceSession> running = new LinkedHashMap<>();
  private final Map<HttpRow.Session, String> problems = new HashMap<>();
  private String group = "";

  SideBySide(Path services, Processors processors, Path folder, HttpOptions options) {
    this.services = services;
    this.processors = processors;
    this.folder = folder;
    this.options = options;
  }

  /** Ends the services of another group. */
  void begin(String next) {
    if (!group.equals(next)) {
      close();
      group = next;
    }
  }

  /**
   * Starts a service, checks its answers, and warms it up.
   *
   * @return what came of it
   */
  String start(ServiceStart start) {
    try {
      ServiceSession session =
          ServiceSession.start(start.session(), services, processors, folder, options);
      running.put(start.session(), session);
      session.checkAnswers();
      RequestKind kind = start.connections().keySet().iterator().next();
      String first =
          start.session().cpus() > 0
              ? session.warmUpFirst(kind)
              : processors.widely(session.service().processId(), () -> session.warmUpFirst(kind));
      return first + session.warmUp(start.connections());
    } catch (IOException | IllegalStateException e) {
      // The other services are measured without it.
      String problem = String.valueOf(e.getMessage());
      problems.put(start.session(), problem);
      ServiceSession session = running.remove(start.session());
      if (session != null) {
        session.close();
      }
      return "FAILED: " + problem;
    }
  }

  /**
   * Returns the service of a row.
   *
   * @throws IllegalStateException if it does not run
   */
  ServiceSession of(HttpRow row) {
    ServiceSession session = running.get(row.session());
    if (session == null) {
      throw new IllegalStateException(problems.getOrDefault(row.session(), "not started"));
    }
    return session;
  }

  /** The processor time that all services but one have taken by now. */
  Map<HttpRow.Session, Duration> processorTimesBeside(ServiceSession loaded) {
    Map<HttpRow.Session, Duration> times = new HashMap<>();
    running.forEach((session, service) -> {
      if (!service.equals(loaded)) {
        times.put(session, service.service().processorTime());
      }
    });
    return times;
  }

  @Override
  public void close() {
    running.values().forEach(ServiceSession::close);
    running.clear();
    problems.clear();
  }
}
