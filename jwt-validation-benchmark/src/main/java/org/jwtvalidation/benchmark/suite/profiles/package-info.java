// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks under the Flight Recorder: what do the slowest of many validations wait for?
 *
 * <p>{@code ./mvnw verify -Pbenchmark-jfr} runs each in a JVM of its own, records the JVM from its
 * start, and analyzes the recordings.
 */
package org.jwtvalidation.benchmark.suite.profiles;
