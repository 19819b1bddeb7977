// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.undertow.Undertow;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.ServletContainer;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.jwtvalidation.testkit.TestIssuer;

/** Proofs for other paths than that of the request, against real servers. */
@Timeout(300)
@Tag("jdk-independent")
class RequestPathAttackTest {

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator = issuer.validator().build();
  private final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator)
          .proofOfPossession(
              ProofOfPossession.builder()
                  .dpop(URI.create(PathsOfProofs.PUBLIC_BASE))
                  .replayStore(PathsOfProofs.FORGETFUL)
                  .build())
          .build();
  private AutoCloseable server = () -> {};

  enum Kind {
    JDK,
    JETTY,
    UNDERTOW
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    validator.close();
    issuer.close();
  }

  private PathsOfProofs served(Kind kind) throws Exception {
    int port =
        switch (kind) {
          case JDK -> portOfJdk();
          case JETTY -> portOfJetty();
          case UNDERTOW -> portOfUndertow();
        };
    return new PathsOfProofs(port, issuer);
  }

  private int portOfJdk() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server = () -> http.stop(0);
    for (String name : List.of("public", "admin", "")) {
      http.createContext(
          "/" + name,
          new BearerHandler(
              bearer,
              AccessRule.anyToken(),
              (exchange, token) -> {
                byte[] body = ("handler=" + (name.isEmpty() ? "other" : name)).getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
              }));
    }
    http.start();
    return http.getAddress().getPort();
  }

  private int portOfJetty() throws Exception {
    Server jetty = new Server();
    server = jetty::stop;
    ServerConnector connector = new ServerConnector(jetty);
    connector.setHost("127.0.0.1");
    jetty.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.addFilter(
        new FilterHolder(new BearerFilter(bearer, AccessRule.anyToken())),
        "/*",
        EnumSet.of(DispatcherType.REQUEST));
    for (String name : List.of("public", "admin", "")) {
      String mapping = name.isEmpty() ? "/*" : "/" + name + "/*";
      context.addServlet(new ServletHolder(new Named(name.isEmpty() ? "other" : name)), mapping);
    }
    jetty.setHandler(context);
    jetty.start();
    return connector.getLocalPort();
  }

  private int portOfUndertow() throws ServletException {
    BearerFilter filter = new BearerFilter(bearer, AccessRule.anyToken());
    DeploymentInfo deployment =
        new DeploymentInfo()
            .setClassLoader(getClass().getClassLoader())
            .setContextPath("/")
            .setDeploymentName("paths")
            .addFilter(
                new FilterInfo(
                    "bearer", BearerFilter.class, new ImmediateInstanceFactory<>(filter)))
            .addFilterUrlMapping("bearer", "/*", DispatcherType.REQUEST);
    for (String name : List.of("public", "admin", "")) {
      Named servlet = new Named(name.isEmpty() ? "other" : name);
      deployment.addServlet(
          new ServletInfo("/" + name, Named.class, new ImmediateInstanceFactory<>(servlet))
              .addMapping(name.isEmpty() ? "/*" : "/" + name + "/*"));
    }
    DeploymentManager manager = ServletContainer.Factory.newInstance().addDeployment(deployment);
    manager.deploy();
    Undertow undertow =
        Undertow.builder().addHttpListener(0, "127.0.0.1").setHandler(manager.start()).build();
    server =
        () -> {
          undertow.stop();
          manager.stop();
          manager.undeploy();
        };
    undertow.start();
    InetSocketAddress address = (InetSocketAddress) undertow.getListenerInfo().get(0).getAddress();
    return address.getPort();
  }

  private static final class Named extends HttpServlet {

    private static final long serialVersionUID = 1;

    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print("handler=" + name);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("111: a proof for the path of another handler")
  void acceptsNoProofForTwoHandlers(Kind kind) throws Exception {
    served(kind).everyProofIsForOneHandler();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("111: the path of a proof from Host or forwarded fields")
  void readsNoPathFromFields(Kind kind) throws Exception {
    served(kind).noFieldChangesWhatIsAccepted();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("112: dot segments in the path of a request")
  void acceptsNoProofWithDotSegments(Kind kind) throws Exception {
    served(kind).noProofPassesWithDotSegments();
  }

  @ParameterizedTest
  @EnumSource
  void acceptsProofsWhateverTheQuery(Kind kind) throws Exception {
    served(kind).theQueryIsNotParsed();
  }

  /** A view that is added needs a server and a kind above, which has requests read by it. */
  @Test
  void knowsEveryViewOfARequest() {
    assertThat(
            new ClassFileImporter()
                .importPath(Path.of("target/classes")).stream()
                    .filter(type -> type.isAssignableTo(BearerRequest.class) && !type.isInterface())
                    .map(JavaClass::getSimpleName))
        // The second one has the answers of one of the others; the last one is made of the
        // caller's.
        .containsExactlyInAnyOrder(
            "ExchangeRequest", "CapturedRequest", "ServletBearerRequest", "GivenRequest");
  }
}
