"""The OpenAPI document, and a page that shows it without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from litestar import Request
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from tianxia.server.contract import Problem
from tianxia.server.guard import HEADER
from tianxia.server.identity import COOKIE
from tianxia.server.pages import page

PROBLEMS: Final = {
    400: "The request does not have the form it should have.",
    401: "Nobody is known here yet.",
    403: "It is somebody else's to do, or a forged request.",
    404: "There is no such thing.",
    409: "Something else happened first.",
    413: "The request is too large.",
    422: "A rule of the game, of notation or of records refuses it.",
    429: "Too often; Retry-After tells how many seconds to wait.",
}


class Problems(ReceiveRoutePlugin):
    """Lets the document list how every request can be refused."""

    def receive_route(self, route: BaseRoute) -> None:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.responses = {
                    status: ResponseSpec(Problem, description=description, generate_examples=False)
                    for status, description in PROBLEMS.items()
                } | dict(handler.responses or {})


class PlainPage(OpenAPIRenderPlugin):
    """All requests in one list."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        document = escape(self.get_openapi_json_route(request))
        lines = "\n".join(list_requests(openapi_schema))
        body = f'<p><a href="{document}">{document}</a></p>\n<dl>\n{lines}\n</dl>'
        return page(openapi_schema["info"]["title"], body).encode()


def list_requests(document: dict[str, Any]) -> Iterator[str]:
    """The requests of a document, as terms and definitions."""
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            about = operation.get("description") or operation.get("summary") or ""
            yield f"<dt><code>{escape(method.upper())} {escape(path)}</code></dt><dd>{escape(about)}</dd>"


def describe() -> OpenAPIConfig:
    """How the document is made and where it is found."""
    schemes: dict[str, Any] = {
        "device": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
        "own-site": SecurityScheme(type="apiKey", name=HEADER, security_scheme_in="header"),
    }
    return OpenAPIConfig(
        title="Tianxia",
        version="1",
        path="/api/schema",
        components=Components(security_schemes=schemes),
        security=[{"device": [], "own-site": []}],
        use_handler_docstrings=True,
        render_plugins=[PlainPage(path="/"), JsonRenderPlugin()],
    )
