// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Runs tests that make the issuer fail, in classes that share a context. */
@Tag("jdk-independent")
@Timeout(300)
class TestIssuerListenerTest {

  /** The issuers that the tests had, in their order. */
  private static final List<TestIssuer> SEEN = new ArrayList<>();

  /** What the tests got for a request at their start. */
  private static final List<Integer> STATUS = new ArrayList<>();

  private static void run(int tests, Class<?>... testClasses) {
    SEEN.clear();
    STATUS.clear();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(
                    List.of(testClasses).stream().map(DiscoverySelectors::selectClass).toList())
                .build(),
            summary);
    TestExecutionSummary end = summary.getSummary();
    assertThat(end.getFailures())
        .extracting(failure -> failure.getException().toString())
        .isEmpty();
    assertThat(end.getTestsSucceededCount()).isEqualTo(tests);
  }

  private static int status(TestIssuer issuer) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) issuer.jwksUri().toURL().openConnection();
    try {
      return connection.getResponseCode();
    } catch (ConnectException e) {
      return 0;
    } finally {
      connection.disconnect();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class App {}

  @SpringJUnitConfig(App.class)
  @AutoConfigureTestIssuer
  static class FirstTests {

    @Autowired TestIssuer issuer;

    @RepeatedTest(2)
    void fail() throws Exception {
      SEEN.add(issuer);
      STATUS.add(status(issuer));
      issuer.jwksResponse(TestResponse.status(503));
    }

    @AfterEach
    void stillFails() throws Exception {
      assertThat(status(issuer)).isNotEqualTo(200);
    }

    @Nested
    class Inner {

      @Test
      void failAgain() throws Exception {
        fail();
        issuer.disconnect();
      }
    }
  }

  static class SecondTests extends FirstTests {}

  @Test
  void endsFailuresAfterEachTest() {
    run(6, FirstTests.class, SecondTests.class);
    assertThat(STATUS).hasSize(6).containsOnly(200);
    assertThat(Set.copyOf(SEEN)).hasSize(1);
  }

  @SpringJUnitConfig(App.class)
  @AutoConfigureTestIssuer(disconnected = true)
  abstract static class BaseTests {

    @Autowired TestIssuer issuer;

    @RepeatedTest(2)
    void refuse() throws Exception {
      SEEN.add(issuer);
      STATUS.add(status(issuer));
    }
  }

  static class DisconnectedTests extends BaseTests {

    @Nested
    class Inner {

      @Test
      void recover() throws Exception {
        refuse();
        issuer.recover();
      }
    }
  }

  static class MoreDisconnectedTests extends BaseTests {}

  @Test
  void startsAnIssuerForEachClassThatNeedsADisconnectedOne() {
    run(5, DisconnectedTests.class, MoreDisconnectedTests.class);
    assertThat(STATUS).hasSize(5).containsOnly(0);
    assertThat(SEEN.subList(0, 3)).containsOnly(SEEN.get(0));
    assertThat(SEEN.subList(3, 5)).containsOnly(SEEN.get(3)).doesNotContain(SEEN.get(0));
  }

  @SpringJUnitConfig(App.class)
  @AutoConfigureTestIssuer
  static class ClosingTests {

    @Test
    @DirtiesContext
    void closeTheIssuer(@Autowired TestIssuer issuer) {
      SEEN.add(issuer);
      issuer.close();
    }
  }

  @Test
  void leavesAnIssuerThatATestHasClosed() {
    run(4, ClosingTests.class, FirstTests.class);
    assertThat(Set.copyOf(SEEN)).hasSize(2);
    assertThat(STATUS).containsOnly(200);
  }

  @SpringJUnitConfig(App.class)
  static class OtherTests {

    @Test
    void haveNoIssuer() {}
  }

  @Test
  void leavesOtherTestsAlone() {
    run(1, OtherTests.class);
  }
}
