// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JSON object.
 *
 * @param members unmodifiable at every level
 * @param memory how many bytes of memory the members take: seldom too few, often somewhat too many
 */
public record ParsedObject(Map<String, @Nullable Object> members, int memory) {}
