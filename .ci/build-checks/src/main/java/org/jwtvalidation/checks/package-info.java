// SPDX-License-Identifier: Apache-2.0
/**
 * Checks of manual and workflows; they are among the tests. Without this file there would be no
 * folder of classes, of which the compiler of the tests warns.
 */
package org.jwtvalidation.checks;
