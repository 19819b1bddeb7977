// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose result a caller must not ignore. Error Prone, SpotBugs and other analyzers
 * know the annotation by its simple name.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface CheckReturnValue {}
