package org.jwtvalidation.benchmark.http;

import java.util.List;
import java.util.Map;

/**
 * A service as it is started, and the paths that are requested.
 *
 * @param peer what validates the tokens, as the report names it
 * @param threads the threads that serve requests, and the prefix of their paths
 * @param properties further system properties of the service
 */
record Subject(Service service, String peer, Threads threads, Map<String, String> properties) {

  /** The threads that serve the requests of a service. */
  enum Threads {
    /** Those that the service takes by default. */
    DEFAULT(""),
    WORKER("/worker"),
    VIRTUAL("/virtual");

    private final String prefix;

    Threads(String prefix) {
      this.prefix = prefix;
    }

    String prefix() {
      return prefix;
    }
  }

  static final String OURS = "JWT_VALIDATION";
  static final String OURS_CACHED = "JWT_VALIDATION_CACHED";

  private static final int CACHED = 1_000;

  static Subject ours(Service service) {
    return new Subject(service, OURS, Threads.DEFAULT, decoder(0));
  }

  static Subject oursCached(Service service) {
    return new Subject(service, OURS_CACHED, Threads.DEFAULT, decoder(CACHED));
  }

  private static Map<String, String> decoder(int cacheSize) {
    return Map.of("service.decoder", "ours", "service.cacheSize", String.valueOf(cacheSize));
  }

  Subject on(Threads other) {
    return new Subject(service, peer, other, properties);
  }

  /** The services of all frameworks, with this library and with what their users have today. */
  static List<Subject> all() {
    return List.of(
        oursCached(Service.PLAIN),
        ours(Service.PLAIN),
        oursCached(Service.QUARKUS),
        ours(Service.QUARKUS),
        new Subject(Service.QUARKUS_SMALLRYE_JWT, "SMALLRYE_JWT", Threads.DEFAULT, Map.of()),
        new Subject(Service.QUARKUS_OIDC, "OIDC", Threads.DEFAULT, Map.of()),
        oursCached(Service.SPRING_MVC),
        ours(Service.SPRING_MVC),
        nimbus(Service.SPRING_MVC),
        oursCached(Service.SPRING_WEBFLUX),
        ours(Service.SPRING_WEBFLUX),
        nimbus(Service.SPRING_WEBFLUX));
  }

  private static Subject nimbus(Service service) {
    return new Subject(service, "NIMBUS", Threads.DEFAULT, Map.of("service.decoder", "nimbus"));
  }

  boolean isOurs() {
    return peer.startsWith(OURS);
  }
}
