"""How Sphinx makes the site: Markdown in, pages that fetch nothing from elsewhere out."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

project = "Tianxia"
copyright = "the contributors to Tianxia, MIT licence"
extensions = ["myst_parser"]
exclude_patterns = ["_*"]
myst_heading_anchors = 4  # links to headings, named as code forges name them
myst_enable_extensions = ["fieldlist"]
suppress_warnings = ["misc.highlighting_failure"]  # JSON with "…" where something is left out
highlight_language = "text"

html_theme = "furo"
html_title = "Tianxia 天下"
html_static_path = ["_static"]
html_css_files = ["tianxia.css"]
html_favicon = html_logo = "_static/seal.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
html_show_search_summary = False  # it would be fetched, which a browser refuses for files
html_theme_options = {
    "sidebar_hide_name": False,
    # colours of the tables: paper and ink, lacquer at night
    "light_css_variables": {
        "color-background-primary": "#f6efe0",
        "color-background-secondary": "#ebe0ca",
        "color-background-hover": "#e3d6bb",
        "color-background-border": "#d6c7a9",
        "color-foreground-primary": "#231a14",
        "color-foreground-secondary": "#5a4a3c",
        "color-foreground-muted": "#5a4a3c",
        "color-foreground-border": "#8d7a5f",
        "color-brand-primary": "#a82e1c",
        "color-brand-content": "#a82e1c",
        "color-brand-visited": "#7a2f5d",
        "color-code-background": "#fdf9ef",
        "color-code-foreground": "#231a14",
        "color-inline-code-background": "#fdf9ef",
        "color-highlight-on-target": "#f5e5bd",
    },
    "dark_css_variables": {
        "color-background-primary": "#1a1211",
        "color-background-secondary": "#120b0a",
        "color-background-hover": "#271b19",
        "color-background-border": "#43322d",
        "color-foreground-primary": "#f4e8d4",
        "color-foreground-secondary": "#c4b19a",
        "color-foreground-muted": "#c4b19a",
        "color-foreground-border": "#8a7060",
        "color-brand-primary": "#f0806a",
        "color-brand-content": "#f0806a",
        "color-brand-visited": "#dc97c0",
        "color-code-background": "#271b19",
        "color-code-foreground": "#f4e8d4",
        "color-inline-code-background": "#271b19",
        "color-highlight-on-target": "#3a2c14",
    },
}


def know_rules(app: Any, doctree: nodes.document) -> None:
    """Rules are addressed by <a id="7"></a>: links may lead there as to headings."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for part in doctree.findall(nodes.raw):
        for id in re.findall(r'<a id="([\w-]+)">', part.astext()):
            slugs[id] = (part.line or 0, id, id)


def say_which_language(app: Any, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Rules and notation are told in other languages, too: whoever reads them aloud has to know in which."""
    if found := re.match(r"(?:rules|notation)/(\w\w)/", page):
        context["language"] = found[1]


def setup(app: Any) -> None:
    app.connect("doctree-read", know_rules)
    app.connect("html-page-context", say_which_language)
