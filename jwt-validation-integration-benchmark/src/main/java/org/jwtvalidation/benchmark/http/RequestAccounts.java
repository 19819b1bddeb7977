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
 * token, to what service and framework do with an authenticated request, to the phases and the
 * steps that the service has recorded, and the rest. Of loads with one connection, whose requests
 * wait for no other.
 *
 * <p>With a cached token there is next to nothing to record, so that its account shows what service
 * and framework do. That of a token that is not cached has the same part.
 */
final class RequestAccounts {

  private record Entry(RequestKind kind, double meanNanos, JsonNode account) {}

  private static final String FRAMEWORK = "service and framework";

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
      if (hasBaselines(rounds)) {
        ObjectNode account = accounts.addObject();
        account.put("name", session.subject().service() + " " + session.subject().tokens());
        ObjectNode parts = account.putObject("parts");
        parts(session, rounds).forEach(parts::put);
      }
    });
    return accounts;
  }

  private static boolean hasBaselines(List<Entry> rounds) {
    return median(rounds, RequestKind.HEALTH) > 0
        && median(rounds, RequestKind.UNREAD) > 0
        && median(rounds, RequestKind.VALID) > 0;
  }

  private Map<String, Double> parts(HttpRow.Session session, List<Entry> rounds) {
    Map<String, Double> parts = known(rounds);
    if (session.subject().isCached()) {
      parts.put(FRAMEWORK, left(rounds, parts));
      return parts;
    }
    List<Entry> cached =
        entries.getOrDefault(
            new HttpRow.Session(session.subject().cached(), session.key()), List.of());
    if (hasBaselines(cached)) {
      parts.put(FRAMEWORK, left(cached, known(cached)));
    }
    parts.put("the rest", left(rounds, parts));
    return parts;
  }

  private static double left(List<Entry> rounds, Map<String, Double> parts) {
    return median(rounds, RequestKind.VALID)
        - parts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static Map<String, Double> known(List<Entry> rounds) {
    double health = median(rounds, RequestKind.HEALTH);
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("network and server", health);
    parts.put("octets of the token", median(rounds, RequestKind.UNREAD) - health);
    for (String phase : PHASES) {
      parts.put(words(phase), mean(rounds, "/phases/" + phase));
    }
    for (ValidationStep step : ValidationStep.values()) {
      if (step != ValidationStep.COMPLETE_VALIDATION) {
        parts.put(words(step.name()), mean(rounds, "/steps/" + step));
      }
    }
    parts.values().removeIf(nanos -> nanos == 0);
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
