// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

/**
 * The presets of {@link org.jwtvalidation.issuers.Issuers}, as text names them: in kebab case, such
 * as {@code github-actions}. What a preset needs to know is in the issuer's {@link
 * IssuerOptions#url}, or in an option of its own. A later version may add constants.
 */
public enum IssuerPreset {
  /** {@code https://sso.example/realms/shop}. */
  KEYCLOAK,
  /** {@code https://shop.eu.auth0.com/}. */
  AUTH0,
  /** {@code https://shop.okta.com/oauth2/default}. */
  OKTA,
  /**
   * {@code https://login.microsoftonline.com/<tenant>/v2.0}, or no URL and {@link
   * IssuerOptions#tenants}.
   */
  ENTRA,
  /** {@code https://sts.windows.net/<tenant>/}. */
  ENTRA_V1,
  /**
   * {@code https://cognito-idp.<region>.amazonaws.com/<user pool>}, or {@code issuer-cognito-idp};
   * and {@link IssuerOptions#clients}.
   */
  COGNITO,
  /** Needs no URL; for ID tokens of users who sign in, not for bearer tokens. */
  GOOGLE,
  /** Needs no URL, and {@link IssuerOptions#serviceAccounts}. */
  GOOGLE_SERVICE_ACCOUNTS,
  /** Needs no URL, and {@link IssuerOptions#repositories}. */
  GITHUB_ACTIONS,
  /** {@code https://gitlab.com}, and {@link IssuerOptions#projects}. */
  GITLAB,
  /** The issuer of the cluster, and {@link IssuerOptions#serviceAccounts}. */
  KUBERNETES,
  /** The issuer of the cluster of this process, and {@link IssuerOptions#serviceAccounts}. */
  IN_KUBERNETES,
  /** {@code https://securetoken.google.com/<project>}. */
  FIREBASE
}
