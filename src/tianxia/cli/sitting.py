"""A sitting at the terminal: a match, who plays it, and where it is kept."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from tianxia import terminal
from tianxia.cli.choices import choose_game, choose_players, choose_setting, parse_seed, read_match
from tianxia.engine.chance import SEED_BYTES
from tianxia.errors import SettingError
from tianxia.games.base import outside
from tianxia.play import Match
from tianxia.players import Player, make_player, player_specs
from tianxia.words import error

ME = terminal.UNNAMED  # a person at this terminal; `me:Ada` gives a name
USUAL_PLAYERS = 3


@dataclass(frozen=True)
class Sitting:
    """All that is needed to play."""

    match: Match
    players: list[Player | None]  # by seat; None: a person
    save: Path
    luck: bytes  # the seed of the programs' choices


def begin(
    game: str,
    players: int | None,
    seats: list[str] | None,
    options: Sequence[str],
    seed: str | None,
    editions: Sequence[Path],
    save: Path | None,
) -> Sitting:
    """A new game: one person against random programs, unless somebody says otherwise."""
    box = choose_game(game, editions)
    count, specs = choose_players(box, players, seats, USUAL_PLAYERS)
    if seats is None and specs:
        specs[0] = ME
    setting = choose_setting(box, count, options)
    match = Match.begin(box, setting, parse_seed(seed))
    return _sit_down(match, specs, save or save_place(box.id), new_file=True)


def _open(file: Path, number: int | None, at: int | None, seats: list[str] | None, editions: Sequence[Path]) -> Match:
    """The match in a file, to be played on."""
    match = read_match(file, number, at, editions)
    if match.over:
        raise error(SettingError, "cli.play.over", file=file)
    if not all(match.hand_is_told(outside(seat)) for seat in range(match.setting.players)):
        raise error(SettingError, "cli.play.hidden", file=file)
    match.automatic = match.game.makes_forced_moves
    if seats is not None:
        choose_players(match.game, match.setting.players, seats, 0)
    return match


def sit_down_again(file: Path, seats: list[str] | None, editions: Sequence[Path]) -> Sitting:
    """A game that was saved; it is kept in the same file."""
    match = _open(file, None, None, seats, editions)
    return _sit_down(match, seats or _seated_before(match), file, new_file=False)


def branch(
    file: Path, number: int | None, at: int | None, seats: list[str] | None, editions: Sequence[Path], save: Path | None
) -> Sitting:
    """Another game from a position of a record; the record stays as it is."""
    match = _open(file, number, at, seats, editions)
    return _sit_down(match, seats or _seated_before(match), save or save_place(match.game.id), new_file=True)


def _sit_down(match: Match, seats: list[str], save: Path, new_file: bool) -> Sitting:
    players = [None if _is_person(spec) else make_player(spec) for spec in seats]
    if new_file and save.exists():
        raise error(SettingError, "cli.play.save-exists", file=save)
    match.names = [spec.removeprefix(f"{ME}:") for spec in seats]
    luck = match.seed or secrets.token_bytes(SEED_BYTES)
    return Sitting(match, players, save, luck)


def _is_person(spec: str) -> bool:
    return spec == ME or spec.startswith(f"{ME}:")


def _seated_before(match: Match) -> list[str]:
    """Whoever is not a program by name is a person; without names, one person plays against programs."""
    if not match.names:
        return [ME] + ["random"] * (match.setting.players - 1)
    return [name if name in player_specs() or name == ME else f"{ME}:{name}" for name in match.names]


def save_place(game: str) -> Path:
    """Where a game is kept if nobody says where: in the user's data folder, or in that of TIANXIA_DATA."""
    folder = Path(os.environ.get("TIANXIA_DATA") or platformdirs.user_data_path("tianxia", appauthor=False))
    return folder / "games" / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}.json"
