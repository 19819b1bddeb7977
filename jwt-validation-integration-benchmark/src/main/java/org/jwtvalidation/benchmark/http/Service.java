package org.jwtvalidation.benchmark.http;

/** A packaged service. */
enum Service {
  /** On the HTTP server of the JDK: a virtual thread for each request from Java 21 on. */
  PLAIN("plain/target/service.jar"),
  QUARKUS("quarkus/target/quarkus-app/quarkus-run.jar"),
  QUARKUS_SMALLRYE_JWT("quarkus-smallrye-jwt/target/quarkus-app/quarkus-run.jar"),
  QUARKUS_OIDC("quarkus-oidc/target/quarkus-app/quarkus-run.jar"),
  SPRING_MVC("spring-mvc/target/service-exec.jar"),
  SPRING_WEBFLUX("spring-webflux/target/service-exec.jar");

  /** The file to start, below the folder of all services. */
  private final String jar;

  Service(String jar) {
    this.jar = jar;
  }

  String jar() {
    return jar;
  }

  /** The framework: services that differ only in what validates the token have the same one. */
  String framework() {
    return name().startsWith("QUARKUS") ? "QUARKUS" : name();
  }
}
