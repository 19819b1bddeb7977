// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime.dev;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import org.jwtvalidation.CacheStatistics;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;

/** Tells the page of the Dev UI what the validator does. A bean in dev mode alone. */
@Singleton
public class ValidatorState {

  private final TokenValidator validator;
  private final RecentRejections rejections;

  ValidatorState(TokenValidator validator, RecentRejections rejections) {
    this.validator = validator;
    this.rejections = rejections;
  }

  /**
   * Returns issuers with their keys, cache and rejections; nothing of it comes from the text of a
   * token.
   *
   * @return the state now
   */
  public JsonObject state() {
    Map<String, KeySourceHealth> issuers = new TreeMap<>(validator.resolvedKeyHealth());
    issuers.putAll(validator.keyHealth());
    JsonArray described = new JsonArray();
    issuers.forEach((issuer, health) -> described.add(issuer(issuer, health)));
    JsonArray rejected = new JsonArray();
    rejections.newestFirst().forEach(each -> rejected.add(rejection(each)));
    return new JsonObject()
        .put("issuers", described)
        .put("cache", cache())
        .put("rejections", rejected);
  }

  private static JsonObject issuer(String issuer, KeySourceHealth health) {
    JsonArray keys = new JsonArray();
    health
        .keysInForce()
        .forEach(key ->
            keys.add(
                new JsonObject()
                    .put("id", key.keyId())
                    .put("algorithm", key.algorithm().joseName())));
    JsonArray skipped = new JsonArray();
    health.skippedKeys().forEach(key -> skipped.add(key.toString()));
    return new JsonObject()
        .put("issuer", issuer)
        .put("state", health.state().name())
        .put("error", health.lastError())
        .put("keys", keys)
        .put("skipped", skipped);
  }

  private JsonObject cache() {
    CacheStatistics statistics = validator.cacheStatistics();
    return new JsonObject()
        .put("tokens", validator.cachedTokens())
        .put("requests", statistics.requests())
        .put("hits", statistics.hits());
  }

  private static JsonObject rejection(RecentRejection recent) {
    return new JsonObject()
        .put("at", recent.at().toString())
        .put("issuer", recent.issuer())
        .put("step", recent.rejection().step().name())
        .put("reason", recent.rejection().reason().name())
        .put("claim", recent.rejection().claim());
  }
}
