package org.jwtvalidation.benchmark.suite.load;

import org.HdrHistogram.Histogram;

/**
 * The result of a run.
 *
 * @param latencies the latencies of all requests, from the time due to the answer, in nanoseconds
 * @param completedInTime the number of requests answered before the end of the run
 */
record LoadResult(Histogram latencies, int completedInTime) {}
