// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SkippedKey;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.KeyInForce;

/** The state of an issuer's keys for operators: values that are written in any format alike. */
final class KeysDescription {

  private KeysDescription() {}

  static Map<String, Object> of(KeySourceHealth keys) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("state", keys.state().name());
    described.put("keys", keys.keys());
    putSeconds(described, "ageSeconds", keys.age());
    putSeconds(described, "nextRefreshSeconds", keys.nextRefresh());
    described.put("refreshes", keys.refreshes());
    described.put("failedRefreshes", keys.failedRefreshes());
    String error = keys.lastError();
    if (error != null) {
      described.put("lastError", error);
    }
    return described;
  }

  /** The same with the names of the keys, for those that may see more than a probe. */
  static Map<String, Object> ofEach(KeySourceHealth keys) {
    Map<String, Object> described = of(keys);
    described.put("inForce", keys.keysInForce().stream().map(KeysDescription::of).toList());
    described.put("skipped", keys.skippedKeys().stream().map(KeysDescription::of).toList());
    return described;
  }

  private static Map<String, Object> of(KeyInForce key) {
    Map<String, Object> described = named(key.keyId());
    described.put("algorithm", key.algorithm().joseName());
    return described;
  }

  private static Map<String, Object> of(SkippedKey key) {
    Map<String, Object> described = named(key.keyId());
    described.put("position", key.position());
    described.put("reason", key.reason());
    return described;
  }

  private static Map<String, Object> named(@Nullable String keyId) {
    Map<String, Object> described = new LinkedHashMap<>();
    if (keyId != null) {
      described.put("kid", keyId);
    }
    return described;
  }

  private static void putSeconds(
      Map<String, Object> described, String name, @Nullable Duration time) {
    if (time != null) {
      described.put(name, time.toSeconds());
    }
  }
}
