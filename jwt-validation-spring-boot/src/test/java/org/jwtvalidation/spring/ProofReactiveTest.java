package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** Proofs of possession in reactive applications with Spring Boot's own filter chain. */
@Tag("once")
@Timeout(120)
class ProofReactiveTest extends ProofAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ReactiveApplicationTest.App.class);
    sources.add(OwnThreads.class);
    return ReactiveApplicationTest.start(sources, properties);
  }

  /** Without it, an application that ends ends the servers of the others. */
  @Configuration(proxyBeanMethods = false)
  static class OwnThreads {

    @Bean
    ReactorResourceFactory reactorResourceFactory() {
      ReactorResourceFactory resources = new ReactorResourceFactory();
      resources.setUseGlobalResources(false);
      return resources;
    }
  }
}
