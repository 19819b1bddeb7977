package org.jwtvalidation.testkit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** What a server answers at which path, and a log of what it was asked. Thread-safe. */
final class Site {

  private static final int REMEMBERED = 10_000;

  private final Map<String, Endpoint> endpoints;
  private final Endpoint elsewhere;
  private final ReentrantLock logging = new ReentrantLock();
  private final ArrayDeque<TestRequest> log = new ArrayDeque<>(); // guarded by logging

  /** A site of endpoints by path; {@code elsewhere} answers whatever is asked for besides. */
  Site(Map<String, Endpoint> endpoints, Endpoint elsewhere) {
    this.endpoints = Map.copyOf(endpoints);
    this.elsewhere = elsewhere;
  }

  TestResponse respond(TestRequest request) {
    remember(request);
    return endpoints.getOrDefault(request.path(), elsewhere).respond(request);
  }

  private void remember(TestRequest request) {
    logging.lock();
    try {
      if (log.size() == REMEMBERED) {
        log.removeFirst();
      }
      log.addLast(request);
    } finally {
      logging.unlock();
    }
  }

  /** The latest requests, the oldest first. */
  List<TestRequest> requests() {
    logging.lock();
    try {
      return List.copyOf(log);
    } finally {
      logging.unlock();
    }
  }

  void forgetRequests() {
    logging.lock();
    try {
      log.clear();
    } finally {
      logging.unlock();
    }
  }
}
