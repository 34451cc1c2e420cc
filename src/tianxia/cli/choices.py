"""Arguments of the command line, turned into games, players, seeds and records."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tianxia.arena import Plan
from tianxia.engine.chance import SEED_BYTES
from tianxia.errors import RecordError, SettingError, TianxiaError
from tianxia.games import STANDARD, AnyGame, Shelf
from tianxia.games.base import Document, OptionValue, Setting
from tianxia.play import Match, Record, read_record, replay
from tianxia.play.files import check_free, read_documents
from tianxia.players import is_local_program, is_program
from tianxia.terminal import UNNAMED as ME
from tianxia.words import error, text

DASH = Path("-")  # standard input where something is read, standard output where it is written
MAX_GAMES = 10_000_000
MAX_PROCESSES = 256


def parse_seed(typed: str | None) -> bytes:
    """The seed of a typed whole number or of 32 hex digits; a random one without either.

    >>> parse_seed("7").hex()
    '00000000000000000000000000000007'
    """
    if typed is None:
        return secrets.token_bytes(SEED_BYTES)
    if re.fullmatch("[0-9a-fA-F]{32}", typed):
        return bytes.fromhex(typed)
    if not re.fullmatch("[0-9]{1,39}", typed) or int(typed) >= 1 << 8 * SEED_BYTES:
        raise error(SettingError, "setting.seed", seed=typed[:60])
    return int(typed).to_bytes(SEED_BYTES, "big")


def choose_game(game: str, editions: Sequence[Path]) -> AnyGame:
    """A game in the edition of a file, or in the standard one."""
    shelf = Shelf(editions)
    if len(editions) > 1:
        raise error(SettingError, "setting.one-edition")
    return shelf.game(game.strip().lower(), next(shelf.names(), STANDARD))


def choose_seats(
    seats: str | None, seat: Sequence[str], options: tuple[str, str] = ("--seats", "--seat")
) -> list[str] | None:
    """The specs of the seats from `--seats a,b` or `--seat a --seat b`; on a ladder the options have other names."""
    many, one = options
    if seats is not None and seat:
        raise error(SettingError, "setting.seats-twice", many=many, one=one)
    found = [spec.strip() for spec in (seat if seats is None else seats.split(","))]
    if seats is not None and any(is_local_program(spec) for spec in found):
        for spec in found:
            if not is_program(spec) and not is_person(spec):
                raise error(SettingError, "setting.seats-comma", spec=spec, many=many, one=one)
    return found or None


def is_person(spec: str) -> bool:
    """Whether a spec seats a person at this screen: `me`, or `me:Ada`."""
    return spec.partition(":")[0].lower() == ME


def choose_setting(game: AnyGame, players: int, options: Sequence[str]) -> Setting:
    """The setting of a game from `--players`, and from `--option name=value`, which may be repeated."""
    game.setting(players)
    known = {option.name: option for option in game.options(players)}
    chosen: dict[str, OptionValue] = {}
    for typed in options:
        name, equals, value = typed.partition("=")
        name = name.strip().lower()
        if not equals:
            raise error(SettingError, "setting.option-form", typed=typed)
        if name not in known:
            raise error(SettingError, "setting.option", game=game.title, name=name, known=sorted(known))
        chosen[name] = known[name].parse(value)
    return game.setting(players, chosen)


def choose_players(
    game: AnyGame, players: int | None, seats: list[str] | None, default: int, program: str = "random"
) -> tuple[int, list[str]]:
    """The number of players and their specs: one follows from the other; without specs, `program` fills the seats."""
    if seats is None:
        count = default if players is None else players
        return count, [program] * (count if count in game.player_counts else 0)
    if players is not None and players != len(seats):
        raise error(SettingError, "setting.seats-count", players=players, seats=len(seats))
    return len(seats), seats


def choose_plan(
    game: AnyGame,
    specs: Sequence[str],
    players: int,
    options: Sequence[str],
    seed: bytes,
    editions: Sequence[Path],
    keeps_records: bool,
) -> Plan:
    """The plan of games between programs, from the arguments of a command."""
    setting = choose_setting(game, players, options)
    return Plan(
        game.id, players, dict(setting.options), tuple(specs), seed, game.edition, tuple(editions), keeps_records
    )


def check_range(name: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise error(SettingError, "setting.range", name=name, most=most, number=number)


# ---- files


def check_writable(file: Path | None) -> None:
    """Refuse a result file that is there already, before a long computation; `-` is standard output."""
    if file is not None and file != DASH:
        check_free(file)


def read_bytes(file: Path) -> tuple[str, bytes]:
    """The content of a file, with its name; `-` is standard input."""
    if file == DASH:
        if sys.stdin is None:
            raise error(RecordError, "file.stdin")
        return text("cli.stdin"), sys.stdin.buffer.read()
    try:
        return str(file), file.read_bytes()
    except (OSError, ValueError) as failure:  # ValueError: a name with a zero byte
        reason = getattr(failure, "strerror", None) or failure
        raise error(RecordError, "file.unreadable", file=file, reason=reason) from None


def read_records(file: Path) -> Iterator[tuple[str, Record | TianxiaError]]:
    """The records in a file, each with its place; an unreadable one comes as its error."""
    name, data = read_bytes(file)
    for where, document in read_documents(data, name):
        yield where, document if isinstance(document, TianxiaError) else _record(document)


def _record(document: Document) -> Record | TianxiaError:
    try:
        return read_record(document)
    except TianxiaError as failure:
        return failure


def read_one(file: Path, number: int | None) -> Record:
    """One record of a file."""
    return _pick(file, number)[1]


def read_match(file: Path, number: int | None, at: int | None, editions: Sequence[Path]) -> Match:
    """The match of one record in a file, after its first `at` moves."""
    where, record = _pick(file, number)
    try:
        return replay(record, Shelf(editions), at)
    except TianxiaError as failure:
        raise error(RecordError, "file.record", where=where, reason=str(failure)) from None


def _pick(file: Path, number: int | None) -> tuple[str, Record]:
    """One record of a file, with its place there."""
    records = list(read_records(file))
    if number is None and len(records) > 1:
        raise error(RecordError, "file.which", file=file, records=len(records))
    number = 1 if number is None else number
    if not 1 <= number <= len(records):
        raise error(RecordError, "file.no-such", file=file, records=len(records), number=number)
    where, record = records[number - 1]
    if isinstance(record, TianxiaError):
        raise error(RecordError, "file.record", where=where, reason=str(record))
    return where, record
