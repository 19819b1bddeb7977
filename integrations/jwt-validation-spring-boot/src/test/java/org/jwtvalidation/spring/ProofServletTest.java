// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** Proofs of possession in servlet applications with no filter chain of its own. */
@Tag("jdk-independent")
@Timeout(300)
class ProofServletTest extends ProofAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ServletApplicationTest.App.class);
    return ServletApplicationTest.start(sources, properties);
  }
}
