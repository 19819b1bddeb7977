// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Keys that describe a resource, in any framework, and the metadata that it then has. */
public final class MetadataSample {

  /** Where the metadata are (RFC 9728 section 3.1). */
  public static final String PATH = "/.well-known/oauth-protected-resource/mcp";

  /** As clients see it. */
  public static final String URI = "https://api.example" + PATH;

  /** Below {@code jwt-validation}, beside what the issuer needs for its keys. */
  public static final List<String> KEYS =
      List.of(
          "resource.url=https://api.example/mcp",
          "resource.authorization-servers=https://issuer.example,https://other.example",
          "resource.scopes=orders:read,orders:refund",
          "resource.name=Orders",
          "resource.documentation=https://api.example/help",
          "challenge-scopes=orders:read",
          "pop.dpop.public-base=https://api.example",
          "pop.dpop.algorithms=ES256,Ed25519");

  /** The document, with its members in the order of their names. */
  public static final String SORTED =
      "{\"authorization_servers\":[\"https://issuer.example\",\"https://other.example\"],"
          + "\"bearer_methods_supported\":[\"header\"],"
          + "\"dpop_signing_alg_values_supported\":[\"ES256\",\"Ed25519\",\"EdDSA\"],"
          + "\"resource\":\"https://api.example/mcp\","
          + "\"resource_documentation\":\"https://api.example/help\","
          + "\"resource_name\":\"Orders\","
          + "\"scopes_supported\":[\"orders:read\",\"orders:refund\"]}";

  private static final Pattern MEMBER =
      Pattern.compile("\"\\w+\":(?:\"[^\"\\\\]*\"|\\[[^\\]\\\\]*]|true|false)");

  private MetadataSample() {}

  /** A document of the same octets whose members are in the order of their names. */
  public static String sorted(byte[] document) {
    String text = new String(document, UTF_8);
    List<String> members = MEMBER.matcher(text).results().map(MatchResult::group).toList();
    assertThat("{" + String.join(",", members) + "}").as("all members").isEqualTo(text);
    return members.stream().sorted().collect(Collectors.joining(",", "{", "}"));
  }
}
