package org.jwtvalidation.http;

import org.jwtvalidation.http.pop.ProofRequest;

/**
 * What a {@link BearerAuthenticator} reads of an HTTP request: never its query or body for a token.
 * One request is read by one thread at a time. Only a {@linkplain
 * BearerAuthenticator.Builder#proofOfPossession proof of possession} needs more than the header
 * field {@code Authorization}.
 */
public interface BearerRequest extends ProofRequest {}
