// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * Which proofs a server accepts with which requests. The server has the resources {@code /public}
 * and {@code /admin}, may have others, and is {@link #PUBLIC_BASE} to its clients. Each resource
 * answers {@code handler=} and its name. The server has the replay store {@link #FORGETFUL}.
 */
public final class PathsOfProofs {

  public static final String PUBLIC_BASE = "https://api.example/shop";

  /** Accepts a proof again, so that it is signed once for hundreds of requests. */
  public static final ReplayStore FORGETFUL =
      (key, until) -> CompletableFuture.completedFuture(ReplayStore.Answer.FIRST);

  private static final Pattern HANDLER = Pattern.compile("handler=(\\w+)");

  private final int port;
  private final DpopClient client = DpopClient.create();
  private final String token;

  /** What the server has accepted; the same request is in several statements. */
  private final Map<RawRequest, Map<String, String>> known = new HashMap<>();

  /** The proof for each URI. */
  private final Map<String, String> proofs = new HashMap<>();

  public PathsOfProofs(int port, TestIssuer issuer) {
    this.port = port;
    this.token = issuer.token().subject("jo").scope("orders:read").boundTo(client).compact();
  }

  /** Of requests that reach different handlers, no proof is accepted with both. */
  public void everyProofIsForOneHandler() {
    Map<String, String> handlers = new TreeMap<>();
    Stream.of(
            RawRequest.ofTargets(),
            RawRequest.ofDottedTargets(),
            RawRequest.withFields("/admin"),
            RawRequest.withFields("/public"))
        .flatMap(List::stream)
        .forEach(request ->
            accepted(request)
                .forEach((htu, handler) ->
                    assertThat(handlers.merge(htu, handler, (first, next) -> first))
                        .as("handler of %s with a proof for %s", request, htu)
                        .isEqualTo(handler)));
    assertThat(handlers)
        .containsEntry(PUBLIC_BASE + "/public", "public")
        .containsEntry(PUBLIC_BASE + "/admin", "admin")
        .doesNotContainKeys("https://api.example/admin", "http://x/admin");
  }

  /** A field can at most have a request refused. */
  public void noFieldChangesWhatIsAccepted() {
    for (String target : List.of("/admin", "/public")) {
      Map<String, String> plain = accepted(new RawRequest(target, List.of()));
      assertThat(plain).containsOnlyKeys(PUBLIC_BASE + target);
      assertThat(RawRequest.withFields(target))
          .allSatisfy(request -> assertThat(plain).containsAllEntriesOf(accepted(request)))
          .anySatisfy(request -> assertThat(accepted(request)).isEqualTo(plain));
    }
  }

  public void noProofPassesWithDotSegments() {
    assertThat(RawRequest.ofDottedTargets())
        .allSatisfy(request -> assertThat(accepted(request)).isEmpty());
  }

  /** The server may refuse such a query, but the proof is good. */
  public void theQueryIsNotParsed() {
    RawRequest request = new RawRequest("/admin?q=%zz", List.of());
    assertThat(answer(request, PUBLIC_BASE + "/admin")).doesNotStartWith("HTTP/1.1 401");
  }

  /** The handler that a request reaches with each proof that is accepted with it. */
  private Map<String, String> accepted(RawRequest request) {
    return known.computeIfAbsent(request, this::acceptedByServer);
  }

  private Map<String, String> acceptedByServer(RawRequest request) {
    Map<String, String> handlers = new TreeMap<>();
    String path = request.target().split("[?#]", 2)[0];
    Stream.of(
            PUBLIC_BASE + "/public",
            PUBLIC_BASE + "/admin",
            PUBLIC_BASE + path,
            PUBLIC_BASE + "/",
            PUBLIC_BASE,
            "https://api.example/public",
            "https://api.example/admin",
            "https://api.example" + path,
            "http://x/public",
            "http://x/admin")
        .distinct()
        .forEach(htu -> {
          String answer = answer(request, htu);
          Matcher handler = HANDLER.matcher(answer);
          if (answer.startsWith("HTTP/1.1 200") && handler.find()) {
            handlers.put(htu, handler.group(1));
          }
        });
    return handlers;
  }

  private String answer(RawRequest request, String htu) {
    String proof = proofs.computeIfAbsent(htu, this::proof);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      String text = request.text(List.of("Authorization: DPoP " + token, "DPoP: " + proof));
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As new as a server accepts, for all the time that a slow one needs. */
  private String proof(String htu) {
    return client
        .proof("GET", URI.create(PUBLIC_BASE))
        .accessToken(token)
        .claim("htu", htu)
        .issuedAt(Instant.now().plusSeconds(50))
        .compact();
  }
}
