// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.util.LinkedHashMap;
import java.util.Map;
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

  @AfterEach
  void close() throws Exception {
    server.close();
    validator.close();
    issuer.close();
  }

  private int serve(
      TestedContainer container, BearerAuthenticator bearer, ProtectedResource resource)
      throws Exception {
    Map<String, Filter> filters = new LinkedHashMap<>();
    filters.put("/tools/*", front);
    filters.put("/.well-known/oauth-protected-resource/*", BearerFilter.metadata(resource));
    filters.put("/*", new BearerFilter(bearer, AccessRule.scope("orders:read")));
    TestedContainer.Running running = container.start(filters, Map.of("/tools/*", new Tools()));
    server = running.server();
    return running.port();
  }

  private RequiredRules rules(TestedContainer container) throws Exception {
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).build();
    return new RequiredRules(serve(container, bearer, DescribedResource.metadata()), issuer);
  }

  @ParameterizedTest
  @EnumSource
  void answersForServletsThatRequireRules(TestedContainer container) throws Exception {
    rules(container).areAnswered(Tools.WAYS);
    assertThat(front.hasSeenAll()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void saysThatARuleIsRequiredTooLate(TestedContainer container) throws Exception {
    rules(container).areTooLate("late", front::failure);
  }

  @ParameterizedTest
  @EnumSource
  void passesOnWhatElseIsThrown(TestedContainer container) throws Exception {
    rules(container).areNotSeenElsewhere("broken", front::failure, ServletException.class);
  }

  @ParameterizedTest
  @EnumSource
  void servesMetadataToEverybody(TestedContainer container) throws Exception {
    BearerAuthenticator bearer = DescribedResource.authenticator(validator);
    ServedMetadata metadata =
        new ServedMetadata(serve(container, bearer, DescribedResource.metadata()));
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
