// SPDX-License-Identifier: Apache-2.0
/** An MCP server with Spring AI. */
@NullMarked
package org.jwtvalidation.examples.mcpspringboot;

import org.jspecify.annotations.NullMarked;
