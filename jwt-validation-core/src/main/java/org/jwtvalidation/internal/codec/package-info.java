/**
 * Strict base64url (RFC 4648 section 5) and strict JSON (RFC 8259): the only door for bytes nobody
 * has verified.
 */
@NullMarked
package org.jwtvalidation.internal.codec;

import org.jspecify.annotations.NullMarked;
