package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jwtvalidation.ValidationStep;

/**
 * Where the time of a request went: to what a request without a token takes, to the octets of the
 * token, to the phases and the steps that the service has recorded, and the rest. Of loads with one
 * connection, whose requests wait for no other.
 */
final class RequestAccounts {

  private record Entry(RequestKind kind, double meanNanos, JsonNode account) {}

  private static final List<String> PHASES =
      List.of("HEADER_EXTRACTION", "TOKEN_EXTRACTION", "AUTHORIZATION_CHECK");

  private final Map<HttpRow.Session, List<Entry>> entries = new LinkedHashMap<>();

  void add(HttpRow row, Measurement measured, JsonNode account) {
    if (row.group().equals(HttpRow.ACCOUNT)) {
      entries
          .computeIfAbsent(row.session(), session -> new ArrayList<>())
          .add(new Entry(row.kind(), measured.meanNanos(), account));
    }
  }

  /** An array of accounts, with the nanoseconds of a request that went to each part. */
  ArrayNode json() {
    ArrayNode accounts = new ObjectMapper().createArrayNode();
    entries.forEach((session, rounds) -> {
      double health = median(rounds, RequestKind.HEALTH);
      double unread = median(rounds, RequestKind.UNREAD);
      double valid = median(rounds, RequestKind.VALID);
      if (health > 0 && unread > 0 && valid > 0) {
        ObjectNode account = accounts.addObject();
        account.put("name", session.subject().service() + " " + session.subject().tokens());
        ObjectNode parts = account.putObject("parts");
        parts(rounds, health, unread, valid).forEach(parts::put);
      }
    });
    return accounts;
  }

  private static Map<String, Double> parts(
      List<Entry> rounds, double health, double unread, double valid) {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("network and server", health);
    parts.put("octets of the token", unread - health);
    for (String phase : PHASES) {
      parts.put(words(phase), mean(rounds, "/phases/" + phase));
    }
    for (ValidationStep step : ValidationStep.values()) {
      if (step != ValidationStep.COMPLETE_VALIDATION) {
        parts.put(words(step.name()), mean(rounds, "/steps/" + step));
      }
    }
    parts.values().removeIf(nanos -> nanos == 0);
    double accounted = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    parts.put("the rest", valid - accounted);
    return parts;
  }

  /** Of the rounds, so that one that was disturbed does not count; 0 if there is none. */
  private static double median(List<Entry> rounds, RequestKind kind) {
    double[] means =
        rounds.stream()
            .filter(entry -> entry.kind == kind)
            .mapToDouble(Entry::meanNanos)
            .sorted()
            .toArray();
    return means.length == 0 ? 0 : means[means.length / 2];
  }

  /** What the service has recorded, as a mean of all rounds. */
  private static double mean(List<Entry> rounds, String pointer) {
    long count = 0;
    double nanos = 0;
    for (Entry entry : rounds) {
      if (entry.kind == RequestKind.VALID) {
        count += entry.account.at(pointer).path("count").asLong();
        nanos += entry.account.at(pointer).path("nanos").asDouble();
      }
    }
    return count == 0 ? 0 : nanos / count;
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
