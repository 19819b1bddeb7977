// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

/** A packaged service. */
enum Service {
  /** On the HTTP server of the JDK: a virtual thread for each request from Java 21 on. */
  PLAIN(Framework.PLAIN, "plain/target/service.jar"),
  QUARKUS(Framework.QUARKUS, "quarkus/target/quarkus-app/quarkus-run.jar"),
  QUARKUS_SMALLRYE_JWT(
      Framework.QUARKUS, "quarkus-smallrye-jwt/target/quarkus-app/quarkus-run.jar"),
  QUARKUS_OIDC(Framework.QUARKUS, "quarkus-oidc/target/quarkus-app/quarkus-run.jar"),
  SPRING_MVC(Framework.SPRING_MVC, "spring-mvc/target/service-exec.jar"),
  SPRING_WEBFLUX(Framework.SPRING_WEBFLUX, "spring-webflux/target/service-exec.jar");

  /** The framework: services that differ only in what validates the token have the same one. */
  enum Framework {
    PLAIN("Plain"),
    QUARKUS("Quarkus"),
    SPRING_MVC("SpringMvc"),
    SPRING_WEBFLUX("SpringWebFlux");

    private final String title;

    Framework(String title) {
      this.title = title;
    }

    /** The group of its rows. */
    String title() {
      return title;
    }
  }

  private final Framework framework;

  /** The file to start, below the folder of all services. */
  private final String jar;

  Service(Framework framework, String jar) {
    this.framework = framework;
    this.jar = jar;
  }

  Framework framework() {
    return framework;
  }

  /**
   * Whether it counts requests. It counts validations alone where the framework reads the header.
   */
  boolean hasHttpMonitor() {
    return framework == Framework.PLAIN || framework == Framework.QUARKUS;
  }

  String jar() {
    return jar;
  }
}
