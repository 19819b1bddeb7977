// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import org.jwtvalidation.jwk.JwkSet;

/** Keys that never change. */
record ConstantKeySource(JwkSet jwkSet) implements KeySource {}
