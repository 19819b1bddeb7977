// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.benchmark.run.GivenOptions;
import org.jwtvalidation.benchmark.run.Turn;

class HttpTurnsTest {

  private static final double FORTY_MINUTES = 40 * 60;

  private static List<Turn> turns(Map<String, String> given) {
    HttpOptions options = HttpOptions.of(new GivenOptions(given));
    return HttpTurns.of(HttpPlan.of(options), options);
  }

  @Test
  void takeNoLongerThanFortyMinutesByDefault() {
    assertThat(turns(Map.of()).stream().mapToDouble(Turn::expectedSeconds).sum())
        .isLessThan(FORTY_MINUTES);
  }

  @Test
  void startAllServicesOfAGroupBeforeTheFirstIsMeasured() {
    assertThat(
            turns(
                Map.of(
                    "load.suite", "frameworks",
                    "load.include", "SpringMvc .* (JWT_VALIDATION|NIMBUS) RS256 .*")))
        .extracting(Turn::toString)
        .containsExactly(
            "start of SPRING_MVC JWT_VALIDATION RS256",
            "start of SPRING_MVC NIMBUS RS256",
            "SpringMvc SPRING_MVC JWT_VALIDATION RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC NIMBUS RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC NIMBUS RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC JWT_VALIDATION RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC JWT_VALIDATION RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC NIMBUS RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC NIMBUS RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC JWT_VALIDATION RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC JWT_VALIDATION RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC NIMBUS RS256 VALID, closed loop, 50 connections",
            "SpringMvc SPRING_MVC JWT_VALIDATION RS256 VALID, 1000 a second, 50 connections",
            "SpringMvc SPRING_MVC NIMBUS RS256 VALID, 1000 a second, 50 connections");
  }

  @Test
  void warmAServiceUpWithTheLastKindFirstAndTheMostConnectionsOfEach() {
    ServiceStart start =
        (ServiceStart)
            turns(
                    Map.of(
                        "load.suite", "layers",
                        "load.include", "CACHED RS256 (HEALTH|VALID), closed",
                        "load.connections", "10,50,1"))
                .get(0);

    assertThat(start.connections())
        .containsExactly(entry(RequestKind.VALID, 50), entry(RequestKind.HEALTH, 50));
  }

  @Test
  void warmAServiceUpWithEachKindOfARequestInTurns() {
    ServiceStart start =
        (ServiceStart)
            turns(Map.of("load.suite", "accounts", "load.include", "PLAIN .*CACHED")).get(0);

    assertThat(start.connections())
        .containsExactly(
            entry(RequestKind.VALID, 1),
            entry(RequestKind.UNREAD, 1),
            entry(RequestKind.HEALTH, 1));
  }

  @Test
  void startEachServiceThreeTimesToMeasureItsStart() {
    assertThat(turns(Map.of("load.suite", "startup", "load.include", "StartUp PLAIN")))
        .extracting(Turn::toString)
        .containsExactlyElementsOf(
            Collections.nCopies(
                3, "StartUp PLAIN JWT_VALIDATION RS256 VALID, closed loop, 1 connections"));
  }

  @Test
  void startNoServiceTwiceInAGroup() {
    List<Turn> turns = turns(Map.of("load.suite", "all"));
    List<String> starts =
        turns.stream()
            .filter(ServiceStart.class::isInstance)
            .map(turn -> ((ServiceStart) turn).group() + " " + turn)
            .toList();
    assertThat(starts).doesNotHaveDuplicates();
  }

  @Test
  void startANewServiceForEachTurnOfAStart() {
    assertThat(turns(Map.of("load.suite", "startup"))).noneMatch(ServiceStart.class::isInstance);
  }

  @Test
  void haveEachShareOfTheProcessors() {
    assertThat(
            turns(
                Map.of(
                    "load.suite", "layers",
                    "load.include", "HEADER, closed",
                    "load.cpus", "0.5,1",
                    "load.quick", "true")))
        .extracting(Turn::toString)
        .containsExactly(
            "start of PLAIN JWT_VALIDATION_CACHED RS256 on 0.5 processors",
            "start of PLAIN JWT_VALIDATION_CACHED RS256 on 1.0 processors",
            "Layers PLAIN JWT_VALIDATION_CACHED RS256 on 0.5 processors HEADER, closed loop,"
                + " 50 connections",
            "Layers PLAIN JWT_VALIDATION_CACHED RS256 on 1.0 processors HEADER, closed loop,"
                + " 50 connections");
  }
}
