// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.keycloak.KeycloakAdmin;
import org.jwtvalidation.keycloak.KeycloakServer;
import org.jwtvalidation.keycloak.Shop;

/** The packaged plain service under load with tokens of a real Keycloak, which rotates its keys. */
class KeycloakIT {

  private static final String CLIENT = "shop-rs256";
  private static final int TOKENS = 20;
  private static final int RATE = 500;
  private static final double SECONDS = 6;

  @TempDir private Path folder;

  private static List<String> tokens(Shop shop) throws IOException, InterruptedException {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < TOKENS; i++) {
      tokens.add(shop.accessTokenOf(CLIENT));
    }
    return tokens;
  }

  private Measurement load(RunningService service, String name, Path tokens, double seconds)
      throws IOException {
    return new LoadGenerator(folder, false)
        .run(
            new LoadDefinition(
                name,
                service.uri(RequestKind.VALID.path()),
                200,
                tokens.getFileName(),
                Load.open(RATE, 20),
                seconds));
  }

  private static void print(String what, Measurement measured) {
    System.out.printf(
        Locale.ROOT,
        "%s: %d requests, P50 %.2f, P95 %.2f, max %.1f ms%n",
        what,
        measured.requests(),
        measured.latencies().getValueAtPercentile(50) / 1e6,
        measured.latencies().getValueAtPercentile(95) / 1e6,
        measured.latencies().getMaxValue() / 1e6);
  }

  @Test
  void acceptsEveryTokenWhileKeysAreRotatedUnderLoad() throws Exception {
    ExecutorService background = Executors.newSingleThreadExecutor();
    try (KeycloakServer keycloak = KeycloakServer.start()) {
      KeycloakAdmin admin = new KeycloakAdmin(keycloak.origin());
      Shop shop = new Shop(keycloak.issuer());
      Path before = Files.write(folder.resolve("before.tokens"), tokens(shop));
      try (RunningService service =
          RunningService.start(
              Path.of("services").resolve(Service.PLAIN.jar()),
              Map.of(
                  "service.issuer",
                  keycloak.issuer(),
                  "service.jwksUri",
                  keycloak.issuer() + "/protocol/openid-connect/certs",
                  "service.audience",
                  "orders-api",
                  "service.cacheSize",
                  "0"),
              List.of(),
              null,
              folder.resolve("service.log"),
              () -> {})) {
        service.awaitStatus(RequestKind.VALID.path(), Files.readAllLines(before).get(0), 200);
        load(service, "warm-up", before, 2);

        CompletableFuture<Measurement> throughout =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return load(service, "throughout", before, SECONDS);
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                },
                background);
        TimeUnit.SECONDS.sleep(2);
        admin.addKey("rotated", "rsa-generated", 200, "\"algorithm\": [\"RS256\"]");
        Path after = Files.write(folder.resolve("after.tokens"), tokens(shop));
        assertThat(header(after)).isNotEqualTo(header(before));
        Measurement afterwards = load(service, "after", after, 2);

        print("tokens of the old key, throughout", throughout.join());
        print("tokens of the new key, from the first", afterwards);
        assertThat(List.of(throughout.join(), afterwards))
            .allSatisfy(measured -> {
              assertThat(measured.wrong()).isZero();
              assertThat(measured.answers()).isEqualTo(measured.requests());
              assertThat(measured.requests()).isGreaterThan(RATE);
            });
      }
    } finally {
      background.shutdownNow();
    }
  }

  /** Which names the key. */
  private static String header(Path tokens) throws IOException {
    String token = Files.readAllLines(tokens).get(0);
    return token.substring(0, token.indexOf('.'));
  }
}
