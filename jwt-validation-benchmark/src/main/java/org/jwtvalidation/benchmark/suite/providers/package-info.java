/** What does the choice of a provider of cryptography change? */
@NullMarked
package org.jwtvalidation.benchmark.suite.providers;

import org.jspecify.annotations.NullMarked;
