// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks

import org.jwtvalidation.IssuerConfig
import org.jwtvalidation.TokenValidator
import org.jwtvalidation.token.TokenRejectedException
import org.jwtvalidation.token.UndecidedException

// tag::kotlin-validator[]
val validator: TokenValidator =
    TokenValidator.builder()
        .issuer(IssuerConfig.builder("https://issuer.example").audience("orders-api").build())
        .build()

fun statusFor(bearer: String): Int =
    try {
        if (validator.validate(bearer).hasScope("orders:read")) 200 else 403
    } catch (e: TokenRejectedException) {
        401
    } catch (e: UndecidedException) {
        503
    }
// end::kotlin-validator[]
