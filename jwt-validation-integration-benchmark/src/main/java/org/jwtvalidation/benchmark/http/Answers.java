// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;

/** Compares what generator, HTTP monitor and validator have counted. */
final class Answers {

  private Answers() {}

  /** What is wrong with a row; empty if nothing is. */
  static String problem(HttpRow row, Measurement measured, JsonNode account) {
    if (measured.requests() == 0) {
      return "no request was sent";
    }
    if (measured.wrong() > 0) {
      return measured.wrong()
          + " of "
          + measured.requests()
          + " requests are not answered with "
          + row.kind().status();
    }
    if (measured.answers() < measured.requests()) {
      return (measured.requests() - measured.answers())
          + " of "
          + measured.requests()
          + " requests are not answered";
    }
    if (!row.kind().path().equals(RequestKind.VALID.path()) || account.isEmpty()) {
      return "";
    }
    long requests =
        StreamSupport.stream(account.path("outcomes").spliterator(), false)
            .mapToLong(JsonNode::asLong)
            .sum();
    if (requests != measured.requests() && row.session().subject().service().hasHttpMonitor()) {
      return "the service has counted "
          + requests
          + " requests, and the generator "
          + measured.requests();
    }
    long validations = account.at("/steps/COMPLETE_VALIDATION/count").asLong();
    long expected = row.kind().isValidated() ? measured.requests() : 0;
    return validations == expected
        ? ""
        : "the service has counted " + validations + " validations instead of " + expected;
  }
}
