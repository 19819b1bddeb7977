/** What is made of the numbers of a run: a page, a summary, a badge, and the comparison of two. */
@NullMarked
package org.jwtvalidation.benchmark.report;

import org.jspecify.annotations.NullMarked;
