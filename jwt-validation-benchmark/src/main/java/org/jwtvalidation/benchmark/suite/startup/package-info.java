/** How long until a new JVM has validated its first token, and does a source of entropy matter? */
@NullMarked
package org.jwtvalidation.benchmark.suite.startup;

import org.jspecify.annotations.NullMarked;
