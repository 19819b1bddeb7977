/** Plans the rows that are asked for, runs them one by one, and says how far it is. */
@NullMarked
package org.jwtvalidation.benchmark.run;

import org.jspecify.annotations.NullMarked;
