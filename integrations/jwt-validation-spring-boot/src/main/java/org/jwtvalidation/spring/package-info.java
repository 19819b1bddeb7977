// SPDX-License-Identifier: Apache-2.0
/**
 * Spring Security's decoders on top of {@link org.jwtvalidation.TokenValidator}, the filters that
 * let them check proofs of possession, and what reads tokens from requests. The auto-configuration
 * in {@link org.jwtvalidation.spring.autoconfigure} makes them; the types are for applications that
 * make them themselves.
 */
@NullMarked
package org.jwtvalidation.spring;

import org.jspecify.annotations.NullMarked;
