package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** Proofs of possession in reactive applications with Spring Boot's own filter chain. */
@Tag("jdk-independent")
@Timeout(300)
class ProofReactiveTest extends ProofAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ReactiveApplicationTest.App.class);
    return ReactiveApplicationTest.start(sources, properties);
  }
}
