/**
 * JSON Web Signatures in compact serialization (RFC 7515): parsed, and verified. What is verified
 * has another type than what is not, and nothing else makes it than a signature that matches.
 */
@NullMarked
package org.jwtvalidation.internal.jws;

import org.jspecify.annotations.NullMarked;
