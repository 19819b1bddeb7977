// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a load in the language of Hyperfoil.
 *
 * @param tokens a file with a token a line, or null for requests without one
 * @param seconds how long it lasts
 */
record LoadDefinition(
    String name, URI uri, int status, @Nullable Path tokens, Load load, double seconds) {

  /** The name of the requests that are measured. */
  static final String REQUEST = "request";

  /** As many as can come in a second, before the generator gives up to start more. */
  private int sessions() {
    return (int) Math.max(load.connections(), 2 * peak());
  }

  /** As many as there are processors, unless it has fewer connections to divide among them. */
  int threads() {
    return Math.min(load.connections(), Runtime.getRuntime().availableProcessors());
  }

  private double peak() {
    return load.shape() == Load.Shape.BURSTS ? 5.0 * load.rate() : load.rate();
  }

  /** How long requests come; the generator waits for their answers after that. */
  double plannedSeconds() {
    return load.shape() == Load.Shape.BURSTS ? Math.ceil(seconds) : seconds;
  }

  String yaml() {
    StringBuilder yaml = new StringBuilder();
    yaml.append("name: ").append(name).append('\n');
    yaml.append("threads: ").append(threads()).append('\n');
    yaml.append("http:\n");
    yaml.append("  host: ").append(uri.resolve("/").toString().replaceFirst("/$", "")).append('\n');
    // The same protocol for all services, whatever else they offer over TLS.
    yaml.append("  allowHttp2: false\n");
    yaml.append("  sharedConnections: ").append(load.connections()).append('\n');
    yaml.append("ergonomics:\n");
    yaml.append("  repeatCookies: false\n");
    yaml.append("  autoRangeCheck: false\n");
    yaml.append("  stopOnInvalid: false\n");
    yaml.append("phases:\n");
    switch (load.shape()) {
      case CLOSED, IN_TURNS -> {
        yaml.append("- requests:\n");
        yaml.append("    always:\n");
        yaml.append("      users: ").append(load.connections()).append('\n');
        yaml.append("      duration: ").append(millis(seconds)).append('\n');
        scenario(yaml);
      }
      case OPEN, SUSTAINED, FIRST_SECONDS -> constantRate(yaml, "requests", 0, seconds);
      case BURSTS -> {
        for (int second = 0; second < seconds; second++) {
          constantRate(yaml, "burst" + second, second, 0.2);
        }
      }
    }
    return yaml.toString();
  }

  private void constantRate(StringBuilder yaml, String phase, int start, double duration) {
    yaml.append("- ").append(phase).append(":\n");
    yaml.append("    constantRate:\n");
    yaml.append("      startTime: ").append(start).append("s\n");
    yaml.append("      duration: ").append(millis(duration)).append('\n');
    yaml.append(String.format(Locale.ROOT, "      usersPerSec: %.1f%n", peak()));
    yaml.append("      maxSessions: ").append(sessions()).append('\n');
    yaml.append("      sessionLimitPolicy: CONTINUE\n");
    scenario(yaml);
  }

  private void scenario(StringBuilder yaml) {
    yaml.append("      scenario:\n");
    if (load.shape() == Load.Shape.IN_TURNS) {
      String health = uri.resolve(RequestKind.HEALTH.path().substring(1)).getPath();
      request(yaml, RequestKind.HEALTH.name(), health, null);
      request(yaml, RequestKind.UNREAD.name(), health, tokens);
    }
    request(yaml, REQUEST, uri.getPath(), tokens);
  }

  private void request(StringBuilder yaml, String name, String path, @Nullable Path tokens) {
    yaml.append("      - ").append(name).append(":\n");
    if (load.shape() == Load.Shape.IN_TURNS) {
      // The generator would answer a request by what it has got for the same path.
      yaml.append("        - clearHttpCache\n");
    }
    if (tokens != null) {
      yaml.append("        - randomItem:\n");
      yaml.append("            toVar: token\n");
      yaml.append("            file: ").append(tokens).append('\n');
    }
    yaml.append("        - httpRequest:\n");
    yaml.append("            GET: ").append(path).append('\n');
    if (tokens != null) {
      yaml.append("            headers:\n");
      yaml.append("              authorization:\n");
      yaml.append("                pattern: Bearer ${token}\n");
    }
    yaml.append("            handler:\n");
    yaml.append("              status:\n");
    yaml.append("                range: ").append(status).append('\n');
  }

  private static String millis(double seconds) {
    return Math.round(1_000 * seconds) + "ms";
  }
}
