package org.jwtvalidation.quarkus.dev;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/** The last rejections, a bean in dev mode alone. Thread-safe. */
@Singleton
public class RecentRejections implements TokenValidatorMonitor {

  static final int KEPT = 50;

  private final LinkedBlockingDeque<RecentRejection> rejections = new LinkedBlockingDeque<>(KEPT);

  RecentRejections() {}

  @Override
  public Recording begin(TokenType type) {
    return new Recorder();
  }

  private void add(RecentRejection rejection) {
    while (!rejections.offerFirst(rejection)) {
      rejections.pollLast();
    }
  }

  List<RecentRejection> newestFirst() {
    return List.copyOf(rejections);
  }

  private final class Recorder implements Recording {

    private @Nullable String issuer;

    @Override
    public void issuerFound(String name) {
      issuer = name;
    }

    @Override
    public void completed(ValidationStep step) {}

    @Override
    public void accepted() {}

    @Override
    public void rejected(Rejection rejection) {
      add(new RecentRejection(Instant.now(), issuer, rejection));
    }

    @Override
    public void undecided() {}
  }
}
