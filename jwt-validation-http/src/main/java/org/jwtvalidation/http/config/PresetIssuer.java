// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;

/**
 * The beginning of the configuration of an issuer.
 *
 * @param builder the builder
 * @param identifier the issuer identifier, or null for a template
 * @param hasKeys whether the builder has a key source already
 */
record PresetIssuer(IssuerConfig.Builder builder, @Nullable String identifier, boolean hasKeys) {}
