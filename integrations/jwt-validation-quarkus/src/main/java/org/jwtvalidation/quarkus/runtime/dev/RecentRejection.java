// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime.dev;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.Rejection;

/** A rejection, without anything of the token: the issuer is null if it is not a trusted one. */
record RecentRejection(Instant at, @Nullable String issuer, Rejection rejection) {}
