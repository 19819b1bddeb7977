// SPDX-License-Identifier: Apache-2.0
/** An MCP server with Quarkus. */
@NullMarked
package org.jwtvalidation.examples.mcpquarkus;

import org.jspecify.annotations.NullMarked;
