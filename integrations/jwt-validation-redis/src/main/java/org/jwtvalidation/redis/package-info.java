// SPDX-License-Identifier: Apache-2.0
/**
 * Used proofs of possession in Redis or Valkey, for services of several nodes.
 *
 * <p>{@link org.jwtvalidation.redis.RedisReplayStore} is the only type.
 */
@NullMarked
package org.jwtvalidation.redis;

import org.jspecify.annotations.NullMarked;
