"""The OpenAPI document, and a page that lists all requests without loading anything from other sites.

Paths come from Litestar, schemas from msgspec, which validates requests and writes answers: so the document is exact.
`python -m tianxia.server.run.openapi` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from inspect import cleandoc
from typing import Any, Final

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityRequirement, SecurityScheme
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Struct, json

from tianxia.games.base import LedgerEntry
from tianxia.play.view import View
from tianxia.server.contract import advice, games, learning, people, problems, records, tables
from tianxia.server.contract.comments import describe_fields
from tianxia.server.contract.problems import Problem
from tianxia.server.contract.views import REFERENCE, game_schemas
from tianxia.server.http.pages import page
from tianxia.server.http.problems import REFUSED
from tianxia.server.http.security import ANY_SITE, CSRF_HEADER, SAFE_METHODS
from tianxia.server.http.sessions import COOKIE
from tianxia.server.people.service import Person
from tianxia.server.refusals import Refusal
from tianxia.words import MessageDocument

Document = dict[str, Any]

CONTRACT: Final = (advice, games, learning, people, problems, records, tables)

PROBLEMS: Final = {
    **{kind.status: kind.__doc__ or "" for kind in Refusal.__subclasses__()},
    413: "The request is too large.",
    REFUSED: "A rule of the game, of notation or of records refuses it.",
}


class Problems(ReceiveRoutePlugin):
    """Adds the possible refusals to every request of the document, and the cookie and header that it needs."""

    def receive_route(self, route: BaseRoute) -> None:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.responses = {
                    status: ResponseSpec(Problem, description=description, generate_examples=False)
                    for status, description in PROBLEMS.items()
                } | dict(handler.responses or {})
                handler.security = needs_of(handler)


def needs_of(handler: HTTPRouteHandler) -> list[SecurityRequirement]:
    """The security requirements of a request: the cookie of a device, and the header against CSRF."""
    site: SecurityRequirement = (
        {} if handler.http_methods <= SAFE_METHODS or handler.opt.get(ANY_SITE) else {"own-site": []}
    )
    taken = handler.parsed_fn_signature.parameters
    if "person" in taken:
        return [{**site, "device": []}]
    return [site, {**site, "device": []}] if "visitor" in taken else [site]


class Json(JsonRenderPlugin):
    """The document itself."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Document) -> bytes:
        return json.encode(complete(openapi_schema))


class PlainPage(OpenAPIRenderPlugin):
    """A page with all requests in one list."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Document) -> bytes:
        document = escape(self.get_openapi_json_route(request))
        lines = "\n".join(list_requests(openapi_schema))
        body = f'<p><a href="{document}">{document}</a></p>\n<dl>\n{lines}\n</dl>'
        return page(openapi_schema["info"]["title"], body).encode()


def list_requests(document: Document) -> Iterator[str]:
    """The requests of a document, as terms and definitions."""
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            about = operation.get("description") or operation.get("summary") or ""
            yield f"<dt><code>{escape(method.upper())} {escape(path)}</code></dt><dd>{escape(about)}</dd>"


def describe() -> OpenAPIConfig:
    """The configuration of the document: its title, its address, its security schemes."""
    schemes: dict[str, Any] = {
        "device": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
        "own-site": SecurityScheme(type="apiKey", name=CSRF_HEADER, security_scheme_in="header"),
    }
    return OpenAPIConfig(
        title="Tianxia",
        version="1",
        path="/api/schema",
        components=Components(security_schemes=schemes),
        use_handler_docstrings=True,
        operation_id_creator=name_of,
        render_plugins=[PlainPage(path="/"), Json()],
    )


def name_of(handler: HTTPRouteHandler, _method: object, _path: object) -> str:
    """The operation id of a request: the name of its handler."""
    return handler.handler_name


# ---- what Litestar does not know, and what says nothing


def document_of(app: Litestar) -> bytes:
    """The document of an application as JSON, byte for byte the same for the same contract."""
    return json.format(json.encode(complete(app.openapi_schema.to_schema()), order="sorted")) + b"\n"


def complete(document: Document) -> Document:
    """The document with the schemas of msgspec, and without empty entries."""
    schemas = exact_schemas()
    paths = {
        path: {method: tidy_operation(operation) for method, operation in methods.items()}
        for path, methods in document["paths"].items()
    }
    return {**document, "paths": paths, "components": {**document["components"], "schemas": schemas}}


def exact_schemas() -> dict[str, Document]:
    """Name -> schema, for all bodies of requests and answers, with the parts that are special to games."""
    names = (kind for module in CONTRACT for kind in vars(module).values())
    bodies = {kind for kind in names if isinstance(kind, type) and issubclass(kind, Struct) and kind.__struct_fields__}
    schemas = json.schema_components([*bodies, Person], ref_template=REFERENCE)[1]
    described: list[type] = [*bodies, Person, View, LedgerEntry, MessageDocument]
    for kind in described:
        for field, comment in describe_fields(kind).items():
            schemas[kind.__name__]["properties"][field].setdefault("description", comment)
    return schemas | game_schemas(schemas)


def tidy_operation(operation: Document) -> Document:
    tidy: Document = {
        key: operation[key] for key in ("operationId", "tags", "security", "requestBody") if key in operation
    }
    return {
        **tidy,
        "description": cleandoc(operation["description"]),
        "parameters": [tidy_parameter(parameter) for parameter in operation.get("parameters", [])],
        "responses": {status: tidy_answer(status, answer) for status, answer in operation["responses"].items()},
    }


def tidy_parameter(parameter: Document) -> Document:
    """A parameter, which may be left out but cannot be null."""
    schema = {key: value for key, value in parameter["schema"].items() if key != "description"}
    for kind in schema.pop("oneOf", []):
        if kind != {"type": "null"}:
            schema |= kind
    if schema["type"] == "integer":
        schema.setdefault("minimum", 0)  # Litestar leaves out a bound of 0
    tidy: Document = {key: parameter[key] for key in ("name", "in", "required", "description") if key in parameter}
    return {**tidy, "schema": schema}


def tidy_answer(status: str, answer: Document) -> Document:
    if int(status) in PROBLEMS:
        return answer
    content = {} if int(status) == HTTP_204_NO_CONTENT else {"content": answer["content"]}
    return {"description": "It is done.", **content}
