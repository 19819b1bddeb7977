/** Configurations of well-known issuers, ready to take an audience. */
@NullMarked
package org.jwtvalidation.issuers;

import org.jspecify.annotations.NullMarked;
