// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * What a client is told where a handler requires a rule. The server has handlers below {@code
 * /tools/}, behind what asks for {@code orders:read}, and in front of that a filter that sets
 * {@code X-Front: 1}. The last segment says how the handler refuses, and {@code ?pay} that it
 * requires {@link #PAY} in place of {@link #REFUND}.
 */
public final class RequiredRules {

  public static final AccessRule REFUND = AccessRule.scope("orders:refund");
  public static final AccessRule PAY =
      AccessRule.scope("orders:pay")
          .and(AccessRule.authentication().acr("gold").within(Duration.ofMinutes(5)));

  /** Of the exception that is too late. */
  private static final String TOO_LATE =
      "a rule has refused the token after the response had begun; require it before";

  private static final String READ = "orders:read";

  private final URI tools;
  private final TestIssuer issuer;

  public RequiredRules(int port, TestIssuer issuer) {
    this.tools = URI.create("http://127.0.0.1:" + port + "/tools/");
    this.issuer = issuer;
  }

  private HttpRequest request(String method, String tool, TokenBuilder token) {
    // Short enough to be sent before a server that refuses it closes the connection.
    HttpRequest.BodyPublisher body =
        method.equals("POST")
            ? HttpRequest.BodyPublishers.ofString("x".repeat(10_000))
            : HttpRequest.BodyPublishers.noBody();
    return HttpRequest.newBuilder(tools.resolve(tool))
        .header("Authorization", "Bearer " + token.compact())
        .timeout(Duration.ofMinutes(1))
        .method(method, body)
        .build();
  }

  private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
    try {
      // A server may close a connection whose request it has refused before it has read all of it.
      return HttpClient.newHttpClient().send(request, body);
    } catch (IOException e) {
      throw new UncheckedIOException(request.toString(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private HttpResponse<String> send(String method, String tool, TokenBuilder token) {
    return send(request(method, tool, token), HttpResponse.BodyHandlers.ofString());
  }

  private void assertRefused(
      String method, String tool, TokenBuilder token, int status, String challenge) {
    HttpResponse<String> answer = send(method, tool, token);
    assertThat(answer.statusCode()).as(tool).isEqualTo(status);
    assertThat(answer.headers().allValues("WWW-Authenticate"))
        .as(tool)
        .containsExactly("Bearer realm=\"api\", error=" + challenge);
    assertThat(answer.headers().allValues("X-Front")).as(tool).containsExactly("1");
    assertThat(answer.headers().allValues("Content-Encoding")).as(tool).isEmpty();
    assertThat(answer.headers().firstValue("Content-Length").orElse("0")).as(tool).isEqualTo("0");
    assertThat(answer.body()).as(tool).isEmpty();
  }

  /** A handler that refuses in one of these ways is answered for, and those that do not serve. */
  public void areAnswered(List<String> ways) {
    TokenBuilder reader = issuer.token().scope(READ);
    String refund = "\"insufficient_scope\", scope=\"orders:refund\"";
    for (String way : ways) {
      assertRefused("POST", way, reader, 403, refund);
      assertRefused("HEAD", way, reader, 403, refund);
      assertThat(send("POST", way, issuer.token().scope(READ, "orders:refund")).body())
          .as(way)
          .isEqualTo("served");
    }
    String gold =
        "\"insufficient_user_authentication\", acr_values=\"gold\", max_age=\"300\","
            + " scope=\"orders:pay\"";
    assertRefused("POST", "direct?pay", reader, 401, gold);
    TokenBuilder recent = reader.claim("acr", "gold").claim("auth_time", Instant.now());
    assertRefused(
        "POST", "direct?pay", recent, 403, "\"insufficient_scope\", scope=\"orders:pay\"");
    assertThat(send("POST", "direct?pay", recent.scope(READ, "orders:pay")).statusCode())
        .isEqualTo(200);
  }

  /**
   * A response that has begun is not made another one.
   *
   * @param seen the exception that has come out of the handler, once the server has seen it
   */
  public void areTooLate(String way, Supplier<Throwable> seen) throws IOException {
    HttpRequest request = request("POST", way, issuer.token().scope(READ));
    HttpResponse<InputStream> answer = send(request, HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().allValues("WWW-Authenticate")).isEmpty();
    assertThat(seen.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(TOO_LATE)
        .hasRootCauseInstanceOf(InsufficientTokenException.class);
    answer.body().close();
  }

  /**
   * What is no refusal is left to the server.
   *
   * @param seen the exception that has come out of the handler, once the server has seen it
   */
  public void areNotSeenElsewhere(
      String way, Supplier<Throwable> seen, Class<? extends Throwable> type) {
    HttpResponse<String> answer = send("GET", way, issuer.token().scope(READ, "orders:refund"));
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.headers().allValues("WWW-Authenticate")).isEmpty();
    assertThat(seen.get()).isInstanceOf(type).hasMessage("broken");
  }
}
