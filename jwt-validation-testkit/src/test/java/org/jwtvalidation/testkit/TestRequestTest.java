// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestRequestTest {

  @ParameterizedTest
  @CsvSource(
      value = {
        "GET,/jwks,/jwks",
        "GET,/jwks?a=/b?c#d,/jwks",
        "GET,//host/jwks,//host/jwks",
        "GET,/a%20b,/a%20b",
        "GET,http://host:1/jwks?a=b,/jwks",
        "GET,HTTPS://user@[::1]:1/,/",
        "GET,http://host,/",
        "GET,http://host?a=/b,/",
        "OPTIONS,*,''",
        "CONNECT,host:443,''",
        "CONNECT,/jwks,''"
      })
  void findsThePathOfItsTarget(String method, String target, String path) {
    assertThat(new TestRequest(method, target, Map.of()).path()).isEqualTo(path);
  }

  @Test
  void findsHeaderFieldsInAnyCase() {
    TestRequest request = new TestRequest("GET", "/", Map.of("if-none-match", "*"));
    assertThat(request.header("If-None-Match")).isEqualTo("*");
    assertThat(request.header("If-Match")).isNull();
  }

  @Test
  void isImmutable() {
    Map<String, String> headers = new HashMap<>(Map.of("a", "1"));
    TestRequest request = new TestRequest("GET", "/", headers);
    headers.put("b", "2");
    assertThat(request.headers()).containsExactly(Map.entry("a", "1"));
    assertThatThrownBy(() -> request.headers().put("b", "2"))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
