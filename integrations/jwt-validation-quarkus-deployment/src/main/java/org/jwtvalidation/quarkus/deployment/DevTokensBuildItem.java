// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.builder.item.SimpleBuildItem;

/** The tokens of the issuer that was started for development, if one was. */
final class DevTokensBuildItem extends SimpleBuildItem {

  private final DevTokens tokens;

  DevTokensBuildItem(DevTokens tokens) {
    this.tokens = tokens;
  }

  DevTokens tokens() {
    return tokens;
  }
}
