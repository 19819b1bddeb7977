// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The endpoints of a server by path, and a log of its requests. Thread-safe. */
final class Site {

  private static final int REMEMBERED = 10_000;

  private final Map<String, Endpoint> endpoints;
  private final Endpoint elsewhere;
  private final ReentrantLock logging = new ReentrantLock();
  private final ArrayDeque<TestRequest> log = new ArrayDeque<>(); // guarded by logging

  /** Creates a site of endpoints by path; {@code elsewhere} serves all other paths. */
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

  /** The latest requests, oldest first. */
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
