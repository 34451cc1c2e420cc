"""`python -m tianxia.server.run.openapi` prints the OpenAPI document; the client's types are generated from it."""

from __future__ import annotations

import sys

from tianxia.server.http.app import make_app
from tianxia.server.http.openapi import document_of

if __name__ == "__main__":
    sys.stdout.buffer.write(document_of(make_app("")))
