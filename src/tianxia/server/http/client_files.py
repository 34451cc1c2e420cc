"""The files of the built browser client, read into memory once and compressed.

`make client` builds it from web/; every wheel contains it.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import NotFoundException

FOLDER: Final = Path(__file__).parents[1] / "browser"
FOR_EVER: Final = "public, max-age=31536000, immutable"  # file names of assets change with their content
ALWAYS_ASK: Final = "no-cache"
Asked = Request[Any, Any, Any]


@dataclass(frozen=True)
class ClientFile:
    """A file of the client."""

    body: bytes
    packed: bytes
    media_type: str
    caching: str

    def encoded_for(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """The bytes for a browser that accepts these encodings, and the headers that go with them."""
        headers = {"Cache-Control": self.caching, "Vary": "Accept-Encoding"}
        if "gzip" in accepted and len(self.packed) < len(self.body):
            return self.packed, headers | {"Content-Encoding": "gzip"}
        return self.body, headers


@cache
def client_files() -> dict[str, ClientFile]:
    """Path -> file; empty where no client was built."""
    found = {}
    for file in FOLDER.rglob("*"):
        if file.is_file():
            body = file.read_bytes()
            path = file.relative_to(FOLDER).as_posix()
            media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            caching = FOR_EVER if path.startswith("assets/") else ALWAYS_ASK
            found[path] = ClientFile(body, gzip.compress(body, mtime=0), media_type, caching)
    return found


def answer_file(request: Asked, path: str, status: int = 200) -> Response[bytes]:
    found = client_files().get(path)
    if found is None:
        raise NotFoundException
    body, headers = found.encoded_for(request.headers.get("accept-encoding", ""))
    return Response(body, media_type=found.media_type, headers=headers, status_code=status)


def answer_nothing_here(request: Asked) -> Response[bytes] | None:
    """The client with status 404, which shows that there is no such page, where a browser asks; `None` for programs."""
    is_person = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not is_person or request.url.path.startswith("/api/") or "index.html" not in client_files():
        return None
    return answer_file(request, "index.html", 404)
