// SPDX-License-Identifier: Apache-2.0
/**
 * What has the JVM compile validations before tokens arrive.
 *
 * <p>A warm-up and a readiness probe begin a {@link
 * org.jwtvalidation.internal.training.Training}. For each key it calls {@link
 * org.jwtvalidation.jwk.SignatureVerifier#train}: in the background, the {@link
 * org.jwtvalidation.internal.tables.TableMaker} of the algorithm races RSA, tests a known answer,
 * makes the table of the key, and opens the gate. Meanwhile an {@link
 * org.jwtvalidation.internal.training.Exercise} validates {@link
 * org.jwtvalidation.internal.training.TrainingTokens} of that algorithm, on the thread that waits.
 */
@NullMarked
package org.jwtvalidation.internal.training;

import org.jspecify.annotations.NullMarked;
