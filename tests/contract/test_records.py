"""The contract of records and position documents: what is written can be read, replayed, and written again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from contract.cases import SHELF, Case, fingerprint, glimpses, open_scenes, play_through, random_move
from support.teahouse import TEAHOUSE
from tianxia.errors import RecordError
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay, verify
from tianxia.play.record import hash_seed, write_position_record, write_record, write_record_for


def through_json(document: Document) -> Any:
    return json.loads(json.dumps(document, ensure_ascii=False, allow_nan=False))


def verified(document: Document) -> Match:
    return verify(read_record(through_json(document)), SHELF)


def finished(case: Case, number: int = 0, **more: Any) -> Match:
    *_, match = play_through(case, number, **more)
    return match


# ---- whole records


def test_a_record_is_verified_and_written_again_as_it_was(case: Case) -> None:
    for match in glimpses(case):
        document = write_record(match)
        again = verified(document)
        assert write_record(again) == document
        assert again.position_document() == match.position_document()
        assert again.scores == match.scores
        assert again.winners == match.winners
        assert again.moves == match.moves
        assert [entry.lines for entry in again.log] == [entry.lines for entry in match.log]


def test_a_record_says_what_was_agreed_and_holds_the_result_only_at_the_end(case: Case) -> None:
    names = [f"player {seat}" for seat in range(1, case.players + 1)]
    for match in play_through(case, 0, names=names):
        document = write_record(match)
        assert document["tianxia"] == 1
        assert document["game"] == case.game.id
        assert document["edition"] == case.game.edition
        assert document["players"] == case.players
        assert document["options"] == dict(case.options)
        assert document["seats"] == names
        assert document["seed"] == case.seed(0).hex()
        assert document["seed_hash"] == hash_seed(case.seed(0))
        assert ("scores" in document) == ("winners" in document) == match.over
        assert len(document["moves"]) == len(match.moves)


def test_a_record_without_its_seed_replays_all_the_same(case: Case) -> None:
    match = finished(case)
    document = write_record(match)
    del document["seed"]
    assert write_record(verified(document)) == document
    del document["seed_hash"]
    assert write_record(verified(document)) == document


def test_a_record_can_be_stepped_through(case: Case) -> None:
    match = case.begin_unforced(0)
    dice = case.dice(0, 30)
    documents = [match.position_document()]
    while not match.over:
        match.move(match.to_move or 0, random_move(match, dice))
        documents.append(match.position_document())
    record = read_record(through_json(write_record(match)))
    for until in {*range(0, len(documents), 9), 1, len(documents) - 1}:
        assert replay(record, SHELF, until).position_document() == documents[until]
    for until in (-1, len(documents)):
        with pytest.raises(RecordError, match=f"so there is no position after {until}"):
            replay(record, SHELF, until)


def test_options_may_be_missing_where_they_are_the_defaults(case: Case) -> None:
    document = write_record(case.begin(0))
    del document["options"]
    defaults = {option.name: option.default for option in case.game.options(case.players)}
    if dict(case.options) == defaults:
        assert write_record(verified(document))["options"] == defaults
    else:
        match = verified({**document, "options": dict(case.options)})
        assert match.setting.options == dict(case.options)


def test_what_was_undone_or_confirmed_is_not_in_the_record(case: Case) -> None:
    match = case.begin(1, confirming=range(1, case.players + 1))
    plain = case.begin(1)
    dice = case.dice(1, 31)
    while not match.over:
        seat = match.to_move
        assert seat is not None
        text = random_move(match, dice)
        match.move(seat, text)
        if match.view(seat)["may_undo"]:
            match.undo(seat)
            match.move(seat, text)
        if match.pending is not None:
            match.confirm(seat)
        plain.move(seat, text)
    assert write_record(match) == write_record(plain)


def test_a_match_taken_up_from_its_record_goes_on_as_if_it_had_not_stopped(case: Case) -> None:
    match = case.begin(2)
    dice = case.dice(2, 32)
    for _ in range(5):
        match.move(match.to_move or 0, random_move(match, dice))
    again = verified(write_record(match))
    again.go_on()
    while not match.over:
        assert again.legal_moves() == match.legal_moves()
        seat, text = match.to_move or 0, random_move(match, dice)
        match.move(seat, text)
        again.move(seat, text)
    assert write_record(again) == write_record(match)


# ---- records for a seat


def test_a_record_for_a_seat_is_verified_and_shows_it_what_it_saw(case: Case) -> None:
    for match in glimpses(case):
        for seat in [None, *range(1, case.players + 1)]:
            document = write_record_for(match, seat)
            again = verified(document)
            assert write_record_for(again, seat) == document
            seen, shown = again.view(seat), match.view(seat)
            for key in ("to_move", "legal", "question", "over", "scores", "winners", "ledger", "table", "own"):
                assert seen[key] == shown[key], key


def test_a_record_for_a_seat_hides_until_the_game_is_over(case: Case) -> None:
    for match in glimpses(case):
        for seat in [None, *range(1, case.players + 1)]:
            document = write_record_for(match, seat)
            if match.over:
                assert document == write_record(match)
                assert not read_record(document).has_hidden
            else:
                assert "seed" not in document
                assert document["seed_hash"] == hash_seed(match.seed or b"")
                assert read_record(document).has_hidden != case.game.is_open


def test_a_match_from_a_record_for_a_seat_knows_that_it_is_not_all(case: Case) -> None:
    match = verified(write_record_for(case.begin(0), 1))
    assert match.has_hidden != case.game.is_open
    if case.game.is_open:
        return
    with pytest.raises(RecordError) as refusal:
        write_position_record(match)
    assert refusal.value.key == "record.hidden-position"
    assert not verified(write_record(case.begin(0))).has_hidden


def test_records_for_a_seat_tell_it_more_than_a_spectator_and_nobody_as_much_as_the_whole(case: Case) -> None:
    match = case.begin(0)
    documents = [str(write_record_for(match, seat)) for seat in [None, *range(1, case.players + 1)]]
    if case.game.is_open:
        assert set(documents) == {str(write_record_for(match, None))}
        return
    assert len(set(documents)) == len(documents)
    nulls = [document.count("None") for document in documents]
    assert all(nulls[0] > count > 0 for count in nulls[1:])


def test_a_record_for_a_seat_does_not_depend_on_what_it_cannot_know(case: Case) -> None:
    """A hidden thing that got into it would differ from one deal to another."""
    seats = [None, *range(1, case.players + 1)]
    found: dict[tuple[int | None, str], set[str]] = {}
    alike = 0
    for number in range(400 if case.game is TEAHOUSE else 3):
        match = case.begin_unforced(number)
        memories: list[list[object]] = [[match.view(seat)] for seat in seats]
        for _ in range(4):
            match.move(match.to_move or 0, match.legal_moves()[0])
            for seat, memory in zip(seats, memories, strict=True):
                memory += [match.view(seat), match.log_for(seat)[-1]]
        for seat, memory in zip(seats, memories, strict=True):
            document = write_record_for(match, seat)
            del document["seed_hash"]
            known = found.setdefault((seat, str(memory)), set())
            alike += bool(known)
            known.add(str(document))
    assert all(len(documents) == 1 for documents in found.values())
    assert alike > 20 or case.game is not TEAHOUSE


# ---- position documents


def from_position(match: Match) -> Document:
    return write_position_record(match)


def test_a_position_document_gives_the_same_position(case: Case) -> None:
    for match in glimpses(case):
        document = from_position(match)
        again = verified(document)
        assert again.position_document() == match.position_document()
        assert fingerprint(case.game, again.position) == fingerprint(case.game, match.position)
        assert again.ledger == match.ledger
        assert write_record(again) == document


def test_a_game_can_be_played_on_from_a_position_and_recorded(case: Case) -> None:
    for count, position in enumerate(open_scenes(case)[::6]):
        match = verified(from_position(Match(case.game, case.setting, position.clone())))
        match.position.take_seed(case.seed(count))
        match.go_on()
        dice = case.dice(count, 33)
        while not match.over:
            match.move(match.to_move or 0, random_move(match, dice))
        document = write_record(match)
        assert len(document["moves"]) == len(match.moves)
        again = verified(document)
        assert again.position_document() == match.position_document()
        assert write_record(again) == document


def test_a_game_from_a_position_has_no_record_for_a_seat_before_it_is_over(case: Case) -> None:
    match = verified(from_position(case.begin(0)))
    with pytest.raises(RecordError) as refusal:
        write_record_for(match, 1)
    assert refusal.value.key == "record.position-for-seat"
    over = verified(from_position(finished(case)))
    assert write_record_for(over, 1) == write_record(over)
