"""Preparations for the command `play`: a match, its players, and the file where it is saved."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from tianxia.cli.choices import (
    choose_game,
    choose_players,
    choose_setting,
    is_person,
    parse_seed,
    read_match,
    read_records,
)
from tianxia.engine.chance import SEED_BYTES, derive_seed, stream_of
from tianxia.errors import SettingError
from tianxia.games import AnyGame
from tianxia.games.base import engine_seat
from tianxia.play import Match
from tianxia.play.files import check_free, unwritable
from tianxia.players import STAND_INS, Player, is_local_program, is_program, make_player, player_specs
from tianxia.terminal import UNNAMED as ME
from tianxia.words import error

USUAL_PLAYERS = 3
USUAL_PROGRAM = "level:novice"


@dataclass(frozen=True)
class Sitting:
    """A match, its players, and the file where it is saved."""

    match: Match
    seats: list[str]  # specs by seat
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
    """Begin a new game: by default one person against programs that suit a learner."""
    box = choose_game(game, editions)
    count, specs = choose_players(box, players, seats, USUAL_PLAYERS, USUAL_PROGRAM)
    setting = choose_setting(box, count, options)
    game_seed = parse_seed(seed)
    if seats is None:  # without given seats, the person's seat is drawn
        specs[stream_of(derive_seed(game_seed, "seats"), 0).below(count)] = ME
    match = Match.begin(box, setting, game_seed)
    return _sit_down(match, specs, save or save_place(box.id), new_file=True)


def _open(file: Path, number: int | None, at: int | None, seats: list[str] | None, editions: Sequence[Path]) -> Match:
    """The match in a file, to be continued."""
    match = read_match(file, number, at, editions)
    if match.over:
        raise error(SettingError, "cli.play.over", file=file)
    if match.has_hidden:
        raise error(SettingError, "cli.play.hidden", file=file)
    if match.seed is None:
        match.position.take_seed(secrets.token_bytes(SEED_BYTES))
    match.go_on()
    if seats is not None:
        choose_players(match.game, match.setting.players, seats, 0)
    else:
        _check_names(match, file)
    _forget_stand_ins_to_come(match)
    return match


def _check_names(match: Match, file: Path) -> None:
    """Refuse names that would run a command, since the file may come from a stranger."""
    for seat, name in enumerate(match.names, 1):
        if is_local_program(name):
            again = shlex.join(["--seat", name])
            raise error(SettingError, "cli.play.program", file=file, seat=seat, name=name, again=again)


def _forget_stand_ins_to_come(match: Match) -> None:
    """Forget stand-ins of moves after the position, when a game continues in another way from an earlier move."""
    stand_ins = match.extra.get(STAND_INS)
    if isinstance(stand_ins, list):
        match.extra[STAND_INS] = [entry for entry in stand_ins if not _begins_after(entry, len(match.moves))]


def _begins_after(entry: object, moves: int) -> bool:
    begin = entry.get("from") if isinstance(entry, dict) else None
    return isinstance(begin, int) and begin > moves


def sit_down_again(file: Path, seats: list[str] | None, editions: Sequence[Path]) -> Sitting:
    """Continue a saved game, in the same file."""
    if sum(1 for _ in read_records(file)) > 1:
        raise error(SettingError, "cli.play.several", file=file)
    match = _open(file, None, None, seats, editions)
    return _sit_down(match, seats or _seated_before(match), file, new_file=False)


def branch(
    file: Path, number: int | None, at: int | None, seats: list[str] | None, editions: Sequence[Path], save: Path | None
) -> Sitting:
    """Begin another game from a position of a record, which stays as it is."""
    match = _open(file, number, at, seats, editions)
    return _sit_down(match, seats or _seated_before(match), save or save_place(match.game.id), new_file=True)


def _sit_down(match: Match, seats: list[str], save: Path, new_file: bool) -> Sitting:
    players = [None if is_person(spec) else _program(spec, match.game) for spec in seats]
    if new_file:
        check_free(save)
    match.names = [
        spec[len(ME) + 1 :].strip() or ME if player is None else player.spec
        for spec, player in zip(seats, players, strict=True)
    ]
    for name, player in zip(match.names, players, strict=True):
        if player is None and is_program(name):
            raise error(SettingError, "cli.play.name", name=name)
        if not name.isprintable():
            raise error(SettingError, "cli.play.sign")
    if None in players and sys.stdin is None:
        raise error(SettingError, "file.stdin")
    luck = match.seed or secrets.token_bytes(SEED_BYTES)
    return Sitting(match, seats, players, save, luck)


def _program(spec: str, game: AnyGame) -> Player:
    if not is_program(spec):
        raise error(SettingError, "setting.player", spec=spec, known=[ME, f"{ME}:NAME", *player_specs()])
    return make_player(spec, game)


def _seated_before(match: Match) -> list[str]:
    """The specs of the seats by the names in a record; if all are programs, a person takes the seat to move."""
    names = match.names or [USUAL_PROGRAM] * match.setting.players
    seats = [name if is_program(name) or name == ME else f"{ME}:{name}" for name in names]
    if match.to_move is not None and all(is_program(spec) for spec in seats):
        seats[engine_seat(match.to_move)] = ME
    return seats


def save_place(game: str) -> Path:
    """The default file of a game: in the user's data folder, or in that of TIANXIA_DATA."""
    data = Path(os.environ.get("TIANXIA_DATA") or platformdirs.user_data_path("tianxia", appauthor=False))
    folder = data / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise unwritable(folder, failure) from None
    return folder / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.json"


def resume_hint(file: Path, editions: Sequence[Path], seats: Sequence[str]) -> str:
    """The command that continues a game. TIANXIA_COMMAND is the one that began it, with {} for its arguments."""
    words = ["--resume", str(file)]
    for edition in editions:
        words += ["--edition", str(edition)]
    if any(is_local_program(spec) for spec in seats):  # the file alone would not start them
        for spec in seats:
            words += ["--seat", spec]
    return os.environ.get("TIANXIA_COMMAND", "tianxia play {}").replace("{}", shlex.join(words))
