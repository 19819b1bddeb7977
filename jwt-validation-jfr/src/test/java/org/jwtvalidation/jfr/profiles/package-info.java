/**
 * Benchmarks that the Flight Recorder watches: what do the slowest of many validations wait for?
 *
 * <p>{@code ./mvnw verify -Pbenchmark-jfr} runs them, each in a JVM of its own that is recorded
 * from its start, and analyses the recordings.
 */
package org.jwtvalidation.jfr.profiles;
