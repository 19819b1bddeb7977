// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Added by the extension to the methods whose exceptions {@link RefusalsOfTools} sees. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface AnswersRefusals {}
