// SPDX-License-Identifier: Apache-2.0
/** Checks of manual and workflows; they are among the tests. */
package org.jwtvalidation.checks;
