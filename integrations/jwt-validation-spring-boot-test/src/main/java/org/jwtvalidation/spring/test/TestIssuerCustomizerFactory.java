// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Finds {@link AutoConfigureTestIssuer} at a test class. */
final class TestIssuerCustomizerFactory implements ContextCustomizerFactory {

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    AutoConfigureTestIssuer annotation =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureTestIssuer.class);
    return annotation == null
        ? null
        : new TestIssuerCustomizer(
            annotation.value(), annotation.disconnected() ? annotated(testClass) : null);
  }

  /** The class itself, or the one around it that has the annotation for both. */
  private static Class<?> annotated(Class<?> testClass) {
    return AnnotatedElementUtils.hasAnnotation(testClass, AutoConfigureTestIssuer.class)
        ? testClass
        : annotated(testClass.getEnclosingClass());
  }
}
