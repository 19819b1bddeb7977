// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.Relay;
import org.jwtvalidation.testkit.TestResponse;

/** What may come in place of a key set of reasonable size. */
@Timeout(300)
class BodyFaultTest {

  private static final String TOO_LARGE = "more than 524288 octets";
  private static final String NO_LENGTH = "unusable Content-Length";

  /**
   * Three times. A document as large as it may be takes a tenth, and buffers take as much again.
   */
  private static final long MAX_ALLOCATED = 32L * 1024 * 1024;

  /** Three times what fills the system's buffers at four sockets, until the client hangs up. */
  private static final long MAX_SENT = 128L * 1024 * 1024;

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private enum Flood {
    GIGABYTE_AS_DECLARED(blanks().endless().declaringLength("1000000000"), TOO_LARGE),
    ENDLESS_CHUNKS(blanks().endless(), TOO_LARGE),
    ONE_ENDLESS_CHUNK(afterHead("Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n"), TOO_LARGE),
    ENDLESS_UNTIL_CLOSED(afterHead("\r\n"), TOO_LARGE),
    LENGTH_OF_2_TO_THE_59(blanks().endless().declaringLength("576460752303423488"), TOO_LARGE),
    LENGTH_OF_2_TO_THE_63(blanks().endless().declaringLength("9223372036854775808"), NO_LENGTH),
    LENGTH_OF_2_TO_THE_64(blanks().endless().declaringLength("18446744073709551616"), NO_LENGTH),
    NEGATIVE_LENGTH(blanks().endless().declaringLength("-1"), NO_LENGTH),
    NO_NUMBER(blanks().endless().declaringLength("long"), NO_LENGTH),
    EMPTY_LENGTH(blanks().endless().declaringLength(""), NO_LENGTH),
    TWO_LENGTHS(afterHead("Content-Length: 2\r\nContent-Length: 3\r\n\r\n"), NO_LENGTH),
    LENGTH_OF_ERROR_PAGE(
        TestResponse.status(500).declaringLength("99999999999999999999"), NO_LENGTH),
    GZIP_BOMB(bomb(1).endless(), TOO_LARGE),
    ENDLESS_ERROR_PAGE(TestResponse.status(500).endless(), "status 500"),
    ENDLESS_REDIRECT(TestResponse.redirect(302, "/").endless(), "status 302");

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final TestResponse response;

    private final String error;

    Flood(TestResponse response, String error) {
      this.response = response;
      this.error = error;
    }

    private static TestResponse blanks() {
      return TestResponse.json(" ".repeat(64 * 1024));
    }

    /** What follows the head is all body, and repeats itself. */
    private static TestResponse afterHead(String rest) {
      String head = "HTTP/1.1 200 \r\nContent-Type: application/json\r\n" + rest;
      return TestResponse.raw((head + " ".repeat(64 * 1024)).getBytes(US_ASCII)).endless();
    }

    private static TestResponse bomb(int members) {
      return blanks().header("Content-Encoding", "gzip").body(zipped(members));
    }

    /** As many members as told (RFC 1952 section 2.2), each of ten million octets when unzipped. */
    private static byte[] zipped(int members) {
      ByteArrayOutputStream member = new ByteArrayOutputStream();
      try (GZIPOutputStream zip = new GZIPOutputStream(member)) {
        byte[] blanks = " ".repeat(1_000_000).getBytes(US_ASCII);
        for (int i = 0; i < 10; i++) {
          zip.write(blanks);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < members; i++) {
        all.writeBytes(member.toByteArray());
      }
      return all.toByteArray();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F13")
  @DisplayName("bodies out of bounds")
  void outlivesFlood(Flood flood) {
    scene.assertOutlives(() -> scene.issuer.jwksResponse(flood.response), flood.error);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F13")
  @DisplayName("bodies out of bounds take no memory, and their connections are closed")
  void readsNoMoreThanTheBound(Flood flood) {
    try (Relay relay = Relay.to(scene.issuer.jwksUri().getPort())) {
      assertThat(allocatedByFetches(relay, flood.response)).isLessThan(MAX_ALLOCATED);
      FaultScene.await(() -> !relay.isInUse());
      assertThat(relay.octets()).isLessThan(MAX_SENT);
    }
  }

  /** Half a gigabyte in fewer octets than a document may have, which are read. */
  @Test
  @Row("F13")
  @DisplayName("small gzip bomb")
  void leavesGzipBombUndisturbed() {
    TestResponse bomb = Flood.bomb(50);
    try (Relay relay = Relay.to(scene.issuer.jwksUri().getPort())) {
      assertThat(allocatedByFetches(relay, bomb)).isLessThan(MAX_ALLOCATED);
    }
    scene.issuer.jwksResponse(null);
    scene.assertOutlives(
        () -> scene.issuer.jwksResponse(bomb), "content coding \"gzip\", which was not requested");
  }

  /** How many octets all threads allocate while a response is fetched three times. */
  private long allocatedByFetches(Relay relay, TestResponse response) {
    URI jwksUri = URI.create("http://127.0.0.1:" + relay.port() + "/jwks");
    TokenValidator validator = scene.validator(scene.source(jwksUri));
    // Makes the client and its threads.
    FaultScene.assertAccepted(validator, scene.token());
    scene.issuer.jwksResponse(response);
    Map<Long, Long> before = allocations();
    for (int failures = 1; failures <= 3; failures++) {
      scene.pass(Duration.ofMinutes(8));
      FaultScene.assertAccepted(validator, scene.token());
      scene.awaitFailedRefreshes(validator, failures);
    }
    return allocations().entrySet().stream()
        .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
        .sum();
  }

  /** How many octets each thread has allocated so far. */
  private static Map<Long, Long> allocations() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Map<Long, Long> allocations = new HashMap<>();
    for (long thread : threads.getAllThreadIds()) {
      allocations.put(thread, threads.getThreadAllocatedBytes(thread));
    }
    return allocations;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "deflate", "br", "zstd", "identity, gzip", "aes128gcm"})
  @Row("F13")
  @DisplayName("content codings")
  void refusesContentCodings(String coding) {
    scene.assertOutlives(
        () ->
            scene.issuer.jwksResponse(
                TestResponse.json(scene.issuer.jwkSetJson()).header("Content-Encoding", coding)),
        "content coding \"" + coding + "\"");
    assertThat(scene.issuer.requests())
        .noneMatch(request -> request.header("Accept-Encoding") != null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html; charset=utf-8", "text/html", "text/plain", "application/xml"})
  @Row("F14")
  @DisplayName("wrong Content-Type")
  void refusesOtherMediaTypes(String mediaType) {
    scene.assertOutlives(
        () ->
            scene.issuer.jwksResponse(
                TestResponse.json(scene.issuer.jwkSetJson()).header("Content-Type", mediaType)),
        "media type \"" + mediaType.split(";", 2)[0] + "\" instead of JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/json"})
  @Row("F14")
  @DisplayName("error page")
  void refusesErrorPages(String mediaType) {
    scene.assertOutlives(
        () ->
            scene.issuer.jwksResponse(
                TestResponse.json("<!doctype html><title>Come back later</title>")
                    .header("Content-Type", mediaType)),
        mediaType.equals("text/html") ? "media type \"text/html\"" : "JWK Set: not a JSON object");
  }
}
