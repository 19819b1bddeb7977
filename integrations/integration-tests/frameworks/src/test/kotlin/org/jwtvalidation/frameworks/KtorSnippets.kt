// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks

import io.ktor.http.HttpHeaders
import io.ktor.http.HttpStatusCode
import io.ktor.server.application.Application
import io.ktor.server.application.install
import io.ktor.server.auth.Authentication
import io.ktor.server.auth.AuthenticationContext
import io.ktor.server.auth.AuthenticationFailedCause.InvalidCredentials
import io.ktor.server.auth.AuthenticationFailedCause.NoCredentials
import io.ktor.server.auth.AuthenticationProvider
import io.ktor.server.auth.authenticate
import io.ktor.server.auth.principal
import io.ktor.server.response.ApplicationResponse
import io.ktor.server.response.header
import io.ktor.server.response.respond
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import kotlinx.coroutines.future.await
import org.jwtvalidation.http.AccessRule
import org.jwtvalidation.http.BearerAnswer
import org.jwtvalidation.http.BearerAuthenticator
import org.jwtvalidation.http.pop.BearerRequest
import org.jwtvalidation.token.AccessToken

// tag::frameworks-ktor[]
class BearerProvider(
    name: String,
    private val bearer: BearerAuthenticator,
    private val rule: AccessRule,
) : AuthenticationProvider(object : Config(name) {}) {

    override suspend fun onAuthenticate(context: AuthenticationContext) {
        val request = context.call.request
        val bearerRequest =
            BearerRequest.of(request.local.method.value, request.local.uri.substringBefore('?')) { name ->
                request.headers.getAll(name).orEmpty()
            }
        when (val answer = bearer.authenticateAsync(bearerRequest, rule).await()) {
            is BearerAnswer.Authenticated -> {
                context.call.response.add(answer)
                context.principal(name, answer.token())
            }
            is BearerAnswer.Refused -> {
                val isAnonymous = HttpHeaders.Authorization !in request.headers
                context.challenge(this, if (isAnonymous) NoCredentials else InvalidCredentials) { challenge, call ->
                    call.response.add(answer)
                    call.respond(HttpStatusCode.fromValue(answer.status()))
                    challenge.complete()
                }
            }
        }
    }

    private fun ApplicationResponse.add(answer: BearerAnswer) =
        answer.headers().forEach { (field, values) -> values.forEach { header(field, it) } }
}
// end::frameworks-ktor[]

fun Application.orders(bearer: BearerAuthenticator) {
    // tag::frameworks-ktor-routes[]
    install(Authentication) {
        register(BearerProvider("read", bearer, AccessRule.scope("orders:read")))
    }
    routing {
        authenticate("read") {
            get("/orders") {
                call.respondText("orders of " + call.principal<AccessToken>()?.subject())
            }
        }
    }
    // end::frameworks-ktor-routes[]
}
