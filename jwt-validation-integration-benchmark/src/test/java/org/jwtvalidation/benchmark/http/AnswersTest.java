// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class AnswersTest {

  private static HttpRow row(Service service, RequestKind kind) {
    return new HttpRow(
        "Layers",
        new HttpRow.Session(Subject.ours(service), KeyKind.RS256),
        kind,
        Load.closed(1),
        1);
  }

  private static Measurement measured(long requests, long answers, long wrong) {
    return new Measurement(new Histogram(2), requests, answers, wrong, List.of(), 1, 0, Map.of());
  }

  private static String problem(RequestKind kind, Measurement measured, long http, long validator)
      throws JsonProcessingException {
    return problem(Service.PLAIN, kind, measured, http, validator);
  }

  private static String problem(
      Service service, RequestKind kind, Measurement measured, long http, long validator)
      throws JsonProcessingException {
    return Answers.problem(
        row(service, kind),
        measured,
        new ObjectMapper()
            .readTree(
                String.format(
                    "{\"outcomes\":{\"SUCCESS\":%d,\"MISSING_TOKEN\":0},"
                        + "\"steps\":{\"COMPLETE_VALIDATION\":{\"count\":%d}}}",
                    http, validator)));
  }

  @Test
  void findsNothingWhereAllCountTheSame() throws JsonProcessingException {
    assertThat(problem(RequestKind.VALID, measured(7, 7, 0), 7, 7)).isEmpty();
    assertThat(problem(RequestKind.MISSING, measured(7, 7, 0), 7, 0)).isEmpty();
    // No HTTP monitor, and a path that reads no token.
    assertThat(problem(Service.SPRING_MVC, RequestKind.VALID, measured(7, 7, 0), 0, 7)).isEmpty();
    assertThat(problem(RequestKind.HEALTH, measured(7, 7, 0), 0, 0)).isEmpty();
  }

  @Test
  void findsWrongAndMissingAnswers() throws JsonProcessingException {
    assertThat(problem(RequestKind.FORGED, measured(7, 7, 2), 7, 7))
        .isEqualTo("2 of 7 requests are not answered with 401");
    assertThat(problem(RequestKind.VALID, measured(7, 6, 0), 7, 7))
        .isEqualTo("1 of 7 requests are not answered");
  }

  @Test
  void findsNothingToMeasureInARowWithoutRequests() throws JsonProcessingException {
    assertThat(problem(RequestKind.VALID, measured(0, 0, 0), 0, 0))
        .isEqualTo("no request was sent");
  }

  @Test
  void findsCountsThatDiffer() throws JsonProcessingException {
    assertThat(problem(RequestKind.VALID, measured(7, 7, 0), 6, 7))
        .isEqualTo("the service has counted 6 requests, and the generator 7");
    assertThat(problem(RequestKind.VALID, measured(7, 7, 0), 0, 7))
        .isEqualTo("the service has counted 0 requests, and the generator 7");
    assertThat(problem(RequestKind.VALID, measured(7, 7, 0), 7, 8))
        .isEqualTo("the service has counted 8 validations instead of 7");
  }
}
