package org.jwtvalidation.benchmark.http;

/** The nanoseconds of all processors that the two processes took for a request. */
record ProcessorTime(double service, double generator) {}
