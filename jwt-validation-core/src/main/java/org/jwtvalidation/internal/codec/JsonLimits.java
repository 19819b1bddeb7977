// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

/**
 * Limits of one JSON text.
 *
 * @param depth how deep objects and arrays may nest; the outermost counts as one
 * @param stringLength how many characters a string or a member name may have
 * @param members how many members all objects of the text may have together
 */
public record JsonLimits(int depth, int stringLength, int members) {}
