// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;

@Timeout(300)
public class BearerFilterTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final URI PUBLIC_BASE = URI.create("https://api.example");

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator =
      TokenValidator.builder()
          .issuer(issuer.config().audience(TestIssuer.AUDIENCE).subjectOptional().build())
          .build();
  private final BearerFilter filter =
      new BearerFilter(
          BearerAuthenticator.builder(validator).build(), AccessRule.scope("orders:read"));
  private final TokenValidator ofOtherIssuer =
      TestIssuer.offline("https://other.example").validator().build();
  private final List<RequestOutcome> outcomes = new CopyOnWriteArrayList<>();
  private final Server server = new Server();
  private URI orders = URI.create("http://127.0.0.1");

  /** Tells what the filter has left of the request. */
  public static final class Orders extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      AccessToken token = BearerFilter.token(request);
      response
          .getWriter()
          .print(
              List.of(
                  String.valueOf(token.subject()),
                  request.getAuthType(),
                  String.valueOf(request.getRemoteUser()),
                  request.getUserPrincipal() == null ? "" : request.getUserPrincipal().getName(),
                  request.isUserInRole("clerk"),
                  request.isUserInRole("boss")));
    }
  }

  /** Leaves the answer to the orders. */
  public static final class Forward extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/twice/orders").forward(request, response);
    }
  }

  /** Tells what an authenticator sees of the request. */
  public static final class Seen extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      BearerRequest seen = BearerFilter.requestOf(request);
      boolean hasCertificate = seen.clientCertificate() != null;
      TestCertificate certificate = TestCertificate.create();
      request.setAttribute(
          "jakarta.servlet.request.X509Certificate", new X509Certificate[] {certificate.x509()});
      boolean hasThis = certificate.x509().equals(seen.clientCertificate());
      request.setAttribute("jakarta.servlet.request.X509Certificate", new X509Certificate[0]);
      response
          .getWriter()
          .print(
              List.of(
                  seen.method(),
                  String.valueOf(seen.path()),
                  seen.headerValues("X-Twice"),
                  seen.headerValues("X-None"),
                  hasCertificate,
                  hasThis,
                  seen.clientCertificate() == null));
    }
  }

  @BeforeEach
  void start() throws Exception {
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(Orders.class, "/orders");
    context.addServlet(Seen.class, "/seen/*");
    add(context, filter, "/orders");
    BearerAuthenticator proving = proving();
    context.addServlet(Orders.class, "/twice/orders");
    context.addServlet(Forward.class, "/twice/forward");
    add(context, new BearerFilter(proving, AccessRule.anyToken()), "/twice/*");
    add(context, new BearerFilter(proving, AccessRule.scope("orders:read")), "/twice/orders");
    context.addServlet(Forward.class, "/both/forward");
    add(context, new BearerFilter(proving, AccessRule.anyToken()), "/both/*");
    add(context, new BearerFilter(proving(), AccessRule.anyToken()), "/both/*");
    context.addServlet(Orders.class, "/other/orders");
    add(context, filter, "/other/*");
    BearerAuthenticator other = BearerAuthenticator.builder(ofOtherIssuer).build();
    add(context, new BearerFilter(other, AccessRule.anyToken()), "/other/*");
    server.setHandler(context);
    server.start();
    orders = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/orders");
  }

  /** Each knows the proofs that it has accepted itself. */
  private BearerAuthenticator proving() {
    return BearerAuthenticator.builder(validator)
        .proofOfPossession(ProofOfPossession.builder().dpop(PUBLIC_BASE).build())
        .monitor(() -> report -> outcomes.add(report.outcome()))
        .build();
  }

  private static void add(ServletContextHandler context, BearerFilter filter, String path) {
    FilterHolder holder = new FilterHolder(filter);
    holder.setAsyncSupported(true);
    context.addFilter(holder, path, EnumSet.of(DispatcherType.REQUEST, DispatcherType.FORWARD));
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
    ofOtherIssuer.close();
    validator.close();
    issuer.close();
  }

  private HttpResponse<String> get(@Nullable String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(orders);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void passesOnTokenSubjectAndRoles() throws Exception {
    HttpResponse<String> served =
        get(
            issuer
                .token()
                .subject("jo")
                .scope("orders:read")
                .claim("roles", List.of("clerk"))
                .compact());
    assertThat(served.statusCode()).isEqualTo(200);
    assertThat(served.body()).isEqualTo("[jo, Bearer, jo, jo, true, false]");
  }

  @Test
  void checksAProofOnceForSeveralFiltersAndDispatches() throws Exception {
    DpopClient client = DpopClient.create();
    String token = issuer.token().boundTo(client).subject("jo").scope("orders:read").compact();
    for (String path : List.of("/twice/orders", "/twice/forward")) {
      HttpResponse<String> served = prove(client, token, path);
      assertThat(served.body()).as(path).isEqualTo("[jo, Bearer, jo, jo, false, false]");
      assertThat(served.statusCode()).isEqualTo(200);
    }
    assertThat(outcomes).containsExactly(RequestOutcome.SUCCESS, RequestOutcome.SUCCESS);
  }

  @Test
  void checksAProofOnceForEachOfSeveralAuthenticators() throws Exception {
    DpopClient client = DpopClient.create();
    String token = issuer.token().boundTo(client).subject("jo").scope("orders:read").compact();
    HttpResponse<String> served = prove(client, token, "/both/forward");
    assertThat(served.body()).isEqualTo("[jo, Bearer, jo, jo, false, false]");
    assertThat(outcomes).containsExactly(RequestOutcome.SUCCESS, RequestOutcome.SUCCESS);
  }

  @Test
  void checksTheRuleOfEachFilter() throws Exception {
    DpopClient client = DpopClient.create();
    String token = issuer.token().boundTo(client).scope("others").compact();
    for (String path : List.of("/twice/orders", "/twice/forward")) {
      HttpResponse<String> refused = prove(client, token, path);
      assertThat(refused.statusCode()).as(path).isEqualTo(403);
      assertThat(refused.headers().allValues("WWW-Authenticate"))
          .anySatisfy(challenge ->
              assertThat(challenge)
                  .startsWith("DPoP ")
                  .endsWith(", error=\"insufficient_scope\", scope=\"orders:read\""));
    }
  }

  private HttpResponse<String> prove(DpopClient client, String token, String path)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(orders.resolve(path))
            .header("Authorization", "DPoP " + token)
            .header(
                "DPoP", client.proof("GET", PUBLIC_BASE.resolve(path)).accessToken(token).compact())
            .build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void authenticatesAgainByAnotherAuthenticator() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(orders.resolve("/other/orders"))
            .header("Authorization", "Bearer " + issuer.token().scope("orders:read").compact())
            .build();
    assertThat(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(401);
  }

  @Test
  void hasNoUserWhereTheTokenHasNoSubject() throws Exception {
    HttpResponse<String> served =
        get(issuer.token().withoutClaim("sub").scope("orders:read").compact());
    assertThat(served.body()).isEqualTo("[null, Bearer, null, , false, false]");
  }

  @Test
  void answersRequestsThatDoNotPass() throws Exception {
    HttpResponse<String> missing = get(null);
    assertThat(missing.statusCode()).isEqualTo(401);
    assertThat(missing.headers().allValues("WWW-Authenticate"))
        .containsExactly("Bearer realm=\"api\", scope=\"orders:read\"");
    assertThat(missing.body()).isEmpty();
    assertThat(get("a b").statusCode()).isEqualTo(400);
    assertThat(get(issuer.token().compact()).statusCode()).isEqualTo(403);
  }

  @Test
  void saysWhenToTryAgain() throws Exception {
    issuer.disconnect();
    HttpResponse<String> unavailable = get(issuer.token().scope("orders:read").compact());
    assertThat(unavailable.statusCode()).isEqualTo(503);
    assertThat(unavailable.headers().firstValue("Retry-After")).hasValue("1");
  }

  @Test
  void showsTheRequestAsTheClientSawIt() throws Exception {
    for (String path : new String[] {"/seen/a?c=d", "/seen/a"}) {
      HttpRequest request =
          HttpRequest.newBuilder(orders.resolve(path))
              .header("x-twice", "1")
              .header("X-Twice", "2, 3")
              .DELETE()
              .build();
      assertThat(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("[DELETE, /seen/a, [1, 2, 3], [], false, true, true]");
    }
  }

  @Test
  @DisplayName("111: the path of a proof from forwarded fields")
  void takesThePathFromTheContainer() {
    HttpServletRequest sent = answering("/admin", HttpServletRequest.class);
    HttpServletRequestWrapper forwarded =
        new HttpServletRequestWrapper(sent) {
          @Override
          public String getMethod() {
            return "DELETE";
          }

          @Override
          public String getRequestURI() {
            return "/public";
          }

          @Override
          public StringBuffer getRequestURL() {
            return new StringBuffer("https://orders.example/public?/admin");
          }
        };
    assertThat(BearerFilter.requestOf(forwarded).path()).isEqualTo("/admin");
    assertThat(BearerFilter.requestOf(forwarded).method()).isEqualTo(sent.getMethod());
  }

  @Test
  @DisplayName("113: the address of a trusted proxy from forwarded fields")
  void takesThePeerFromTheContainer() {
    HttpServletRequest sent = answering("192.0.2.1", HttpServletRequest.class);
    HttpServletRequestWrapper forwarded =
        new HttpServletRequestWrapper(sent) {
          @Override
          public String getRemoteAddr() {
            return "10.0.0.1";
          }
        };
    for (HttpServletRequest request :
        List.of(sent, forwarded, new HttpServletRequestWrapper(forwarded))) {
      assertThat(BearerFilter.requestOf(request).peerAddress())
          .isEqualTo(BearerRequest.address("192.0.2.1"));
    }
  }

  private <T> T answering(String text, Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> text));
  }

  @Test
  void refusesWhatIsNotHttp() {
    ServletRequest notHttp =
        (ServletRequest)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServletRequest.class},
                (proxy, method, arguments) -> null);
    assertThatExceptionOfType(ServletException.class)
        .isThrownBy(() -> filter.doFilter(notHttp, null, null));
    assertThatIllegalStateException()
        .isThrownBy(() -> BearerFilter.token(notHttp))
        .withMessageStartingWith("the request has passed no BearerFilter");
  }
}
