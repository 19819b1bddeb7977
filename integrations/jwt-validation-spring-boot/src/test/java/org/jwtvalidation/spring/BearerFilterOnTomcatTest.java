// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.filters.RemoteIpFilter;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.requests.RequiredRules;
import org.jwtvalidation.http.requests.ServedMetadata;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.jwtvalidation.http.servlets.Front;
import org.jwtvalidation.http.servlets.Tools;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.web.filter.ForwardedHeaderFilter;

/** Rules that servlets require, and metadata, in Tomcat, which only this module has. */
@Tag("jdk-independent")
@Timeout(300)
class BearerFilterOnTomcatTest {

  private static final ProofOfPossession POSSESSION =
      ProofOfPossession.builder()
          .dpop(URI.create("https://api.example"))
          .algorithms(SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519)
          .build();

  private static final ProtectedResource RESOURCE =
      ProtectedResource.builder(URI.create("https://api.example/mcp"))
          .authorizationServers("https://issuer.example", "https://other.example")
          .scopes("orders:read", "orders:refund")
          .name("Orders")
          .documentation(URI.create("https://api.example/help"))
          .proofOfPossession(POSSESSION)
          .build();

  @TempDir private Path folder;

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator = issuer.validator().build();
  private final Front front = new Front();
  private final Tomcat tomcat = new Tomcat();

  @AfterEach
  void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    validator.close();
    issuer.close();
  }

  private int serve(BearerAuthenticator bearer, Filter... outermost) throws LifecycleException {
    tomcat.setBaseDir(folder.toString());
    tomcat.setPort(0);
    Context context = tomcat.addContext("", folder.toString());
    for (Filter filter : outermost) {
      add(context, "/*", filter);
    }
    Map<String, Filter> filters = new LinkedHashMap<>();
    filters.put("/tools/*", front);
    filters.put("/.well-known/oauth-protected-resource/*", BearerFilter.metadata(RESOURCE));
    filters.put("/*", new BearerFilter(bearer, AccessRule.scope("orders:read")));
    filters.forEach((path, filter) -> add(context, path, filter));
    add(context, "/tools/*", new Tools());
    // Filters run where a servlet is.
    add(context, "/", new DefaultServlet());
    tomcat.start();
    return tomcat.getConnector().getLocalPort();
  }

  private static void add(Context context, String path, Filter filter) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(path + filter);
    definition.setFilter(filter);
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap mapping = new FilterMap();
    mapping.setFilterName(definition.getFilterName());
    mapping.addURLPattern(path);
    context.addFilterMap(mapping);
  }

  private static void add(Context context, String path, Servlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(context, path, servlet);
    wrapper.setAsyncSupported(true);
    wrapper.addMapping(path);
  }

  private RequiredRules rules() throws LifecycleException {
    return new RequiredRules(serve(BearerAuthenticator.builder(validator).build()), issuer);
  }

  @Test
  void answersForServletsThatRequireRules() throws Exception {
    rules().areAnswered(Tools.WAYS);
    assertThat(front.hasSeenAll()).isTrue();
  }

  @Test
  void saysThatARuleIsRequiredTooLate() throws Exception {
    rules().areTooLate("late", front::failure);
  }

  @Test
  void passesOnWhatElseIsThrown() throws Exception {
    rules().areNotSeenElsewhere("broken", front::failure, ServletException.class);
  }

  @Test
  void servesMetadataToEverybody() throws Exception {
    ServedMetadata metadata =
        new ServedMetadata(
            serve(
                BearerAuthenticator.builder(validator)
                    .challengeScopes("orders:read")
                    .proofOfPossession(POSSESSION)
                    .resource(RESOURCE)
                    .build()));
    metadata.areReadFromAnywhere();
    metadata.answerPreflights();
    metadata.areNoOtherResources();
    metadata.ignoreForgedAddresses(Map.of("/tools/direct", 401, "/other", 401));
    metadata.ignoreForgedAddresses(
        Map.of("/tools/direct", 403),
        "Authorization: Bearer " + issuer.token().scope("orders:read").compact());
    metadata.ignoreForgedAddresses(
        Map.of("/tools/direct", 403), "Authorization: Bearer " + issuer.token().compact());
  }

  static Stream<Filter> filtersThatReadForwardedFields() {
    return Stream.of(new ForwardedHeaderFilter(), new RemoteIpFilter());
  }

  @ParameterizedTest
  @MethodSource("filtersThatReadForwardedFields")
  @DisplayName("113: the address of a trusted proxy from fields that a filter reads")
  void takesThePeerFromTheConnection(Filter forwarding) throws Exception {
    TestCertificate certificate = TestCertificate.create();
    String sent = Base64.getEncoder().encodeToString(certificate.x509().getEncoded());
    Set<String> proxies = ConcurrentHashMap.newKeySet();
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .mutualTlsBehind(peer -> proxies.contains(peer.getHostAddress()))
            .build();
    int port =
        serve(
            BearerAuthenticator.builder(validator).proofOfPossession(possession).build(),
            forwarding);
    String[] fields = {
      "Authorization: Bearer " + issuer.token().scope("orders:read").boundTo(certificate).compact(),
      "Client-Cert: :" + sent + ":",
      "X-Forwarded-For: 10.0.0.7"
    };
    proxies.add("10.0.0.7");
    assertThat(Answer.get(port, "/tools/direct", fields).status()).isEqualTo(401);
    proxies.add(InetAddress.getLoopbackAddress().getHostAddress());
    // The right token, which lacks a scope.
    assertThat(Answer.get(port, "/tools/direct", fields).status()).isEqualTo(403);
  }
}
