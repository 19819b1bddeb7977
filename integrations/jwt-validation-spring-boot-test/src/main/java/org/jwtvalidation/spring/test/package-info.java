// SPDX-License-Identifier: Apache-2.0
/** Tests of applications, with the issuer of the testkit. */
@NullMarked
package org.jwtvalidation.spring.test;

import org.jspecify.annotations.NullMarked;
