"""The contract of what people see: views, words, previews."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from contract.cases import (
    Case,
    fingerprint,
    glimpses,
    has_address,
    open_scenes,
    play_games,
    play_through,
    scenes,
    what_is_seen,
)
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.games import GAMES
from tianxia.play import Match, View
from tianxia.words import Message, catalogue, say


def messages(match: Match) -> Iterator[Message]:
    """Everything that is said about a match, in the order in which it comes about."""
    if not match.over:
        yield match.game.question(match.position)
    for entry in match.log:
        yield from entry.lines


def inner(message: Message) -> Iterator[Message]:
    """A message and all messages in it."""
    yield message
    for value in message.values.values():
        for item in value if isinstance(value, list | tuple) else [value]:
            if isinstance(item, Message):
                yield from inner(item)


def check(message: Message, case: Case) -> None:
    names = [f"Player {seat}" for seat in range(1, case.players + 1)]
    for part in inner(message):
        assert part.key in catalogue("en")
    for sentence in (say(message), say(message, names)):
        assert re.fullmatch(r"[^{}\n]+[.!?]", sentence), sentence
    assert has_address(case, message.rule), message
    json.dumps(message.document())


# ---- words


def test_questions_and_lines_are_said_in_whole_sentences_and_name_their_rule(case: Case) -> None:
    said: set[str] = set()
    for match in play_games(case, 200):
        for message in messages(match) if match.over else [case.game.question(match.position)]:
            check(message, case)
            said.add(message.key)
    assert len(said) > 3


def test_every_move_has_a_line_that_names_its_seat(case: Case) -> None:
    names = [f"<{seat}>" for seat in range(1, case.players + 1)]
    *_, match = play_through(case, 1, names=names)
    for entry in match.log:
        if entry.move == "water":  # makes no line in the teahouse
            continue
        assert any(f"<{entry.seat}>" in say(line, names) for line in entry.lines), entry


def test_a_line_with_an_amount_tells_of_a_payment(case: Case) -> None:
    """So a screen can find the entry of the ledger that it tells of: both are in the order in which it happened."""
    *_, match = play_through(case, 1)
    told = [line.values for entry in match.log for line in entry.lines if "amount" in line.values]
    assert [(values["seat"], values["amount"]) for values in told] == [
        (entry["seat"], entry["amount"]) for entry in match.ledger
    ]


def test_registered_games_have_words_for_all_that_is_theirs(case: Case) -> None:
    assert say(case.game.title)
    if case.game.id in GAMES:
        wanted = [f"{case.game.id}.{key}" for key in ("about", "credit")]
        wanted += [f"{case.game.id}.source.{source}" for source in case.game.sources]
        wanted += [f"{case.game.id}.option.{option.name}" for option in case.game.options(case.players)]
        assert [key for key in wanted if key not in catalogue("en")] == []


# ---- views


def test_a_view_is_a_plain_document_with_the_documented_keys(case: Case) -> None:
    for match in glimpses(case):
        for seat in [None, *range(1, case.players + 1)]:
            view = match.view(seat)
            assert list(view) == list(View.__annotations__)
            assert json.loads(json.dumps(view, allow_nan=False)) == json.loads(json.dumps(view))
            assert view["game"] == case.game.id
            assert view["players"] == case.players
            assert view["options"] == dict(case.options)
            assert view["seat"] == seat
            assert view["sequence"] == len(match.log)
            assert view["scores"] == match.scores
            assert view["ledger"] == match.ledger
            assert view["over"] == match.over == (view["to_move"] is None)
            assert view["winners"] == match.winners


def test_only_the_seat_to_move_is_asked(case: Case) -> None:
    for match in glimpses(case):
        for seat in [None, *range(1, case.players + 1)]:
            view = match.view(seat)
            if seat is not None and seat == match.to_move:
                assert view["legal"] == match.legal_moves() != []
                assert view["question"] == case.game.question(match.position).document()
            else:
                assert view["legal"] == []
                assert view["question"] is None
                assert view["may_undo"] is False
            assert view["pending"] is None
            assert bool(view["own"]) == (seat is not None and not case.game.is_open)


def test_what_a_seat_cannot_know_changes_neither_its_view_nor_the_lines_of_what_it_does(case: Case) -> None:
    changed = 0
    for count, position in enumerate(open_scenes(case)[::2]):
        for seat in [*range(case.players), SPECTATOR]:
            other = position.clone()
            other.determinize(seat, stream_of(case.seed(count), seat + 100))
            changed += fingerprint(case.game, other) != fingerprint(case.game, position)
            assert what_is_seen(case, other, seat) == what_is_seen(case, position, seat)
        mover = int(position.seat)
        other = position.clone()
        other.determinize(mover, stream_of(case.seed(count), 200))
        for action in list(position.legal_actions())[:5]:
            assert case.game.preview(other, int(action)) == case.game.preview(position, int(action))
            real, redrawn = (Match(case.game, case.setting, found.clone()) for found in (position, other))
            if position is not scenes(case)[-2] and not has_chance(position, int(action)):
                text = case.game.print_move(position, int(action))
                for match in (real, redrawn):
                    match.move(mover + 1, text)
                if not real.over:
                    assert real.log == redrawn.log
                    assert real.view(None) == redrawn.view(None)
    assert changed > 10 or case.game.is_open


def has_chance(position: object, action: int) -> bool:
    ahead = position.clone()  # type: ignore[attr-defined]
    ahead.apply_until_chance(action)
    return bool(ahead.awaits_chance)


def test_a_view_is_a_copy(case: Case) -> None:
    """Whoever is shown a view may do with it as they like."""
    for match in glimpses(case):
        before = json.dumps(match.view(1))
        view = json.loads(before)
        given = match.view(1)
        for value in given.values():
            if isinstance(value, dict):
                value.clear()
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, dict):
                        item.clear()
                value.clear()
        assert json.loads(json.dumps(match.view(1))) == view


# ---- previews


def test_a_preview_tells_the_payments_that_follow_and_touches_nothing(case: Case) -> None:
    paid = 0
    for position in open_scenes(case):
        before = fingerprint(case.game, position)
        for action in list(position.legal_actions())[:20]:
            preview = case.game.preview(position, int(action))
            match = Match(case.game, case.setting, position.clone())
            match.move(int(position.seat) + 1, case.game.print_move(position, int(action)))
            assert match.ledger[: len(preview.ledger)] == preview.ledger
            assert match.over or len(match.ledger) == len(preview.ledger)
            paid += len(preview.ledger)
            for line in preview.lines:
                check(line, case)
            json.dumps(preview.pieces)
        assert fingerprint(case.game, position) == before
    assert paid > 0


def test_a_preview_of_the_last_move_tells_nothing_that_is_still_hidden(case: Case) -> None:
    for number in range(4):
        *_, last = (match.position.clone() for match in play_through(case, number) if not match.over)
        for deal in range(4):
            other = last.clone()
            other.determinize(int(last.seat), stream_of(case.seed(number), deal))
            for action in list(last.legal_actions())[:10]:
                assert case.game.preview(other, int(action)) == case.game.preview(last, int(action))


def test_a_match_previews_legal_moves_only_and_plays_nothing(case: Case) -> None:
    match = case.begin(0)
    before = match.view(1)
    for move in match.legal_moves():
        match.preview(1, move)
    assert match.view(1) == before


def test_every_source_of_points_has_the_address_of_its_rule(case: Case) -> None:
    assert case.game.sources
    for source in case.game.sources:
        message = case.game.source(source)
        assert message.key == f"{case.game.id}.source.{source}"
        assert has_address(case, message.rule)
