// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A {@link TestIssuer} for tests with JUnit 5 or newer: it starts before the tests and stops after
 * them.
 *
 * <pre>{@code
 * class OrdersTest {
 *
 *   @RegisterExtension static final TestIssuerExtension ISSUERS = new TestIssuerExtension();
 *
 *   @Test
 *   void acceptsTheIssuersTokens(TestIssuer issuer) {
 *     try (TokenValidator validator = issuer.validator().build()) {
 *       validator.validate(issuer.token().compact());
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>In a static field, or with {@code @ExtendWith}, all tests of a class share one issuer. It
 * {@linkplain TestIssuer#recover recovers} after each test, so that no failure that one test
 * commands is left to the next, but it keeps its keys, counts and log. After the last test of the
 * class its server stops. The port stays bound, because a field of a base class serves several
 * classes, and so may an application that was started for the first of them: the next one finds the
 * same issuer, with the same port and keys.
 *
 * <p>In an instance field, each test has its own issuer, which is closed after it; but if all tests
 * of a class share one instance ({@code @TestInstance(PER_CLASS)}), they share its issuer as in a
 * static field.
 *
 * <p>Methods and constructors of tests may have a parameter of type {@link TestIssuer}.
 * Thread-safe; but if tests of a class run concurrently, the end of one ends the failures that
 * others command.
 *
 * <p>The testkit needs JUnit only for this class.
 */
// Were JUnit required transitively, users without it could not compile their modules.
@SuppressWarnings("exports")
public final class TestIssuerExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {

  private final Supplier<TestIssuer> source;

  private final ReentrantLock changing = new ReentrantLock();
  private @Nullable TestIssuer issuer; // guarded by changing, as is users

  /** The classes and tests that have begun. JUnit also ends those that another extension failed. */
  private final Set<String> users = new HashSet<>();

  /** Creates an extension that starts an issuer with the defaults. */
  public TestIssuerExtension() {
    this(TestIssuer::start);
  }

  /**
   * Creates an extension with an issuer of your choice.
   *
   * @param source starts the issuer, such as {@code () ->
   *     TestIssuer.builder().audience("orders-api").start()}; called again only after the last
   *     issuer was closed
   */
  public TestIssuerExtension(Supplier<TestIssuer> source) {
    this.source = Objects.requireNonNull(source, "source");
  }

  /**
   * Returns the issuer. It is started by now, even before the first test, so that an application
   * can be configured with its URI.
   *
   * @return the same issuer until it is closed, by this extension or by a test; then another
   */
  public TestIssuer issuer() {
    changing.lock();
    try {
      TestIssuer running = issuer;
      if (running == null || running.isClosed()) {
        running = Objects.requireNonNull(source.get(), "issuer");
        issuer = running;
      }
      return running;
    } finally {
      changing.unlock();
    }
  }

  /** Starts the issuer. */
  @Override
  public void beforeAll(ExtensionContext testClass) {
    begin(testClass);
  }

  /** Starts the issuer, unless it was started for the class. */
  @Override
  public void beforeEach(ExtensionContext test) {
    begin(test);
  }

  private void begin(ExtensionContext user) {
    changing.lock();
    try {
      boolean first = users.isEmpty();
      users.add(user.getUniqueId());
      TestIssuer running = issuer();
      if (first) {
        running.recover();
      }
    } finally {
      changing.unlock();
    }
  }

  /** Ends the failures that the test has commanded, or closes the test's own issuer. */
  @Override
  public void afterEach(ExtensionContext test) {
    TestIssuer ended;
    changing.lock();
    try {
      ended = issuer;
      if (!users.remove(test.getUniqueId()) || ended == null) {
        return;
      }
      if (!users.isEmpty()) {
        if (!ended.isClosed()) {
          ended.recover();
        }
        return;
      }
      issuer = null;
    } finally {
      changing.unlock();
    }
    ended.close();
  }

  /** Stops the issuer, unless another class uses it. */
  @Override
  public void afterAll(ExtensionContext testClass) {
    changing.lock();
    try {
      if (users.remove(testClass.getUniqueId())
          && users.isEmpty()
          && issuer != null
          && !issuer.isClosed()) {
        issuer.pause();
      }
    } finally {
      changing.unlock();
    }
  }

  /** Supports parameters of type {@link TestIssuer}. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == TestIssuer.class;
  }

  /** {@return the issuer} */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return issuer();
  }
}
