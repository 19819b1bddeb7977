// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.run.MachineUse;
import org.jwtvalidation.benchmark.run.ProcessorUse;

/**
 * What a service records of its requests between two moments, and the processor time that service
 * and generator take.
 */
final class AccountsBetween {

  private final ServiceSession session;
  private final JsonNode before;
  private final Duration serviceBefore;
  private final Duration generatorBefore;
  private final ProcessorUse machineBefore = ProcessorUse.now();
  private Duration service = Duration.ZERO;
  private Duration generator = Duration.ZERO;
  private @Nullable MachineUse machine;

  private AccountsBetween(ServiceSession session, JsonNode before) {
    this.session = session;
    this.before = before;
    this.serviceBefore = session.service().processorTime();
    this.generatorBefore = RunningService.processorTime(ProcessHandle.current());
  }

  static AccountsBetween begin(ServiceSession session) throws IOException {
    return new AccountsBetween(session, read(session));
  }

  /** The difference since the beginning; empty if the service keeps no accounts. */
  JsonNode end() throws IOException {
    generator = RunningService.processorTime(ProcessHandle.current()).minus(generatorBefore);
    service = session.service().processorTime().minus(serviceBefore);
    machine = MachineUse.since(machineBefore, service);
    return difference(before, read(session));
  }

  /** What the machine did meanwhile. */
  MachineUse machine() {
    return Objects.requireNonNull(machine, "not ended");
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

  /**
   * The processor time for each request.
   *
   * @param processors of generator and service together
   */
  ProcessorTime processorTime(Measurement measured, int processors) {
    double nanos = 1e9 * measured.seconds();
    return new ProcessorTime(
        (double) service.toNanos() / measured.requests(),
        (double) generator.toNanos() / measured.requests(),
        generator.toNanos() / (nanos * Runtime.getRuntime().availableProcessors()),
        generator.plus(service).toNanos() / (nanos * processors));
  }
}
