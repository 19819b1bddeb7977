// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.Undertow;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.ServletContainer;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.config.DescribedResource;
import org.jwtvalidation.http.requests.RequiredRules;
import org.jwtvalidation.http.requests.ServedMetadata;
import org.jwtvalidation.http.servlets.Front;
import org.jwtvalidation.http.servlets.Tools;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * Rules that servlets require, and metadata, in real containers; Tomcat is in a module of its own.
 */
@Timeout(300)
class ServletContainersTest {

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator = issuer.validator().build();
  private final Front front = new Front();
  private AutoCloseable server = () -> {};

  enum Kind {
    JETTY,
    UNDERTOW
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    validator.close();
    issuer.close();
  }

  private int serve(Kind kind, BearerAuthenticator bearer, ProtectedResource resource)
      throws Exception {
    Map<String, Filter> filters = new LinkedHashMap<>();
    filters.put("/tools/*", front);
    filters.put("/.well-known/oauth-protected-resource/*", BearerFilter.metadata(resource));
    filters.put("/*", new BearerFilter(bearer, AccessRule.scope("orders:read")));
    return kind == Kind.JETTY ? portOfJetty(filters) : portOfUndertow(filters);
  }

  private int portOfJetty(Map<String, Filter> filters) throws Exception {
    Server jetty = new Server();
    server = jetty::stop;
    ServerConnector connector = new ServerConnector(jetty);
    connector.setHost("127.0.0.1");
    jetty.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    filters.forEach((path, filter) ->
        context.addFilter(new FilterHolder(filter), path, EnumSet.of(DispatcherType.REQUEST)));
    context.addServlet(new ServletHolder(new Tools()), "/tools/*");
    jetty.setHandler(context);
    jetty.start();
    return connector.getLocalPort();
  }

  private int portOfUndertow(Map<String, Filter> filters) throws ServletException {
    DeploymentInfo deployment =
        new DeploymentInfo()
            .setClassLoader(getClass().getClassLoader())
            .setContextPath("/")
            .setDeploymentName("tools")
            .addServlet(
                new ServletInfo("tools", Tools.class, new ImmediateInstanceFactory<>(new Tools()))
                    .setAsyncSupported(true)
                    .addMapping("/tools/*"));
    filters.forEach((path, filter) ->
        deployment
            .addFilter(
                new FilterInfo(path, filter.getClass(), new ImmediateInstanceFactory<>(filter))
                    .setAsyncSupported(true))
            .addFilterUrlMapping(path, path, DispatcherType.REQUEST));
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
    return ((InetSocketAddress) undertow.getListenerInfo().get(0).getAddress()).getPort();
  }

  private RequiredRules rules(Kind kind) throws Exception {
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).build();
    return new RequiredRules(serve(kind, bearer, DescribedResource.metadata()), issuer);
  }

  @ParameterizedTest
  @EnumSource
  void answersForServletsThatRequireRules(Kind kind) throws Exception {
    rules(kind).areAnswered(Tools.WAYS);
    assertThat(front.hasSeenAll()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void saysThatARuleIsRequiredTooLate(Kind kind) throws Exception {
    rules(kind).areTooLate("late", front::failure);
  }

  @ParameterizedTest
  @EnumSource
  void passesOnWhatElseIsThrown(Kind kind) throws Exception {
    rules(kind).areNotSeenElsewhere("broken", front::failure, ServletException.class);
  }

  @ParameterizedTest
  @EnumSource
  void servesMetadataToEverybody(Kind kind) throws Exception {
    BearerAuthenticator bearer = DescribedResource.authenticator(validator);
    ServedMetadata metadata = new ServedMetadata(serve(kind, bearer, DescribedResource.metadata()));
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
}
