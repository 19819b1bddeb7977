// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime.dev;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;

/** The last rejections, a bean in dev mode alone. Thread-safe. */
@Singleton
public class RecentRejections implements TokenValidatorMonitor {

  static final int KEPT = 50;

  private final LinkedBlockingDeque<RecentRejection> rejections = new LinkedBlockingDeque<>(KEPT);

  RecentRejections() {}

  @Override
  public Recording begin(TokenType type) {
    return report -> {
      Rejection rejection = report.rejection();
      if (rejection != null) {
        add(new RecentRejection(Instant.now(), report.issuer(), rejection));
      }
    };
  }

  private void add(RecentRejection rejection) {
    while (!rejections.offerFirst(rejection)) {
      rejections.pollLast();
    }
  }

  List<RecentRejection> newestFirst() {
    return List.copyOf(rejections);
  }
}
