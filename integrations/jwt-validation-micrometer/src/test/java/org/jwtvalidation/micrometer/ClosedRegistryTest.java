// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.cumulative.CumulativeFunctionTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.testkit.TestIssuer;

/** Meters may outlive the registries that they were bound to, and end without being unbound. */
@Timeout(300)
class ClosedRegistryTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final ValidationMeters validations = new ValidationMeters();
  private final HttpMeters requests = new HttpMeters();
  private final List<MeterBinder> meters = List.of(validations, requests);

  /** So that each registry has something to show. */
  private void record() {
    try (TokenValidator validator = issuer.validator().monitor(validations).build()) {
      assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
    }
    requests.begin().completed(RequestPhase.TOKEN_EXTRACTION);
  }

  private static void assertShows(MeterRegistry registry) {
    for (String name : List.of("jwt.validation", "jwt.validation.step", "jwt.http.request")) {
      assertThat(registry.find(name).meters()).isNotEmpty();
    }
  }

  private WeakReference<MeterRegistry> boundAndClosed() {
    MeterRegistry registry = new SimpleMeterRegistry();
    meters.forEach(each -> each.bindTo(registry));
    assertShows(registry);
    registry.close();
    return new WeakReference<>(registry);
  }

  private static WeakReference<MeterRegistry> closedMemberOf(CompositeMeterRegistry composite) {
    MeterRegistry registry = composite.getRegistries().iterator().next();
    composite.remove(registry);
    registry.close();
    return new WeakReference<>(registry);
  }

  private static void assertForgotten(WeakReference<MeterRegistry> registry) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (registry.get() != null && System.nanoTime() - end < 0) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(registry.get()).isNull();
  }

  /** A registry to which its timers refer. */
  private static final class InnerTimers extends SimpleMeterRegistry {

    private final class Inner<T> extends CumulativeFunctionTimer<T> {

      private Inner(Meter.Id id, T sum, ToLongFunction<T> count, ToDoubleFunction<T> time) {
        super(id, sum, count, time, TimeUnit.NANOSECONDS, getBaseTimeUnit());
      }

      @Override
      public double count() {
        return isClosed() ? 0 : super.count();
      }
    }

    @Override
    protected <T> FunctionTimer newFunctionTimer(
        Meter.Id id, T sum, ToLongFunction<T> count, ToDoubleFunction<T> time, TimeUnit unit) {
      return new Inner<>(id, sum, count, time);
    }
  }

  private static WeakReference<MeterRegistry> boundToMetersThatEnd() {
    MeterRegistry registry = new InnerTimers();
    HttpMeters ending = new HttpMeters();
    ending.bindTo(registry);
    ending.begin().completed(RequestPhase.TOKEN_EXTRACTION);
    assertThat(registry.get("jwt.http.request").functionTimer().count()).isEqualTo(1);
    return new WeakReference<>(registry);
  }

  @Test
  void keepsNoRegistryToWhichItsTimersRefer() throws Exception {
    assertForgotten(boundToMetersThatEnd());
  }

  @Test
  void keepsNoClosedRegistryOnceAnotherIsBound() throws Exception {
    record();
    WeakReference<MeterRegistry> closed = boundAndClosed();
    MeterRegistry next = new SimpleMeterRegistry();
    meters.forEach(each -> each.bindTo(next));

    assertForgotten(closed);
    assertShows(next);
  }

  @Test
  void keepsNoClosedMemberOfAComposite() throws Exception {
    CompositeMeterRegistry composite = new CompositeMeterRegistry();
    composite.add(new SimpleMeterRegistry());
    meters.forEach(each -> each.bindTo(composite));
    record();
    WeakReference<MeterRegistry> closed = closedMemberOf(composite);
    MeterRegistry next = new SimpleMeterRegistry();
    composite.add(next);
    meters.forEach(each -> each.bindTo(composite));

    assertForgotten(closed);
    assertShows(next);
  }
}
