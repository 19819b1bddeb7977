// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A service as it is started, and the paths that are requested.
 *
 * @param peer what validates the tokens, as the report names it
 * @param threads the threads that serve requests
 * @param isSecure whether requests come over TLS
 * @param properties further system properties of the service
 */
record Subject(
    Service service,
    String peer,
    Threads threads,
    boolean isSecure,
    Map<String, String> properties) {

  /** The threads that serve the requests of a service. */
  enum Threads {
    /** Those that the service takes by default. */
    DEFAULT,
    /** A pool of platform threads. */
    WORKER,
    /** A virtual thread for each request. */
    VIRTUAL
  }

  static final String OURS = "JWT_VALIDATION";
  static final String OURS_CACHED = "JWT_VALIDATION_CACHED";
  static final String OURS_WARMED_UP = "JWT_VALIDATION_WARMED_UP";

  private static final String NIMBUS = "NIMBUS";

  private static final int CACHED = 1_000;

  static Subject ours(Service service) {
    return of(service, OURS, decoder(0));
  }

  static Subject oursCached(Service service) {
    return ours(service).cached();
  }

  private static Subject of(Service service, String peer, Map<String, String> properties) {
    return new Subject(service, peer, Threads.DEFAULT, false, properties);
  }

  private static Map<String, String> decoder(int cacheSize) {
    return Map.of("service.decoder", "ours", "service.cacheSize", String.valueOf(cacheSize));
  }

  /** The same with other threads than by default. */
  Subject on(Threads other) {
    Map<String, String> changed = new HashMap<>(properties);
    switch (service) {
      case PLAIN -> changed.put("service.virtualThreads", String.valueOf(other == Threads.VIRTUAL));
      case SPRING_MVC ->
          changed.put("spring.threads.virtual.enabled", String.valueOf(other == Threads.VIRTUAL));
      default -> {}
    }
    return new Subject(service, peer, other, isSecure, Map.copyOf(changed));
  }

  Subject overTls() {
    return new Subject(service, peer, threads, true, properties);
  }

  /** The services of all frameworks, with this library and with what their users have today. */
  static List<Subject> all() {
    return List.of(
        oursCached(Service.PLAIN),
        ours(Service.PLAIN),
        oursCached(Service.QUARKUS),
        ours(Service.QUARKUS),
        of(Service.QUARKUS_SMALLRYE_JWT, "SMALLRYE_JWT", Map.of()),
        of(Service.QUARKUS_OIDC, "OIDC", Map.of()),
        oursCached(Service.SPRING_MVC),
        ours(Service.SPRING_MVC),
        nimbus(Service.SPRING_MVC),
        oursCached(Service.SPRING_WEBFLUX),
        ours(Service.SPRING_WEBFLUX),
        nimbus(Service.SPRING_WEBFLUX));
  }

  private static Subject nimbus(Service service) {
    return of(service, NIMBUS, Map.of("service.decoder", "nimbus"));
  }

  /** Tells what is gained by how tokens are read from what is gained by how they are validated. */
  static Subject nimbusAfterOurResolver(Service service) {
    return of(service, "NIMBUS_AFTER_OUR_RESOLVER", Map.of("service.decoder", "nimbus,resolver"));
  }

  /** Quarkus chooses the threads by the path; the others are started with them. */
  String pathPrefix() {
    return service.framework() == Service.Framework.QUARKUS && threads != Threads.DEFAULT
        ? "/" + threads.name().toLowerCase(Locale.ROOT)
        : "";
  }

  /** Which valid tokens there are, as the report names them. */
  String tokens() {
    return isCached() ? "cached" : "valid";
  }

  boolean isCached() {
    return peer.equals(OURS_CACHED);
  }

  /** The same with the token cache of this library. */
  Subject cached() {
    Map<String, String> changed = new HashMap<>(properties);
    changed.putAll(decoder(CACHED));
    return new Subject(service, OURS_CACHED, threads, isSecure, Map.copyOf(changed));
  }

  /** The same, with this provider in place of this library's arithmetic; the plain service can. */
  Subject by(String provider, String name) {
    Map<String, String> changed = new HashMap<>(properties);
    changed.put("service.provider", provider);
    return new Subject(service, OURS + "_BY_" + name, threads, isSecure, Map.copyOf(changed));
  }

  /** The same, warmed up before it listens; the plain service can be. */
  Subject warmedUp() {
    Map<String, String> changed = new HashMap<>(properties);
    changed.put("service.warmUp", "true");
    return new Subject(service, OURS_WARMED_UP, threads, isSecure, Map.copyOf(changed));
  }

  /** Whether its tokens are read and validated as users of Spring do by default. */
  boolean isNimbus() {
    return peer.equals(NIMBUS);
  }

  boolean isOurs() {
    return peer.startsWith(OURS);
  }
}
