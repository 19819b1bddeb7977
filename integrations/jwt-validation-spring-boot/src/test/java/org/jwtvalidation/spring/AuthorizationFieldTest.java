// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Enumeration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenError;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.server.authentication.ServerBearerTokenAuthenticationConverter;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.server.authentication.ServerAuthenticationConverter;

/** Compares what is read from a request with what Spring Security reads. */
@Tag("jdk-independent")
class AuthorizationFieldTest {

  private static final int FIELDS = 10_000;

  private static final String[] SCHEMES = {
    "Bearer", "Bearer", "Bearer", "bearer", "BEARER", "beaRer", "Bearers", "Bear", " Bearer",
    "DPoP", "Basic", "Token", "",
  };

  private static final String[] GAPS = {" ", " ", " ", " ", "", "  ", "\t", "\u00a0"};

  private static final String TOKEN_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/";

  private static final String OTHERS =
      " ,;:\"'%=!#$&()*<>?@[]\\^`{|}\t\r\n\0\u007f\u00e9\u2028\u212a";

  private final BearerTokenResolver resolver = new AuthorizationTokenResolver();
  private final BearerTokenResolver resolverOfSpring = new DefaultBearerTokenResolver();
  private final ServerAuthenticationConverter converter = new AuthorizationTokenConverter();
  private final ServerAuthenticationConverter converterOfSpring =
      new ServerBearerTokenAuthenticationConverter();

  private static String field(Random random) {
    StringBuilder field = new StringBuilder();
    field.append(SCHEMES[random.nextInt(SCHEMES.length)]);
    field.append(GAPS[random.nextInt(GAPS.length)]);
    boolean isOdd = random.nextInt(3) == 0;
    int length = random.nextInt(40);
    for (int i = 0; i < length; i++) {
      String from = isOdd && random.nextInt(10) == 0 ? OTHERS : TOKEN_CHARACTERS;
      field.append(from.charAt(random.nextInt(from.length())));
    }
    return field.append("=".repeat(Math.max(0, random.nextInt(8) - 5))).toString();
  }

  private static String servlet(BearerTokenResolver resolver, String... fields) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders");
    for (String field : fields) {
      request.addHeader(HttpHeaders.AUTHORIZATION, field);
    }
    try {
      String token = resolver.resolve(request);
      return token == null ? "none" : "token " + token;
    } catch (OAuth2AuthenticationException e) {
      return error(e);
    }
  }

  private static String reactive(ServerAuthenticationConverter converter, String... fields) {
    MockServerHttpRequest request =
        MockServerHttpRequest.get("/orders").header(HttpHeaders.AUTHORIZATION, fields).build();
    try {
      BearerTokenAuthenticationToken token =
          (BearerTokenAuthenticationToken)
              converter.convert(MockServerWebExchange.from(request)).block();
      return token == null ? "none" : "token " + token.getToken();
    } catch (OAuth2AuthenticationException e) {
      return error(e);
    }
  }

  private static String error(OAuth2AuthenticationException exception) {
    BearerTokenError error = (BearerTokenError) exception.getError();
    return error.getHttpStatus() + " " + error.getErrorCode() + " " + error.getDescription();
  }

  @Test
  void isReadAsBySpringSecurity() {
    Random random = new Random(43);
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < FIELDS; i++) {
      String field = field(random);
      String expected = servlet(resolverOfSpring, field);
      assertThat(servlet(resolver, field)).as(field).isEqualTo(expected);
      assertThat(reactive(converterOfSpring, field)).as(field).isEqualTo(expected);
      assertThat(reactive(converter, field)).as(field).isEqualTo(expected);
      counts.merge(expected.split(" ", 2)[0], 1, Integer::sum);
    }
    assertThat(counts).containsOnlyKeys("none", "token", "401");
    assertThat(counts.values()).allMatch(count -> count > FIELDS / 10);
  }

  @Test
  void mayBeMissing() {
    assertThat(servlet(resolver)).isEqualTo("none");
    assertThat(reactive(converter)).isEqualTo("none");
  }

  @Test
  @DisplayName("108: several fields in Spring Security")
  void mayNotBeSentTwice() {
    String refused = "400 BAD_REQUEST invalid_request Several Authorization fields";
    for (String second : new String[] {"Bearer a.b.c", "Basic am86", ""}) {
      assertThat(servlet(resolver, "Bearer a.b.c", second)).isEqualTo(refused);
      assertThat(reactive(converter, "Bearer a.b.c", second)).isEqualTo(refused);
    }
  }

  /** As those do that take the token from elsewhere. */
  @Test
  void mayBeReplacedByAFilter() {
    MockHttpServletRequest request =
        new MockHttpServletRequest("GET", "/orders") {
          @Override
          public String getHeader(String name) {
            return name.equals(HttpHeaders.AUTHORIZATION) ? "Bearer a.b.c" : super.getHeader(name);
          }

          @Override
          public @Nullable Enumeration<String> getHeaders(String name) {
            return null;
          }
        };
    assertThat(resolver.resolve(request)).isEqualTo("a.b.c");
  }

  @Test
  void isReadOnceBehindAFirewallThatMatchesEachValue() {
    MockHttpServletRequest received = new MockHttpServletRequest("GET", "/orders");
    received.addHeader(HttpHeaders.AUTHORIZATION, "Bearer a.b.c");
    AtomicInteger matched = new AtomicInteger();
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowedHeaderValues(value -> matched.incrementAndGet() > 0);
    HttpServletRequest request =
        new HttpServletRequestWrapper(firewall.getFirewalledRequest(received));

    assertThat(resolver.resolve(request)).isEqualTo("a.b.c");
    assertThat(matched).hasValue(1);

    received.addHeader(HttpHeaders.AUTHORIZATION, "Bearer a.b.c");
    assertThatExceptionOfType(OAuth2AuthenticationException.class)
        .isThrownBy(() -> resolver.resolve(request))
        .withMessage("Several Authorization fields");
  }

  @Test
  void mayBeAddedByAWrapper() {
    HttpServletRequest request =
        new HttpServletRequestWrapper(new MockHttpServletRequest("GET", "/orders")) {
          @Override
          public String getHeader(String name) {
            return name.equals(HttpHeaders.AUTHORIZATION) ? "Bearer a.b.c" : super.getHeader(name);
          }
        };
    assertThat(resolver.resolve(request)).isEqualTo("a.b.c");
  }

  @Test
  void mayBeHiddenByAWrapper() {
    MockHttpServletRequest received = new MockHttpServletRequest("GET", "/orders");
    received.addHeader(HttpHeaders.AUTHORIZATION, "Bearer a.b.c");
    received.addHeader(HttpHeaders.AUTHORIZATION, "Bearer d.e.f");
    HttpServletRequest request =
        new HttpServletRequestWrapper(received) {
          @Override
          public @Nullable String getHeader(String name) {
            return name.equals(HttpHeaders.AUTHORIZATION) ? null : super.getHeader(name);
          }
        };
    assertThat(resolver.resolve(request)).isNull();
  }

  @Test
  void isNeverQueryOrBody() {
    MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");
    request.setParameter("access_token", "a.b.c");
    request.setContentType("application/x-www-form-urlencoded");
    assertThat(resolver.resolve(request)).isNull();
  }
}
