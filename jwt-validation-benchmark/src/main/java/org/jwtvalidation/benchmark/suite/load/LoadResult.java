package org.jwtvalidation.benchmark.suite.load;

import org.HdrHistogram.Histogram;

/**
 * What became of the requests of a run.
 *
 * @param latencies from the instant that a request was due until it was answered, in nanoseconds,
 *     of all requests
 * @param completedInTime how many were answered before the run was over; the rest came after
 */
record LoadResult(Histogram latencies, int completedInTime) {}
