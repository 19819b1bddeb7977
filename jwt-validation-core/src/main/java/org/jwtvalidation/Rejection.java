package org.jwtvalidation;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Why and where a token was rejected; holds no text of the token.
 *
 * @param step the step that rejected it
 * @param reason why
 * @param claim the claim or header parameter at fault, the name of the {@link ClaimCheck} that
 *     failed, or null where it is none of these; never a name that the token brought
 * @serial exclude
 */
@SuppressWarnings("InvalidBlockTag") // the serialized form of a record needs no page of its own
public record Rejection(ValidationStep step, Reason reason, @Nullable String claim)
    implements Serializable {}
