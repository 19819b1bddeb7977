// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Whether the server takes the address of the peer from header fields, which any peer may send.
 * Then nobody knows whether a request comes from a trusted proxy.
 */
final class ForwardedHeaders {

  private static final String STRATEGY = "server.forward-headers-strategy";

  /** Each is enough for Tomcat, whatever the strategy is. */
  private static final List<String> OF_TOMCAT =
      List.of("server.tomcat.remoteip.remote-ip-header", "server.tomcat.remoteip.protocol-header");

  /** The name by which reactive applications find what reads the fields. */
  private static final String TRANSFORMER = "forwardedHeaderTransformer";

  private ForwardedHeaders() {}

  /** What makes the server read them, and the remedy; null if it does not. */
  static @Nullable String inForce(Environment environment, BeanFactory beans) {
    String strategy = environment.getProperty(STRATEGY);
    if (StringUtils.hasText(strategy) && !strategy.strip().equalsIgnoreCase("none")) {
      return complaint(STRATEGY + "=" + strategy, "set that to none");
    }
    for (String key : OF_TOMCAT) {
      String header = environment.getProperty(key);
      if (StringUtils.hasText(header)) {
        return complaint(key + "=" + header, "remove that");
      }
    }
    CloudPlatform platform = CloudPlatform.getActive(environment);
    if (!StringUtils.hasText(strategy) && platform != null && platform.isUsingForwardHeaders()) {
      return complaint(
          "the cloud platform " + platform + ", for which Spring Boot switches forwarding on",
          "set " + STRATEGY + "=none");
    }
    return beans.containsBean(TRANSFORMER)
        ? complaint("the bean " + TRANSFORMER, "remove that")
        : null;
  }

  private static String complaint(String cause, String remedy) {
    return "set besides "
        + cause
        + ", by which the address of the proxy is taken from header fields; "
        + remedy
        + ", or drop this";
  }
}
