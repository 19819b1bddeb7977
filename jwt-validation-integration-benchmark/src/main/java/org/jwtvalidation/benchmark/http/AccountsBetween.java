package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;

/** What a service records of its requests between two moments, and the processor time it takes. */
final class AccountsBetween {

  private final ServiceSession session;
  private final JsonNode before;
  private final Duration processorBefore;
  private Duration processorTime = Duration.ZERO;

  private AccountsBetween(ServiceSession session, JsonNode before) {
    this.session = session;
    this.before = before;
    this.processorBefore = session.service().processorTime();
  }

  static AccountsBetween begin(ServiceSession session) throws IOException {
    return new AccountsBetween(session, read(session));
  }

  /** The difference since the beginning; empty if the service keeps no accounts. */
  JsonNode end() throws IOException {
    processorTime = session.service().processorTime().minus(processorBefore);
    return difference(before, read(session));
  }

  private static JsonNode read(ServiceSession session) throws IOException {
    return session.hasAccounts()
        ? session.service().accounts()
        : JsonNodeFactory.instance.objectNode();
  }

  private static JsonNode difference(JsonNode before, JsonNode after) {
    if (after.isNumber()) {
      return JsonNodeFactory.instance.numberNode(after.asLong() - before.asLong());
    }
    ObjectNode difference = JsonNodeFactory.instance.objectNode();
    after
        .properties()
        .forEach(each ->
            difference.set(each.getKey(), difference(before.path(each.getKey()), each.getValue())));
    return difference;
  }

  /** The processor time that the service has taken for each request, in nanoseconds. */
  double processorNanos(Measurement measured) {
    return (double) processorTime.toNanos() / measured.requests();
  }
}
