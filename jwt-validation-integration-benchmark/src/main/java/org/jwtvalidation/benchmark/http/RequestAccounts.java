package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.ValidationStep;

/**
 * Where the time of a request went: to what a request without a token takes, to the octets of the
 * token, to the phases and the steps that the service has recorded, and the rest. Of loads with one
 * connection, whose requests wait for no other.
 */
final class RequestAccounts {

  private record Entry(HttpRow row, double meanNanos, JsonNode account) {}

  private static final List<String> PHASES =
      List.of("HEADER_EXTRACTION", "TOKEN_EXTRACTION", "AUTHORIZATION_CHECK");

  private final List<Entry> entries = new ArrayList<>();

  void add(HttpRow row, Measurement measured, JsonNode account) {
    if (row.group().equals("Account")) {
      entries.add(new Entry(row, measured.meanNanos(), account));
    }
  }

  /** An array of accounts, with the nanoseconds of a request that went to each part. */
  ArrayNode json() {
    ArrayNode accounts = new ObjectMapper().createArrayNode();
    for (Entry entry : entries) {
      if (entry.row.kind() == RequestKind.VALID) {
        double health = mean(entry, RequestKind.HEALTH);
        double unread = mean(entry, RequestKind.UNREAD);
        if (health > 0 && unread > 0) {
          ObjectNode account = accounts.addObject();
          account.put("name", entry.row.session().subject().service() + " " + entry.row.method());
          ObjectNode parts = account.putObject("parts");
          parts(entry, health, unread).forEach(parts::put);
        }
      }
    }
    return accounts;
  }

  private static Map<String, Double> parts(Entry entry, double health, double unread) {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("network and server", health);
    parts.put("octets of the token", unread - health);
    for (String phase : PHASES) {
      parts.put(words(phase), mean(entry.account.path("phases").path(phase)));
    }
    for (ValidationStep step : ValidationStep.values()) {
      if (step != ValidationStep.COMPLETE_VALIDATION) {
        parts.put(words(step.name()), mean(entry.account.path("steps").path(step.name())));
      }
    }
    parts.values().removeIf(nanos -> nanos == 0);
    double accounted = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    parts.put("the rest", entry.meanNanos - accounted);
    return parts;
  }

  private double mean(Entry of, RequestKind kind) {
    return entries.stream()
        .filter(entry -> entry.row.kind() == kind && entry.row.session().equals(of.row.session()))
        .mapToDouble(Entry::meanNanos)
        .findFirst()
        .orElse(0);
  }

  private static double mean(JsonNode account) {
    long count = account.path("count").asLong();
    return count == 0 ? 0 : account.path("nanos").asDouble() / count;
  }

  private static String words(String constant) {
    return constant.toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
