// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks

import io.ktor.server.auth.authenticate
import io.ktor.server.auth.authentication
import io.ktor.server.auth.principal
import io.ktor.server.cio.CIO
import io.ktor.server.engine.EmbeddedServer
import io.ktor.server.engine.embeddedServer
import io.ktor.server.request.receiveText
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.jwtvalidation.http.AccessRule
import org.jwtvalidation.http.BearerAuthenticator
import org.jwtvalidation.token.AccessToken

internal class KtorTest : HttpContract() {

    private lateinit var server: EmbeddedServer<*, *>

    override fun start(bearer: BearerAuthenticator): Int {
        server =
            embeddedServer(CIO, host = "127.0.0.1", port = 0) {
                orders(bearer)
                authentication { register(BearerProvider("any", bearer, AccessRule.anyToken())) }
                routing {
                    authenticate("read", optional = true) {
                        get("/greeting") { call.respondText("hello, " + call.principal<AccessToken>()?.subject()) }
                    }
                    authenticate("any") {
                        post("/orders/new") { call.respondText(call.receiveText()) }
                        for (name in listOf("public", "admin")) {
                            get("/$name") { call.respondText("handler=$name") }
                            get("/$name/{...}") { call.respondText("handler=$name") }
                        }
                        get("/{...}") { call.respondText("handler=other") }
                    }
                }
            }
        server.start()
        return runBlocking { server.engine.resolvedConnectors().first().port }
    }

    @Test
    fun servesARequestWithoutATokenWhereItIsOptional() {
        val greeting = send(request("/greeting").build())

        assertThat(greeting.statusCode()).isEqualTo(200)
        assertThat(greeting.body()).isEqualTo("hello, null")
    }

    @Test
    fun refusesAnInvalidTokenWhereItIsOptional() {
        val request = request("/greeting").header("Authorization", "Bearer invalid").build()

        assertThat(send(request).statusCode()).isEqualTo(401)
    }

    override fun stop() {
        server.stop(0, 0)
    }
}
