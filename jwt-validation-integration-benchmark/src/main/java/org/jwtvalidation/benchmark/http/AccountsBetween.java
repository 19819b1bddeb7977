// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
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
  private final SideBySide running;
  private final Map<HttpRow.Session, Duration> idleBefore;
  private final JsonNode before;
  private final long throttledBefore;
  private final Duration serviceBefore;
  private Duration toConnect = Duration.ZERO;
  private final Duration generatorBefore;
  private final ProcessorUse machineBefore = ProcessorUse.now();
  private Duration service = Duration.ZERO;
  private Duration generator = Duration.ZERO;
  private Duration idle = Duration.ZERO;
  private final long begin = System.nanoTime();
  private long end = begin;
  private @Nullable MachineUse machine;

  private AccountsBetween(ServiceSession session, SideBySide running, JsonNode before) {
    this.session = session;
    this.running = running;
    this.idleBefore = running.processorTimesBeside(session);
    this.before = before;
    this.throttledBefore = session.throttledPeriods();
    this.serviceBefore = session.service().processorTime();
    this.generatorBefore = RunningService.processorTime(ProcessHandle.current());
  }

  /**
   * Begins.
   *
   * @param running the services that should be idle beside this one
   */
  static AccountsBetween begin(ServiceSession session, SideBySide running) throws IOException {
    return new AccountsBetween(session, running, read(session));
  }

  /** Does not count what the service has taken until now, to accept connections, for requests. */
  void connected() {
    toConnect = session.service().processorTime().minus(serviceBefore);
  }

  /** The difference since the beginning; empty if the service keeps no accounts. */
  JsonNode end() throws IOException {
    end = System.nanoTime();
    generator = RunningService.processorTime(ProcessHandle.current()).minus(generatorBefore);
    service = session.service().processorTime().minus(serviceBefore);
    running
        .processorTimesBeside(session)
        .forEach((other, time) -> {
          Duration taken = time.minus(idleBefore.getOrDefault(other, time));
          idle = taken.compareTo(idle) > 0 ? taken : idle;
        });
    long throttled = session.throttledPeriods() - throttledBefore;
    MachineUse use = MachineUse.since(machineBefore, service);
    service = service.minus(toConnect);
    machine = new MachineUse(use.percentOfOthers(), use.throttledPeriods() + throttled);
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
   * The processor time for each request. Between beginning and end, the generator also prepares its
   * load, while the service has nothing to do.
   *
   * @param threads those of the generator, each of which can take one processor
   */
  ProcessorTime processorTime(Measurement measured, int threads, Processors processors) {
    double ofService = service.toNanos() / (1e9 * measured.seconds());
    double generatorNanos = generator.toNanos() - measured.idleNanos();
    double ofGenerator = generatorNanos / (end - begin);
    return new ProcessorTime(
        (double) service.toNanos() / measured.requestsOfAll(),
        generatorNanos / measured.requestsOfAll(),
        ofGenerator / threads,
        ProcessorTime.load(
            ofService,
            session.ownProcessors(processors),
            ofGenerator,
            session.processors(processors)),
        // Of the whole time, in which the others were to be idle.
        (double) idle.toNanos() / (end - begin));
  }
}
