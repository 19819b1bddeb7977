// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/** Ends after each test the failures that it has commanded, before others use the context. */
final class TestIssuerListener implements TestExecutionListener {

  @Override
  public void afterTestMethod(TestContext test) {
    @Nullable AutoConfigureTestIssuer annotation =
        TestContextAnnotationUtils.findMergedAnnotation(
            test.getTestClass(), AutoConfigureTestIssuer.class);
    if (annotation != null && !annotation.disconnected() && test.hasApplicationContext()) {
      try {
        test.getApplicationContext().getBean(TestIssuerCustomizer.BEAN, TestIssuer.class).recover();
      } catch (IllegalStateException e) {
        // The test has closed the issuer, or its context: nothing of it can fail any more.
      }
    }
  }
}
