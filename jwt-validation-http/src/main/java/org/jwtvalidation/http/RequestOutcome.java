// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

/** The outcome of a request. A later version may add constants. */
public enum RequestOutcome {
  /** The token is valid and suffices: the request may be served. */
  SUCCESS,
  /** The request has no access token: 401. */
  MISSING_TOKEN,
  /** The header field {@code Authorization} is malformed, or there are several: 400. */
  INVALID_REQUEST,
  /** The token is invalid: 401. */
  INVALID_TOKEN,
  /** The token is valid, but its sender does not prove possession of the token's key: 401. */
  INVALID_PROOF,
  /** The token is valid, but its user has to authenticate otherwise or again: 401. */
  INSUFFICIENT_AUTHENTICATION,
  /** The token is valid and does not suffice: 403. */
  INSUFFICIENT_PERMISSIONS,
  /** Keys, replay store or signature provider are unavailable: 503. */
  UNAVAILABLE
}
