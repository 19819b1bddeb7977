// SPDX-License-Identifier: Apache-2.0
/** What every example of an MCP server answers, and a client of the protocol that asks. */
package org.jwtvalidation.examples.mcp;
