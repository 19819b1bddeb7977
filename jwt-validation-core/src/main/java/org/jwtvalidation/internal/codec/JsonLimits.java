package org.jwtvalidation.internal.codec;

/**
 * Bounds of one JSON text.
 *
 * @param depth how deep objects and arrays may nest, the outermost counting as one
 * @param stringLength the most characters a string or a member name may have
 * @param members the most object members the text may have, those of all its objects counted
 *     together
 */
public record JsonLimits(int depth, int stringLength, int members) {}
