// SPDX-License-Identifier: Apache-2.0
/** Checks of manual, site and workflows. Most are among the tests. */
package org.jwtvalidation.checks;
