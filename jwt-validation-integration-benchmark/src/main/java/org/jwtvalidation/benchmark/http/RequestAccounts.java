// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jwtvalidation.token.ValidationStep;

/**
 * Where the time of a request went: to what a request without a token takes, to the octets of the
 * token, to what service and framework do with an authenticated request, to the phases and the
 * steps that the service has recorded, and the rest. Of loads with one connection, whose requests
 * wait for no other.
 *
 * <p>With a cached token there is next to nothing to record, so that its account shows what service
 * and framework do. That of a token that is not cached has the same part.
 */
final class RequestAccounts {

  private record Entry(
      double health, double unread, double valid, JsonNode account, List<String> marks) {

    double left(Map<String, Double> parts) {
      return valid - parts.values().stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  private static final String FRAMEWORK = "service and framework";

  private static final List<String> PHASES =
      List.of("HEADER_EXTRACTION", "TOKEN_EXTRACTION", "AUTHORIZATION_CHECK");

  private final Map<HttpRow.Session, Entry> entries = new LinkedHashMap<>();

  /** Adds a row, which is of no other load if it has turns, and what makes it doubtful. */
  void add(HttpRow row, Measurement measured, JsonNode account, List<String> marks) {
    Measurement health = measured.inTurns().get(RequestKind.HEALTH.name());
    Measurement unread = measured.inTurns().get(RequestKind.UNREAD.name());
    if (health != null && unread != null) {
      entries.put(
          row.session(),
          new Entry(health.meanNanos(), unread.meanNanos(), measured.meanNanos(), account, marks));
    }
  }

  /** An array of accounts, with the nanoseconds of a request that went to each part. */
  ArrayNode json() {
    ArrayNode accounts = new ObjectMapper().createArrayNode();
    entries.forEach((session, entry) -> {
      ObjectNode account = accounts.addObject();
      String name =
          session.subject().service() + " " + session.subject().tokens() + session.share();
      account.put(
          "name",
          entry.marks.isEmpty() ? name : name + " (" + String.join(", ", entry.marks) + ")");
      ObjectNode parts = account.putObject("parts");
      parts(session, entry).forEach(parts::put);
    });
    return accounts;
  }

  private Map<String, Double> parts(HttpRow.Session session, Entry entry) {
    Map<String, Double> parts = known(entry);
    if (session.subject().isCached()) {
      parts.put(FRAMEWORK, entry.left(parts));
      return parts;
    }
    Entry cached =
        entries.get(new HttpRow.Session(session.subject().cached(), session.key(), session.cpus()));
    if (cached != null) {
      parts.put(FRAMEWORK, cached.left(known(cached)));
    }
    parts.put("the rest", entry.left(parts));
    return parts;
  }

  private static Map<String, Double> known(Entry entry) {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("network and server", entry.health);
    parts.put("octets of the token", entry.unread - entry.health);
    for (String phase : PHASES) {
      parts.put(words(phase), mean(entry, "/phases/" + phase));
    }
    for (ValidationStep step : ValidationStep.values()) {
      if (step != ValidationStep.COMPLETE_VALIDATION) {
        parts.put(words(step.name()), mean(entry, "/steps/" + step));
      }
    }
    parts.values().removeIf(nanos -> nanos == 0);
    return parts;
  }

  private static double mean(Entry entry, String pointer) {
    JsonNode recorded = entry.account.at(pointer);
    long count = recorded.path("count").asLong();
    return count == 0 ? 0 : recorded.path("nanos").asDouble() / count;
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
