// SPDX-License-Identifier: Apache-2.0
package io.quarkiverse.mcp.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stands for the annotation of the extension for MCP where tests are compiled: the extension itself
 * is in one application alone, which has the real one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Tool {}
