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
    PLAIN("Plain", 4),
    QUARKUS("Quarkus", 4),
    SPRING_MVC("SpringMvc", 7),
    SPRING_WEBFLUX("SpringWebFlux", 7);

    private final String title;
    private final int compileRounds;

    Framework(String title, int compileRounds) {
      this.title = title;
      this.compileRounds = compileRounds;
    }

    /** The group of its rows. */
    String title() {
      return title;
    }

    /** About how many rounds of requests it takes until its code is compiled. */
    int compileRounds() {
      return compileRounds;
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

  String jar() {
    return jar;
  }
}
