/**
 * The keys of an issuer at run time: which verifiers fit a token, at hand or after a wait, and what
 * a key source of the user can do to others.
 */
@NullMarked
package org.jwtvalidation.internal.keys;

import org.jspecify.annotations.NullMarked;
