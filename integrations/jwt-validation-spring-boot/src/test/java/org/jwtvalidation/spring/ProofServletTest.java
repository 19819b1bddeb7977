// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

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

  @Override
  Class<?> crossOrigin() {
    return CrossOrigin.class;
  }

  @Override
  Class<?> crossOriginOfHandlers() {
    return CrossOriginOfHandlers.class;
  }

  @Override
  Class<?> hiding() {
    return Hiding.class;
  }

  @Configuration(proxyBeanMethods = false)
  static class CrossOrigin {

    @Bean
    UrlBasedCorsConfigurationSource corsConfigurationSource() {
      CorsConfiguration configuration = new CorsConfiguration();
      configuration.setAllowedOrigins(List.of("https://app.example"));
      UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
      source.registerCorsConfiguration("/**", configuration);
      return source;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class CrossOriginOfHandlers implements WebMvcConfigurer {

    @Override
    public void addCorsMappings(CorsRegistry registry) {
      registry.addMapping("/**").allowedOrigins("https://app.example").exposedHeaders("X-Page");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Hiding {

    @Bean
    FilterRegistrationBean<Filter> hiding() {
      FilterRegistrationBean<Filter> first =
          new FilterRegistrationBean<>((request, response, chain) ->
              chain.doFilter(
                  new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public @Nullable String getHeader(String name) {
                      return name.equalsIgnoreCase("Authorization") ? null : super.getHeader(name);
                    }
                  },
                  response));
      first.setOrder(Ordered.HIGHEST_PRECEDENCE);
      return first;
    }
  }
}
