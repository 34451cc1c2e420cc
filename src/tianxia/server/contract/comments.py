"""The comments beside fields as descriptions in the OpenAPI document: a field is described where it is declared."""

from __future__ import annotations

import ast
import inspect
import io
import textwrap
import tokenize
from functools import cache
from typing import Any, Final

FOR_TOOLS: Final = ("noqa", "type:")
"""What comments begin with that are written for linters and type checkers."""


@cache
def describe_fields(kind: type[Any]) -> dict[str, str]:
    """Field -> the comment at the end of the line that declares it; empty where the source of the class is missing."""
    found: dict[str, str] = {}
    for base in (*getattr(kind, "__orig_bases__", ()), *kind.__bases__):
        if isinstance(base, type):
            found |= describe_fields(base)
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):  # run without its sources
        return found
    [body] = ast.parse(source).body
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT and not token.string.lstrip("# ").startswith(FOR_TOOLS)
    }
    for node in body.body if isinstance(body, ast.ClassDef) else []:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.end_lineno in comments:
            found[node.target.id] = comments[node.end_lineno]
    return found
