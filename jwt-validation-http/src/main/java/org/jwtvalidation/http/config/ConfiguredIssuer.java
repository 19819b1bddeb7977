// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.http.config.IssuerPresets.PresetIssuer;
import org.jwtvalidation.keysource.KeySource;

/** One issuer, as its section {@code issuers.<name>} describes it. */
record ConfiguredIssuer(String name, IssuerOptions options, Section section) {

  /**
   * The configuration of the issuer.
   *
   * @throws IllegalArgumentException if an option is missing, wrong, or contradicts another
   */
  IssuerConfig config(IssuerCustomizer customizer) {
    PresetIssuer preset = new IssuerPresets(options, section).issuer(options.preset());
    IssuerConfig.Builder issuer = preset.builder();
    section.set(IssuerOptions.Rows.BUILDER, options, issuer);
    RoleMapper roles = roles(options.roles());
    if (roles != null) {
      issuer.roles(roles);
    }
    KeySource keys =
        new ConfiguredKeys(options.keys(), section.below("keys"), section)
            .source(preset.identifier(), preset.hasKeys());
    if (keys != null) {
      issuer.keySource(keys);
    }
    customizer.customize(name, issuer);
    return matching(section.build(issuer::build));
  }

  /** A preset has an identifier of its own, which another one in the text would contradict. */
  private IssuerConfig matching(IssuerConfig config) {
    String url = options.url();
    if (url != null && !url.equals(config.issuer())) {
      throw section.failure(
          "url", url + " is not that of the preset", "set " + config.issuer() + ", or drop preset");
    }
    return config;
  }

  /** The mappers that are named, one after the other, or null if none is. */
  private @Nullable RoleMapper roles(RolesOptions places) {
    List<RoleMapper> mappers = new ArrayList<>();
    section.below("roles").set(RolesOptions.Rows.MAPPERS, places, mappers);
    return mappers.stream().reduce(RoleMapper::and).orElse(null);
  }
}
