@NullMarked
package org.jwtvalidation.benchmark.http;

import org.jspecify.annotations.NullMarked;
