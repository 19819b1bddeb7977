// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.keysource.FetchedDocument.Version;

class FetchedDocumentTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final URI JWKS = URI.create("https://issuer.example/jwks");
  private static final byte[] BODY = "{\"keys\":[]}".getBytes(UTF_8);
  private static final Version KNOWN = new Version(JWKS, "\"1\"", null);

  private static FetchedDocument document(int status, Version known, String... namesAndValues)
      throws RefusedResponseException {
    return FetchedDocument.of(JWKS, response(status, BODY, namesAndValues), known, NOW);
  }

  private static KeyFetcher.Response response(int status, byte[] body, String... namesAndValues) {
    Map<String, List<String>> headers = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
    }
    return new KeyFetcher.Response(status, headers, body);
  }

  private static void assertRefused(String message, int status, String... namesAndValues) {
    assertThatExceptionOfType(RefusedResponseException.class)
        .isThrownBy(() -> document(status, Version.UNKNOWN, namesAndValues))
        .withMessage(message);
  }

  @Test
  void isTheBodyOfAResponse() throws RefusedResponseException {
    FetchedDocument document =
        document(200, Version.UNKNOWN, "content-type", "application/json", "etag", "W/\"7\"");

    assertThat(document.octets()).isSameAs(BODY);
    assertThat(document.version()).isEqualTo(new Version(JWKS, "W/\"7\"", null));
    assertThat(document.freshFor()).isNull();
  }

  @Test
  void takesWhatTheResponseSaysOfTime() throws RefusedResponseException {
    assertThat(document(200, Version.UNKNOWN, "Cache-Control", "max-age=60").freshFor())
        .isEqualTo(Duration.ofMinutes(1));
    assertThatExceptionOfType(RefusedResponseException.class)
        .isThrownBy(() -> document(503, Version.UNKNOWN, "Retry-After", "120"))
        .satisfies(e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofMinutes(2)));
    assertThatExceptionOfType(RefusedResponseException.class)
        .isThrownBy(() -> document(503, Version.UNKNOWN))
        .satisfies(e -> assertThat(e.retryAfter()).isNull());
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        -1, 0, 100, 199, 201, 202, 203, 204, 206, 226, 300, 304, 400, 401, 403, 404, 407, 410, 418,
        429, 500, 502, 503, 504, 599, 999
      })
  void refusesEveryStatusButOk(int status) {
    assertRefused("status " + status, status, "Content-Type", "application/json");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void refusesRedirects(int status) {
    assertRefused(
        "status " + status + ", a redirect, which is not followed",
        status,
        "Location",
        "https://elsewhere.example/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "APPLICATION/Json",
        " application/json ",
        "application/json;charset=utf-8",
        "application/json ; charset=\"utf-8\"; x=y",
        "application/jwk-set+json",
        "application/vnd.example.keys+json;v=1"
      })
  void acceptsMediaTypesOfJson(String mediaType) throws RefusedResponseException {
    assertThat(document(200, Version.UNKNOWN, "Content-Type", mediaType).octets()).isSameAs(BODY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "text/json",
        "application/jsonp",
        "application/json, text/html",
        "application/octet-stream",
        "json",
        "application/x+jsonx"
      })
  void refusesOtherMediaTypes(String mediaType) {
    assertRefused(
        "media type \"" + mediaType + "\" instead of JSON", 200, "Content-Type", mediaType);
  }

  @Test
  void refusesEmptyMediaType() {
    assertRefused("media type \"\" instead of JSON", 200, "Content-Type", "");
    assertRefused("media type \"\" instead of JSON", 200, "Content-Type", ";application/json");
  }

  @Test
  void acceptsNoMediaTypeAtAll() throws RefusedResponseException {
    assertThat(document(200, Version.UNKNOWN).octets()).isSameAs(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "Identity", " identity "})
  void acceptsBodyThatIsNotCoded(String coding) throws RefusedResponseException {
    assertThat(document(200, Version.UNKNOWN, "Content-Encoding", coding).octets()).isSameAs(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br", "zstd", "deflate", "identity, gzip", "x", ""})
  void refusesCodedBody(String coding) {
    assertRefused(
        "content coding \"" + coding + "\", which was not requested",
        200,
        "Content-Encoding",
        coding);
  }

  /** A fetcher should stop reading there, and may not have done so. */
  @Test
  void refusesBodyBeyondTheLimit() throws RefusedResponseException {
    KeyFetcher.Response largest = response(200, new byte[524_288]);
    assertThat(FetchedDocument.of(JWKS, largest, Version.UNKNOWN, NOW).octets()).isNotNull();
    KeyFetcher.Response larger = response(200, new byte[524_289]);
    assertThatExceptionOfType(RefusedResponseException.class)
        .isThrownBy(() -> FetchedDocument.of(JWKS, larger, Version.UNKNOWN, NOW))
        .withMessage("more than 524288 octets");
  }

  @Test
  void isUnchangedIfThatWasAsked() throws RefusedResponseException {
    for (Version known :
        List.of(KNOWN, new Version(JWKS, null, "then"), new Version(JWKS, "\"1\"", "then"))) {
      FetchedDocument document =
          document(304, known, "Cache-Control", "max-age=60", "ETag", "\"another\"");
      assertThat(document.octets()).isNull();
      assertThat(document.version()).as("of the document that is there").isEqualTo(known);
      assertThat(document.freshFor()).isEqualTo(Duration.ofMinutes(1));
    }
  }

  @Test
  void refusesToBeUnchangedIfThatWasNotAsked() {
    assertRefused("status 304", 304);
  }

  @Test
  void mayBeSentThoughItWasAskedForConditionally() throws RefusedResponseException {
    FetchedDocument document = document(200, KNOWN, "ETag", "\"2\"");
    assertThat(document.octets()).isSameAs(BODY);
    assertThat(document.version()).isEqualTo(new Version(JWKS, "\"2\"", null));
    assertThat(document(200, KNOWN).version()).isEqualTo(new Version(JWKS, null, null));
  }

  @Test
  void remembersBothValidators() throws RefusedResponseException {
    String time = "Sun, 01 Mar 2026 11:00:00 GMT";
    assertThat(document(200, Version.UNKNOWN, "ETag", " \"1\" ", "Last-Modified", time).version())
        .isEqualTo(new Version(JWKS, "\"1\"", time));
    assertThat(document(200, Version.UNKNOWN, "Last-Modified", time).version().isKnown()).isTrue();
    assertThat(Version.UNKNOWN.isKnown()).isFalse();
  }

  /** RFC 9110 section 8.8: validators say nothing about any other resource. */
  @Test
  void isKnownAtItsOwnPlaceAlone() {
    assertThat(KNOWN.at(URI.create("https://issuer.example/jwks"))).isEqualTo(KNOWN);
    assertThat(KNOWN.at(URI.create("https://issuer.example/keys"))).isEqualTo(Version.UNKNOWN);
    assertThat(Version.UNKNOWN.at(JWKS)).isEqualTo(Version.UNKNOWN);
  }

  /** Whatever a server wants: what goes into the next request is nothing but one line of text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "\"1\"\r\nX-Injected: 1",
        "\"1\"\n",
        "\"\u0000\"",
        "\"\t\"",
        "\"\u007f\"",
        "\"\u00e9\"",
        "\"\u2028\"",
        "\"\ud83d\ude00\""
      })
  void remembersNothingThatMustNotBeSent(String value) throws RefusedResponseException {
    String stripped = value.strip();
    FetchedDocument document =
        document(200, Version.UNKNOWN, "ETag", value, "Last-Modified", value);
    String expected = stripped.equals("\"1\"") ? stripped : null;
    assertThat(document.version()).isEqualTo(new Version(JWKS, expected, expected));
  }

  /** Space and tilde are the first and the last of them. */
  @Test
  void remembersAllPrintableCharacters() throws RefusedResponseException {
    String tag = "\" ~\"";
    assertThat(document(200, Version.UNKNOWN, "ETag", tag).version())
        .isEqualTo(new Version(JWKS, tag, null));
  }

  @ParameterizedTest
  @CsvSource({"512, true", "513, false", "100000, false"})
  void remembersNothingThatIsTooLong(int length, boolean remembered)
      throws RefusedResponseException {
    String tag = "\"" + "x".repeat(length - 2) + "\"";
    @Nullable String expected = remembered ? tag : null;
    assertThat(document(200, Version.UNKNOWN, "ETag", tag).version().entityTag())
        .isEqualTo(expected);
  }
}
