// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
import org.jwtvalidation.http.servlet.TestedContainer;
import org.jwtvalidation.testkit.TestIssuer;

/** Proofs for other paths than that of the request, against real servers. */
@Timeout(300)
@Tag("jdk-independent")
class RequestPathAttackTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final TokenValidator VALIDATOR = ISSUER.validator().build();
  private static final BearerAuthenticator BEARER =
      BearerAuthenticator.builder(VALIDATOR)
          .proofOfPossession(
              ProofOfPossession.builder()
                  .dpop(URI.create(PathsOfProofs.PUBLIC_BASE))
                  .replayStore(PathsOfProofs.FORGETFUL)
                  .build())
          .build();
  private static final Map<Kind, PathsOfProofs> SERVED = new EnumMap<>(Kind.class);
  private static final List<AutoCloseable> SERVERS = new ArrayList<>();

  enum Kind {
    JDK,
    JETTY,
    UNDERTOW
  }

  @BeforeAll
  static void serve() throws Exception {
    SERVED.put(Kind.JDK, new PathsOfProofs(portOfJdk(), ISSUER));
    SERVED.put(Kind.JETTY, new PathsOfProofs(portOf(TestedContainer.JETTY), ISSUER));
    SERVED.put(Kind.UNDERTOW, new PathsOfProofs(portOf(TestedContainer.UNDERTOW), ISSUER));
  }

  @AfterAll
  static void close() throws Exception {
    for (AutoCloseable server : SERVERS) {
      server.close();
    }
    VALIDATOR.close();
    ISSUER.close();
  }

  private static PathsOfProofs served(Kind kind) {
    return Objects.requireNonNull(SERVED.get(kind));
  }

  private static int portOfJdk() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    SERVERS.add(() -> http.stop(0));
    for (String name : List.of("public", "admin", "")) {
      http.createContext(
          "/" + name,
          new BearerHandler(
              BEARER,
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

  private static int portOf(TestedContainer container) throws Exception {
    TestedContainer.Running running =
        container.start(
            Map.of("/*", new BearerFilter(BEARER, AccessRule.anyToken())),
            Map.of(
                "/public/*", new Named("public"),
                "/admin/*", new Named("admin"),
                "/*", new Named("other")));
    SERVERS.add(running.server());
    return running.port();
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
  void acceptsNoProofForTwoHandlers(Kind kind) {
    served(kind).everyProofIsForOneHandler();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("111: the path of a proof from Host or forwarded fields")
  void readsNoPathFromFields(Kind kind) {
    served(kind).noFieldChangesWhatIsAccepted();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("112: dot segments in the path of a request")
  void acceptsNoProofWithDotSegments(Kind kind) {
    served(kind).noProofPassesWithDotSegments();
  }

  @ParameterizedTest
  @EnumSource
  void acceptsProofsWhateverTheQuery(Kind kind) {
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
