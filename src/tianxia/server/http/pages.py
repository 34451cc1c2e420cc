"""Plain HTML pages, which load nothing else."""

from __future__ import annotations

from html import escape


def page(title: str, body: str) -> str:
    """A whole page. `body` is HTML already, `title` is text.

    >>> print(page("Weiqi & Go", "<p>Hello.</p>"), end="")
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Weiqi &amp; Go</title></head>
    <body>
    <h1>Weiqi &amp; Go</h1>
    <p>Hello.</p>
    </body>
    </html>
    """
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}<title>{escape(title)}</title></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )
