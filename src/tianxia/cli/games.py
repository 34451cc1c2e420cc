"""The command that lists the games and their options."""

from __future__ import annotations

from tianxia.cli.output import (
    line,
    out,
    paragraph,
)
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.words import text


def games() -> None:
    console = out()
    for id in GAMES:
        game = find_game(id)
        line(console, f"{text(f'{id}.title')}  ({id})", "bold")
        paragraph(console, text(f"{id}.about"), 2)
        paragraph(console, text("cli.games.credit", credit=text(f"{id}.credit")), 2, "dim")
        paragraph(console, text("cli.games.players", least=game.player_counts[0], most=game.player_counts[-1]), 2)
        for option in game.options(game.player_counts[-1]):
            meaning = text(f"{id}.option.{option.name}")
            values = _option_values(game, option.name)
            paragraph(console, text("cli.games.option", name=option.name), 2)
            paragraph(console, text("cli.games.meaning", values=values, meaning=meaning), 6)


def _option_values(game: AnyGame, name: str) -> str:
    """The values of an option, by number of players if they depend on it."""
    said: dict[int, str] = {}
    for players in game.player_counts:
        option = next(option for option in game.options(players) if option.name == name)
        values, default = [str(value).lower() for value in option.values], str(option.default).lower()
        said[players] = text("cli.games.values", values=values, default=default) if len(values) > 1 else default
    if len(set(said.values())) == 1:
        return said[game.player_counts[0]]
    return "; ".join(text("cli.games.values-for", players=players, values=values) for players, values in said.items())
