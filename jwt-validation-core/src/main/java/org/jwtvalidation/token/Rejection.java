package org.jwtvalidation.token;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Why and in which step a token was rejected. Contains no text of the token.
 *
 * @param step the step that rejected the token
 * @param reason why
 * @param claim the claim or header parameter at fault, {@code roles} if the {@link
 *     org.jwtvalidation.RoleMapper} failed, the name of the {@link org.jwtvalidation.ClaimCheck}
 *     that failed, or null if it is none of these; never a name that the token chose
 * @serial exclude
 */
@SuppressWarnings("InvalidBlockTag") // the serialized form of a record needs no page of its own
public record Rejection(ValidationStep step, Reason reason, @Nullable String claim)
    implements Serializable {}
