/** Validation of JWT bearer tokens. */
@NullMarked
package org.jwtvalidation;

import org.jspecify.annotations.NullMarked;
