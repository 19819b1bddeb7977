// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestKey;

/** The JWK Set of an issuer and the moods of its server; answers at once. */
public final class KeyEndpoint {

  /** What the server does with a request. */
  public enum Mood {
    WELL,
    BUSY,
    BUSY_FOR_TEN_SECONDS,
    BUSY_FOR_AN_HOUR,
    GARBLED,
    UNREACHABLE,
    GONE_BEFORE_IT_ANSWERS;

    static final Mood[] ALL = values();
  }

  /** How the server tells versions of the document apart, if it does. */
  public enum Tagging {
    NONE,
    OF_EACH_VERSION,
    ALWAYS_THE_SAME;

    static final Tagging[] ALL = values();
  }

  private final List<TestKey> keys = new ArrayList<>();
  private int version;
  private Mood mood = Mood.WELL;
  private Tagging tagging = Tagging.NONE;
  private @Nullable Integer maxAge;

  public void publish(TestKey key) {
    keys.add(key);
    version++;
  }

  public void withdraw(int index) {
    if (!keys.isEmpty()) {
      keys.remove(index % keys.size());
      version++;
    }
  }

  public List<TestKey> keys() {
    return List.copyOf(keys);
  }

  public void mood(Mood next) {
    mood = next;
  }

  public Mood mood() {
    return mood;
  }

  public void tagging(Tagging next) {
    tagging = next;
  }

  /** The entity tag of the document as it is now, or null. */
  @Nullable String tag() {
    return switch (tagging) {
      case NONE -> null;
      case OF_EACH_VERSION -> "\"" + version + "\"";
      case ALWAYS_THE_SAME -> "\"same\"";
    };
  }

  /** For how many seconds the server wishes its document to be used; null for no wish. */
  public void maxAge(@Nullable Integer seconds) {
    maxAge = seconds;
  }

  @Nullable Integer maxAge() {
    return maxAge;
  }

  public CompletionStage<KeyFetcher.Response> answer(KeyFetcher.Request request) {
    return switch (mood) {
      case WELL -> CompletableFuture.completedFuture(document(request));
      case BUSY -> CompletableFuture.completedFuture(FetchScene.status(503));
      case BUSY_FOR_TEN_SECONDS ->
          CompletableFuture.completedFuture(FetchScene.status(503, "Retry-After", "10"));
      case BUSY_FOR_AN_HOUR ->
          CompletableFuture.completedFuture(FetchScene.status(503, "Retry-After", "3600"));
      case GARBLED -> CompletableFuture.completedFuture(FetchScene.json("{\"keys\":["));
      case UNREACHABLE -> throw new IllegalStateException("no route");
      case GONE_BEFORE_IT_ANSWERS -> CompletableFuture.failedFuture(new IllegalStateException());
    };
  }

  private KeyFetcher.Response document(KeyFetcher.Request request) {
    List<String> headers = new ArrayList<>();
    if (maxAge != null) {
      headers.addAll(List.of("Cache-Control", "max-age=" + maxAge));
    }
    String tag = tag();
    if (tag != null) {
      headers.addAll(List.of("ETag", tag));
      if (tag.equals(request.headers().get("If-None-Match"))) {
        return FetchScene.status(304, headers.toArray(String[]::new));
      }
    }
    String document =
        keys.stream().map(TestKey::jwk).collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    return FetchScene.json(document, headers.toArray(String[]::new));
  }
}
