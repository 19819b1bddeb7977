// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * The issuer that Spring Boot's own properties describe. Where they say less than this library
 * needs to know, the application does not start.
 *
 * @param properties the properties
 */
record SpringSecurityIssuer(SpringSecurityProperties properties) {

  /** The name of the issuer where a name is needed. */
  static final String NAME = "spring";

  private static final String OURS = "jwt-validation.issuers." + NAME + ".";
  private static final String THEIRS = SpringSecurityProperties.PREFIX + ".";

  /** Keys that complaints may name, and those that the application has, in the order of lookup. */
  private static final Map<String, String> KEYS = new LinkedHashMap<>();

  static {
    KEYS.put(OURS + "url", THEIRS + "issuer-uri");
    KEYS.put(OURS + "keys.jwks-uri", THEIRS + "jwk-set-uri");
    KEYS.put(OURS + "audience", THEIRS + "audiences");
    KEYS.put(OURS + "algorithms", THEIRS + "jws-algorithms");
  }

  /**
   * The options that these properties mean.
   *
   * @throws JwtConfigurationException if issuer or audience is missing
   */
  IssuerProperties options() {
    String url = Given.text(properties.issuerUri());
    String jwksUri = Given.text(properties.jwkSetUri());
    List<String> audience = Given.texts(properties.audiences());
    if (url == null) {
      throw new JwtConfigurationException(
          THEIRS
              + "issuer-uri: none given besides jwk-set-uri, so that tokens of any issuer with these"
              + " keys would pass; set it to what tokens have in iss");
    }
    if (audience == null) {
      throw new JwtConfigurationException(
          THEIRS
              + "audiences: none given, so that tokens for every other service of "
              + url
              + " would pass; set it to the name of this service, as tokens have it in aud, or set"
              + " jwt-validation.issuers.<name>.url and .any-audience=true to let them pass");
    }
    MapConfigurationPropertySource issuer = new MapConfigurationPropertySource();
    issuer.put("issuer.url", url);
    issuer.put("issuer.audience", audience);
    if (properties.jwsAlgorithms() != null) {
      issuer.put("issuer.algorithms", properties.jwsAlgorithms());
    }
    if (jwksUri != null) {
      issuer.put("issuer.keys.jwks-uri", uri(jwksUri));
    }
    // A property with http says so aloud; hosts beyond the loopback interface are refused anyway.
    issuer.put(
        "issuer.keys.allow-loopback-http",
        Objects.requireNonNullElse(jwksUri, url).startsWith("http:"));
    return new Binder(issuer).bindOrCreate("issuer", IssuerProperties.class);
  }

  /** A complaint about this issuer, with the keys that the application has. */
  static String inTheirKeys(String complaint) {
    String message = complaint;
    for (Map.Entry<String, String> key : KEYS.entrySet()) {
      message = message.replace(key.getKey(), key.getValue());
    }
    return message;
  }

  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new JwtConfigurationException(
          THEIRS + "jwk-set-uri: " + text + " is not a URI; correct it", e);
    }
  }

  /** That the issuer is trusted if it is configured, and its rules are in force. */
  static final class InForce {

    private InForce() {}

    /**
     * Checks that no other issuer and no other validator take the place of what these properties
     * mean.
     *
     * @throws JwtConfigurationException if a property is set that nothing reads
     */
    static InForce check(Environment environment, ListableBeanFactory beans) {
      SpringSecurityProperties properties = SpringSecurityProperties.of(environment);
      String key = properties.firstRule();
      if (key != null && OnOwnProperties.in(environment)) {
        throw new JwtConfigurationException(
            key
                + ": set besides "
                + ResourceServerConfiguration.PREFIX
                + ".issuers, which alone is read then;"
                + " move issuer-uri, jwk-set-uri, audiences and jws-algorithms to "
                + ResourceServerConfiguration.PREFIX
                + ".issuers.<name>.url, .keys.jwks-uri, .audience and .algorithms, or remove them");
      }
      if (key != null && ReplacedKeys.hasOwnValidator(beans)) {
        throw ReplacedKeys.besides(key, "TokenValidator");
      }
      if (key != null && ReplacedKeys.has(beans, TokenValidator.class)) {
        if (Given.text(properties.publicKeyLocation()) != null) {
          throw new JwtConfigurationException(
              THEIRS
                  + "public-key-location: set where only the decoder of Spring Boot would read it;"
                  + " set "
                  + ResourceServerConfiguration.PREFIX
                  + ".issuers.<name>.keys.file to a key set with this key instead, or remove it");
        }
        if (!properties.describeAnIssuer()) {
          throw new JwtConfigurationException(
              key
                  + ": set besides a bean IssuerResolver of the application, which does not read"
                  + " it; set issuer-uri, too, or remove it");
        }
      }
      return new InForce();
    }
  }
}
