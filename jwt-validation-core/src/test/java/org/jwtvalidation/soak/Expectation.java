// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import java.util.Set;

/** What the reference asks of a token: what the validator under load was told, too. */
record Expectation(Set<String> issuers, String audience, long leewayMillis) {}
