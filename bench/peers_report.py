"""What `peers.py` found, told: a table for the terminal, a page and a picture for docs/, and whether the bars hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.table import Table

import peers_chart

NAMES: Final = {
    "tianxia compiled": "Tianxia",
    "tianxia interpreted": "Tianxia, interpreted",
    "open_spiel": "OpenSpiel",
    "pettingzoo": "PettingZoo classic",
    "rlcard": "RLCard",
    "catanatron": "Catanatron",
    "pgx": "Pgx",
}
PYTHON_PEERS: Final = ("pettingzoo", "rlcard", "catanatron")
ENGINE_BAR: Final = 10
ENGINE_BARS: Final = {"Forbidden City": 3}  # games with more to do in a move
AGENT_CYCLE_BAR: Final = 3
APIS: Final = {
    "engine": "Engine API: list the legal moves, choose, carry out",
    "AEC": "PettingZoo's `last()` and `step()`, as published (`env`)",
    "AEC, bare": "PettingZoo's `last()` and `step()`, without checks (`raw_env`)",
    "batch": "Many games in one call",
}
BEGIN: Final = "<!-- peers: made by make bench-peers -->"
END: Final = "<!-- peers: end -->"


class Row(NamedTuple):
    library: str
    figures: dict[str, Any]


def rows(found: dict[str, Any], api: str) -> list[Row]:
    """Ours first, then the fastest of each library."""
    return [
        Row(library, figures)
        for library in NAMES
        for figures in sorted(games_of(found, library), key=lambda game: -game["decisions_a_second"])
        if figures["api"] == api
    ]


def games_of(found: dict[str, Any], library: str) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = found["libraries"].get(library, {}).get("games", [])
    return games


# ---- bars


def bars(found: dict[str, Any]) -> list[str]:
    """Whether our games are as many times faster as we claim than the fastest game of any Python library."""
    return [*engine_bars(found), *agent_cycle_bars(found)]


def engine_bars(found: dict[str, Any]) -> Iterator[str]:
    peers = [
        Row(library, figures)
        for api in APIS
        for library, figures in rows(found, api)
        if library in PYTHON_PEERS and api != "batch"
    ]
    for library, figures in rows(found, "engine"):
        if library == "tianxia compiled" and peers:
            yield bar("engine", figures, max(peers, key=speed_of), ENGINE_BARS.get(figures["game"], ENGINE_BAR))


def agent_cycle_bars(found: dict[str, Any]) -> Iterator[str]:
    table = rows(found, "AEC")
    peers = [row for row in table if row.library in PYTHON_PEERS]
    for library, figures in table:
        if library == "tianxia compiled" and peers:
            yield bar("AEC", figures, max(peers, key=speed_of), AGENT_CYCLE_BAR)


def bar(api: str, ours: dict[str, Any], peer: Row, least: int) -> str:
    times = ours["decisions_a_second"] / speed_of(peer)
    verdict = "reached" if times >= least else "NOT reached"
    return (
        f"{ours['game']}, {api}: {times:.1f} x the fastest Python peer "
        f"({NAMES[peer.library]}, {peer.figures['game']}); {least} x is {verdict}."
    )


def speed_of(row: Row) -> float:
    speed: float = row.figures["decisions_a_second"]
    return speed


def missing(found: dict[str, Any]) -> list[str]:
    """Whatever was not measured, and why."""
    told = [f"{NAMES[library]}: {reason}" for library, reason in found["missing"].items()]
    for library, figures in found["libraries"].items():
        for reason in dict.fromkeys(failure["reason"] for failure in figures["failed"]):
            games = [failure["what"] for failure in figures["failed"] if failure["reason"] == reason]
            more = f" and {len(games) - 1} more" if len(games) > 1 else ""
            told.append(f"{NAMES[library]}, {games[0]}{more}: not there ({reason})")
    return told


# ---- the table


HEADINGS: Final = ("game", "players", "decisions/s", "choices", "moves a game", "new game µs", "copy µs")


def cells(figures: dict[str, Any]) -> list[str]:
    clone = figures["clone_us"]
    return [
        figures["game"],
        str(figures["players"]),
        f"{rounded(figures['decisions_a_second']):,}",
        f"{figures['choices']:.1f}",
        "" if figures["api"] == "batch" else f"{figures['decisions_a_game']:.0f}",
        micro(figures["new_game_us"]),
        "" if clone is None else micro(clone) + (" *" if figures["clones_by_deepcopy"] else ""),
    ]


def micro(time: float) -> str:
    return f"{time:,.0f}" if time >= 100 else f"{time:.2g}"


def rounded(number: float) -> int:
    """A number rounded to two digits: another run would not give more of them again.

    >>> rounded(1_537_211.0)
    1500000
    """
    return int(float(f"{number:.2g}"))


def tables(found: dict[str, Any]) -> Iterator[Table]:
    for api, about in APIS.items():
        drawn = Table(title=about, title_justify="left", caption="best of five; * by copy.deepcopy")
        drawn.add_column("library")
        for heading in HEADINGS:
            drawn.add_column(heading, justify="left" if heading == "game" else "right")
        for library, figures in rows(found, api):
            drawn.add_row(NAMES[library], *cells(figures))
        if drawn.row_count:
            yield drawn


# ---- the page


def write_docs(found: dict[str, Any], folder: Path) -> None:
    page = folder / "speed.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    assert end, f"{page} has no place for the figures: {BEGIN} ... {END}"
    page.write_text(f"{before}{BEGIN}\n\n{told(found)}\n{END}{after}", encoding="utf-8")
    (folder / "pictures" / "speed.svg").write_text(picture(found), encoding="utf-8")


def picture(found: dict[str, Any]) -> str:
    groups = {
        heading: [
            peers_chart.Bar(
                f"{NAMES[library]}: {figures['game']}", rounded(figures["decisions_a_second"]), kind(library)
            )
            for library, figures in rows(found, api)
        ]
        for api, heading in {
            "engine": "Engine API, one game at a time",
            "AEC": "PettingZoo's agent cycle",
            "batch": "Many games in one call (1,024, all cores)",
        }.items()
    }
    return peers_chart.speed_chart({heading: bars for heading, bars in groups.items() if bars})


def kind(library: str) -> str:
    if library.startswith("tianxia"):
        return library.split()[1]
    return "python" if library in PYTHON_PEERS else "native"


def told(found: dict[str, Any]) -> str:
    lines = ["![Decisions a second of our games and of other libraries, driven from Python](pictures/speed.svg)", ""]
    for api, about in APIS.items():
        if found_rows := rows(found, api):
            lines += [f"**{about}**", "", f"| library | {' | '.join(HEADINGS)} |"]
            lines += ["|---" * 2 + "|--:" * (len(HEADINGS) - 1) + "|"]
            lines += [f"| {NAMES[library]} | {' | '.join(cells(figures))} |" for library, figures in found_rows]
            lines += [""]
    lines += ["An asterisk: the library has no copy of its own, so `copy.deepcopy` makes it.", ""]
    lines += [f"- {line}" for line in bars(found)]
    lines += [f"- Not measured: {line}" for line in missing(found)]
    versions = [f"{NAMES[name]} {lib['version']}" for name, lib in found["libraries"].items() if "version" in lib]
    lines += ["", f"CPython {found['where']['python']} on {found['where']['machine']}; {', '.join(versions)}.", ""]
    return "\n".join(lines)
