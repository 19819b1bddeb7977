// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * A handler that tells whether a service can validate tokens: 200 if the validator {@linkplain
 * TokenValidator#isReady is ready}, 503 if not, with a line of text for each issuer: its identifier
 * and the state of its keys. A further line, {@code training}, says that the keys are usable, and
 * that validation is being trained. For load balancers, not for clients: it needs no token and
 * names the issuers. Does not wait for keys or training, but starts what is due. Thread-safe.
 */
@SuppressWarnings("exports") // types of an optional module, which is not required transitively
public final class ReadinessHandler implements HttpHandler {

  private final TokenValidator validator;

  /**
   * Creates a handler.
   *
   * @param validator the validator, which decides
   */
  public ReadinessHandler(TokenValidator validator) {
    this.validator = Objects.requireNonNull(validator, "validator");
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    boolean isReady;
    StringBuilder lines = new StringBuilder();
    try {
      Map<String, KeySourceHealth> keys = validator.keyHealth();
      isReady = validator.isReady();
      keys.forEach(
          (issuer, health) -> lines.append(issuer).append(' ').append(health.state()).append('\n'));
      if (!isReady && keys.values().stream().allMatch(KeySourceHealth::isUsable)) {
        lines.append("training\n");
      }
    } catch (IllegalStateException e) {
      isReady = false;
      lines.append("the validator is closed\n");
    }
    byte[] body = lines.toString().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(isReady ? 200 : 503, hasBody ? body.length : -1);
    if (hasBody) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }
}
