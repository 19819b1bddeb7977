# SPDX-License-Identifier: Apache-2.0
"""Goes to the server whose URL it is given as clients of the protocol go, by nothing but their SDK.

It knows no issuer, no scope and no token: the SDK's own code reads challenges and metadata, registers, and gets tokens.
It prints each answer that it gets, and fails unless these are the expected ones in the expected order.
"""

import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata


class Memory:
    """Where the SDK keeps its client and its tokens."""

    def __init__(self):
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class User:
    """Consents to everything, without a browser."""

    def __init__(self):
        self.scopes = []
        self.answer = None

    async def visit(self, url):
        self.scopes.append(parse_qs(urlsplit(url).query)["scope"][0])
        async with httpx2.AsyncClient() as browser:
            response = await browser.get(url)
        query = parse_qs(urlsplit(response.headers["location"]).query)
        self.answer = AuthorizationCodeResult(
            code=query["code"][0], state=query["state"][0], iss=query["iss"][0]
        )

    async def returned(self):
        return self.answer


class Trace:
    """The answers since it was last asked, each with the challenge if there is one."""

    def __init__(self):
        self.answers = []

    async def add(self, response):
        answer = f"{response.request.method} {response.request.url.path} {response.status_code}"
        print(answer, response.headers.get("www-authenticate", ""), flush=True)
        self.answers.append(answer)

    def taken(self):
        answers, self.answers = self.answers, []
        return [answer for answer in answers if not answer.startswith(STREAM)]


def check(actual, expected):
    if actual != expected:
        sys.exit(f"expected {expected}\n but was {actual}")


def text(result):
    return result.is_error, [content.text for content in result.content]


# Whether and when a client also asks for a stream of events depends on the server.
STREAM = "GET /mcp "

TOKEN = ["POST /token 200", "POST /mcp 200"]
FIRST_TOKEN = [
    "POST /mcp 401",
    "GET /.well-known/oauth-protected-resource/mcp 200",
    "GET /.well-known/oauth-authorization-server 200",
    "POST /register 201",
] + TOKEN


async def main(server):
    memory, user, trace = Memory(), User(), Trace()
    oauth = OAuthClientProvider(
        server_url=server,
        client_metadata=OAuthClientMetadata(
            client_name="walk",
            redirect_uris=["http://127.0.0.1:1/callback"],
            token_endpoint_auth_method="none",
        ),
        storage=memory,
        redirect_handler=user.visit,
        callback_handler=user.returned,
    )
    async with httpx2.AsyncClient(
        auth=oauth, timeout=60, event_hooks={"response": [trace.add]}
    ) as http:
        transport = streamable_http_client(server, http_client=http)
        async with Client(transport, mode="legacy", read_timeout_seconds=60) as client:
            check(trace.taken()[: len(FIRST_TOKEN)], FIRST_TOKEN)
            check(user.scopes, ["orders:read"])
            tools = await client.list_tools()
            check(sorted(tool.name for tool in tools.tools), ["cancelOrder", "listOrders"])

            trace.taken()
            listed = await client.call_tool("listOrders", {})
            check(text(listed), (False, ["orders of jo"]))
            check(trace.taken(), ["POST /mcp 200"])

            cancelled = await client.call_tool("cancelOrder", {"order": "7"})
            check(text(cancelled), (False, ["cancelled 7"]))
            check(trace.taken(), ["POST /mcp 403"] + TOKEN)
            check(user.scopes, ["orders:read", "orders:read orders:write"])
            check(memory.tokens.scope, "orders:read orders:write")

            listed = await client.call_tool("listOrders", {})
            check(text(listed), (False, ["orders of jo"]))
            check(trace.taken(), ["POST /mcp 200"])
    print("walked through")


asyncio.run(asyncio.wait_for(main(sys.argv[1]), timeout=120))
