// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.jwk.SignaturePolicy;

/** Compares the metadata for native images with what is reached by name. No image is built here. */
@Tag("jdk-independent")
class NativeImageTest {

  private static final String METADATA =
      "/META-INF/native-image/org.jwtvalidation/jwt-validation-http/reachability-metadata.json";

  private static Object field(Object object, String name) throws ReflectiveOperationException {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(object);
        }
      }
    }
    throw new NoSuchFieldException(name + " of " + object.getClass());
  }

  /** Caffeine composes the names of the classes of a cache and its entries from its options. */
  @Test
  void namesTheClassesOfTheCacheOfKeys() throws IOException, ReflectiveOperationException {
    List<String> types = new ArrayList<>();
    try (InputStream json = DpopProofVerifier.class.getResourceAsStream(METADATA)) {
      for (JsonNode each : new ObjectMapper().readTree(json).get("reflection")) {
        types.add(each.get("type").textValue());
        assertThat(each.get("condition").get("typeReached").textValue())
            .isEqualTo(DpopProofVerifier.class.getName());
        for (JsonNode member : each.path("fields")) {
          assertThat(Class.forName(types.get(types.size() - 1)))
              .hasDeclaredFields(member.get("name").textValue());
        }
      }
    }
    DpopProofVerifier verifier =
        new DpopProofVerifier(Set.of(), TokenLimits.defaults(), SignaturePolicy.fastest(), 10);
    Object caffeine = field(field(verifier, "keys"), "cache");
    assertThat(types)
        .containsExactlyInAnyOrder(
            caffeine.getClass().getName(), field(caffeine, "nodeFactory").getClass().getName());
  }
}
