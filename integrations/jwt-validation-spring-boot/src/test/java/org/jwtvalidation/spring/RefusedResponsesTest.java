// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.concurrent.DelegatingSecurityContextExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Responses of servlets and controllers that go on, or fail, after a rule has refused the token.
 */
@Tag("jdk-independent")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedResponsesTest {

  private final TestIssuer issuer = TestIssuer.start();
  private ConfigurableApplicationContext context;

  @BeforeAll
  void serve() {
    context = started(App.class);
  }

  private ConfigurableApplicationContext started(Class<?> application, String... properties) {
    String shop = "jwt-validation.issuers.shop.";
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(shop + "url=" + issuer.issuer());
    all.add(shop + "audience=" + issuer.audience());
    all.add(shop + "keys.allow-loopback-http=true");
    all.add("jwt-validation.resource.url=https://api.example");
    return ServletApplicationTest.start(application, all.toArray(String[]::new));
  }

  @AfterAll
  void stop() {
    context.close();
    issuer.close();
  }

  private Answer ofReader(String path) {
    return Answer.bearer(
        RequiredRulesContract.port(context), path, issuer.token().scope("orders:read").compact());
  }

  private Answer ofPayer(String path) {
    return Answer.bearer(
        RequiredRulesContract.port(context), path, issuer.token().scope("orders:pay").compact());
  }

  /** Nobody else ends such a request. */
  @ParameterizedTest
  @ValueSource(strings = {"/events", "/started"})
  void endWhereTheHandlerHasStartedAnAsynchronousOne(String path) {
    RequiredRulesContract.assertForbidden(ofReader(path));
    Answer paid = ofPayer(path);
    assertThat(paid.status()).isEqualTo(200);
    assertThat(paid.body()).contains("paid");
  }

  /** As servers of tools do, which make a result of every exception. */
  @ParameterizedTest
  @ValueSource(strings = {"/servlet", "/early", "/sized"})
  void areTheRefusalWhateverIsWritten(String path) {
    RequiredRulesContract.assertForbidden(ofReader(path));
    assertThat(ofPayer(path).body()).contains("paid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/broken", "/dispatched", "/reset"})
  void haveTheChallengeOnce(String path) {
    RequiredRulesContract.assertForbidden(ofReader(path));
    assertThat(ofPayer(path).status()).isEqualTo(path.equals("/broken") ? 500 : 200);
  }

  /** Also for a token that passes, so that it shows before one does not. */
  @Test
  void areNotLeftToAnotherThread() {
    for (Answer answer : List.of(ofReader("/executor"), ofPayer("/executor"))) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).contains("call it on the request's thread");
    }
  }

  /** Where Spring MVC has not said what the thread serves. */
  @Test
  void areThoseOfServletsWithoutSpringMvc() {
    String mvc = "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration";
    try (ConfigurableApplicationContext alone =
        started(Servlets.class, "spring.autoconfigure.exclude=" + mvc)) {
      int port = RequiredRulesContract.port(alone);
      String reader = issuer.token().compact();
      RequiredRulesContract.assertForbidden(Answer.bearer(port, "/servlet", reader));
      String payer = issuer.token().scope("orders:pay").compact();
      assertThat(Answer.bearer(port, "/servlet", payer).body()).contains("paid");
    }
  }

  /** To these threads, Spring passes the request. */
  @Test
  void areThoseOfCallablesToo() {
    RequiredRulesContract.assertForbidden(ofReader("/callable"));
    assertThat(ofPayer("/callable").body()).contains("paid");
  }

  /** A tool whose exceptions are results. */
  private static String called() {
    try {
      var unused = ValidatedJwt.require(RequiredRulesContract.PAY);
      return "paid";
    } catch (RuntimeException e) {
      return "failed: " + e.getMessage();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({Controller.class, Servlets.class})
  static class App {

    @Bean
    RouterFunction<ServerResponse> events() {
      return RouterFunctions.route()
          .GET(
              "/events",
              request ->
                  ServerResponse.sse(
                      events -> {
                        var unused = ValidatedJwt.require(RequiredRulesContract.PAY);
                        try {
                          events.data("paid");
                          events.complete();
                        } catch (IOException e) {
                          throw new UncheckedIOException(e);
                        }
                      },
                      Duration.ZERO))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Servlets {

    @Bean
    ServletRegistrationBean<Tools> tools() {
      ServletRegistrationBean<Tools> tools = new ServletRegistrationBean<>(new Tools(), "/servlet");
      tools.setAsyncSupported(true);
      return tools;
    }
  }

  /** As a transport of MCP does. */
  static final class Tools extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/event-stream");
      response.setCharacterEncoding("UTF-8");
      AsyncContext started = request.startAsync();
      started.setTimeout(0);
      PrintWriter writer = response.getWriter();
      writer.print("data: " + called() + "\n\n");
      writer.flush();
      started.complete();
    }
  }

  @RestController
  static class Controller {

    @GetMapping("/started")
    void started(HttpServletRequest request, HttpServletResponse response) throws IOException {
      AsyncContext started = request.startAsync();
      started.setTimeout(0);
      var unused = ValidatedJwt.require(RequiredRulesContract.PAY);
      response.getWriter().print("paid");
      started.complete();
    }

    @GetMapping("/early")
    void early(HttpServletResponse response) throws IOException {
      PrintWriter writer = response.getWriter();
      writer.print("result: ");
      writer.print(called());
      writer.flush();
    }

    @GetMapping("/sized")
    void sized(HttpServletResponse response) throws IOException {
      byte[] result = called().getBytes(UTF_8);
      response.setContentType("text/plain");
      response.setContentLength(result.length);
      response.getOutputStream().write(result);
    }

    @GetMapping("/broken")
    void broken(HttpServletResponse response) throws IOException {
      String result = called();
      response.getOutputStream().print(result);
      throw new IllegalStateException("broken");
    }

    @GetMapping("/reset")
    void reset(HttpServletResponse response) throws IOException {
      String result = called();
      response.reset();
      response.getWriter().print(result);
    }

    /** Without the wrappers of filters. */
    @GetMapping("/dispatched")
    void dispatched(HttpServletRequest request, HttpServletResponse response) throws IOException {
      if (request.getDispatcherType() == DispatcherType.REQUEST) {
        String result = called();
        response.getOutputStream().print(result);
        request.startAsync().dispatch();
      } else {
        response.getOutputStream().print("again");
      }
    }

    /** With the authentication alone. */
    @GetMapping("/executor")
    String executor() {
      CompletableFuture<String> result = new CompletableFuture<>();
      new DelegatingSecurityContextExecutor(task -> new Thread(task).start())
          .execute(() -> result.complete(called()));
      return result.join();
    }

    @GetMapping("/callable")
    Callable<String> callable() {
      return RefusedResponsesTest::called;
    }
  }
}
