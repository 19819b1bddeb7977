// SPDX-License-Identifier: Apache-2.0
/**
 * Strict base64url (RFC 4648 section 5) and strict JSON (RFC 8259). All octets that are not
 * verified yet are read here.
 */
@NullMarked
package org.jwtvalidation.internal.codec;

import org.jspecify.annotations.NullMarked;
