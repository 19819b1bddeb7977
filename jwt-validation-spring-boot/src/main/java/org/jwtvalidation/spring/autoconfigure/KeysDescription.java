package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.KeySourceHealth;

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

  private static void putSeconds(
      Map<String, Object> described, String name, @Nullable Duration time) {
    if (time != null) {
      described.put(name, time.toSeconds());
    }
  }
}
