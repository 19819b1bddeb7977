// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Runs the tests of classes that use the extension. */
class TestIssuerExtensionTest {

  /** The issuers that the tests of a class had, in their order. */
  private static final List<TestIssuer> SEEN = new ArrayList<>();

  private static TestExecutionSummary run(Class<?>... testClasses) {
    SEEN.clear();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(testClasses).map(testClass -> selectClass(testClass)).toList())
                .build(),
            summary);
    return summary.getSummary();
  }

  private static void assertSuccess(int tests, Class<?>... testClasses) {
    TestExecutionSummary summary = run(testClasses);
    assertThat(summary.getFailures())
        .extracting(failure -> failure.getException().toString())
        .isEmpty();
    assertThat(summary.getTestsSucceededCount()).isEqualTo(tests);
  }

  private static void assertServes(TestIssuer issuer) {
    SEEN.add(issuer);
    try (TokenValidator validator = issuer.validator().build()) {
      validator.warmUp();
    }
  }

  private static boolean acceptsConnections(TestIssuer issuer) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), issuer.jwksUri().getPort())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  static class SharedIssuerTests {

    @RegisterExtension static final TestIssuerExtension ISSUERS = new TestIssuerExtension();

    @BeforeAll
    static void serveAlready(TestIssuer issuer) {
      assertServes(issuer);
    }

    @RepeatedTest(2)
    void fail(TestIssuer issuer) {
      assertServes(issuer);
      issuer.jwksResponse(TestResponse.status(503));
      issuer.disconnect();
    }

    @Nested
    class Inner {

      @RepeatedTest(2)
      void failAgain(TestIssuer issuer) {
        assertServes(issuer);
        issuer.dropConnects();
      }
    }
  }

  @Test
  void givesAllTestsOfAClassAnIssuerThatRecoversAfterEach() {
    assertSuccess(4, SharedIssuerTests.class);
    assertThat(new HashSet<>(SEEN)).containsExactly(SharedIssuerTests.ISSUERS.issuer());
    assertThat(acceptsConnections(SEEN.get(0))).isFalse();
  }

  abstract static class BaseTests {

    @RegisterExtension static final TestIssuerExtension ISSUERS = new TestIssuerExtension();

    @Test
    void serve() {
      assertServes(ISSUERS.issuer());
    }
  }

  static class FirstTests extends BaseTests {}

  static class SecondTests extends BaseTests {}

  @Test
  void keepsTheIssuerForTheNextClassThatSharesItsField() {
    assertSuccess(2, FirstTests.class, SecondTests.class);
    assertSuccess(1, FirstTests.class);
    assertThat(SEEN).containsExactly(BaseTests.ISSUERS.issuer());
    assertThat(acceptsConnections(SEEN.get(0))).isFalse();
  }

  static class OwnIssuerTests {

    @RegisterExtension final TestIssuerExtension issuers = new TestIssuerExtension();

    @BeforeEach
    void serveAlready(TestIssuer issuer) {
      assertServes(issuer);
    }

    @RepeatedTest(2)
    void serve() {
      assertServes(issuers.issuer());
    }
  }

  @Test
  void givesEachTestAnIssuerOfItsOwn() {
    assertSuccess(2, OwnIssuerTests.class);
    assertThat(SEEN).hasSize(4);
    assertThat(SEEN.get(0)).isSameAs(SEEN.get(1)).isNotSameAs(SEEN.get(2));
    assertThat(SEEN).noneMatch(issuer -> acceptsConnections(issuer));
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class OneInstanceTests extends OwnIssuerTests {}

  @Test
  void givesTheTestsOfOneInstanceOneIssuer() {
    assertSuccess(2, OneInstanceTests.class);
    assertThat(SEEN).hasSize(4).containsOnly(SEEN.get(0));
    assertThat(acceptsConnections(SEEN.get(0))).isFalse();
    SEEN.get(0).close();
  }

  static class ClosingTests {

    @RegisterExtension static final TestIssuerExtension ISSUERS = new TestIssuerExtension();

    @RepeatedTest(2)
    void close(TestIssuer issuer) {
      assertServes(issuer);
      issuer.close();
    }
  }

  @Test
  void replacesAnIssuerThatATestHasClosed() {
    assertSuccess(2, ClosingTests.class);
    assertThat(SEEN.get(1)).isNotSameAs(SEEN.get(0));
    assertSuccess(2, ClosingTests.class);
  }

  @ExtendWith(TestIssuerExtension.class)
  static class DeclaredTests {

    private final TestIssuer issuer;

    DeclaredTests(TestIssuer issuer) {
      this.issuer = issuer;
    }

    @RepeatedTest(2)
    void serve() {
      assertServes(issuer);
    }
  }

  @Test
  void resolvesParametersWithoutAField() {
    assertSuccess(2, DeclaredTests.class);
    assertThat(SEEN.get(0)).isSameAs(SEEN.get(1));
  }

  static class OfflineTests {

    @RegisterExtension
    static final TestIssuerExtension ISSUERS =
        new TestIssuerExtension(() ->
            TestIssuer.builder()
                .algorithm(SignatureAlgorithm.ED25519)
                .offline("https://issuer.example"));

    @Test
    void issue(TestIssuer issuer) {
      assertThat(issuer.issuer()).isEqualTo("https://issuer.example");
      assertServes(issuer);
    }
  }

  @Test
  void startsTheIssuerOfYourChoice() {
    assertSuccess(1, OfflineTests.class);
    assertThat(SEEN.get(0).algorithm()).isEqualTo(SignatureAlgorithm.ED25519);
  }

  static class BrokenTests {

    @RegisterExtension
    static final BeforeEachCallback BROKEN =
        test -> {
          throw new IllegalStateException("broken");
        };

    @RegisterExtension static final TestIssuerExtension ISSUERS = new TestIssuerExtension();

    @RepeatedTest(2)
    void neverRuns() {}
  }

  @Test
  void outlivesTestsThatAnotherExtensionFails() {
    TestExecutionSummary summary = run(BrokenTests.class);
    assertThat(summary.getFailures())
        .extracting(failure -> failure.getException().getMessage())
        .containsExactly("broken", "broken");
    assertThat(acceptsConnections(BrokenTests.ISSUERS.issuer())).isFalse();
  }

  static class UnstartableTests {

    @RegisterExtension
    static final TestIssuerExtension ISSUERS =
        new TestIssuerExtension(() -> {
          throw new IllegalStateException("no port");
        });

    @Test
    void neverRuns() {}
  }

  @Test
  void reportsAnIssuerThatDoesNotStart() {
    assertThat(run(UnstartableTests.class).getFailures())
        .extracting(failure -> failure.getException().getMessage())
        .containsExactly("no port");
  }

  static class ForeignParameterTests {

    @RegisterExtension static final TestIssuerExtension ISSUERS = new TestIssuerExtension();

    @Test
    void neverRuns(String any) {}
  }

  @Test
  void resolvesNoOtherParameters() {
    assertThat(run(ForeignParameterTests.class).getFailures())
        .extracting(failure -> failure.getException().getMessage())
        .singleElement()
        .asString()
        .contains("No ParameterResolver registered");
  }
}
