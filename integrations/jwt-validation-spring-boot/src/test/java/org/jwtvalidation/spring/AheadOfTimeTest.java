// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** Processes an application ahead of time, as a build of a native image does. */
@Tag("jdk-independent")
@Timeout(300)
class AheadOfTimeTest {

  private static final String PROPERTIES = "org.jwtvalidation.spring.autoconfigure.";

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class App {}

  @Test
  void generatesBeansAndHintsWithoutStartingThem() {
    InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("org.example", "Orders")), files);
    try (var context = new AnnotationConfigServletWebServerApplicationContext()) {
      TestPropertyValues.of(
              "spring.security.oauth2.resourceserver.jwt.issuer-uri=https://issuer.example",
              "spring.security.oauth2.resourceserver.jwt.audiences=orders-api")
          .applyTo(context);
      context.register(App.class);
      new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
      generation.writeGeneratedContent();
    }
    assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet())
        .anyMatch(name -> name.contains("JwtValidationAutoConfiguration"))
        .anyMatch(name -> name.contains("JwtDecoderAutoConfiguration"))
        .anyMatch(name -> name.contains("JwtServletAutoConfiguration"));
    RuntimeHints hints = generation.getRuntimeHints();
    for (String type :
        List.of(
            "JwtValidationProperties",
            "IssuerProperties",
            "KeysProperties",
            "SpringSecurityProperties")) {
      TypeReference properties = TypeReference.of(PROPERTIES + type);
      assertThat(RuntimeHintsPredicates.reflection().onType(properties)).as(type).accepts(hints);
    }
  }
}
