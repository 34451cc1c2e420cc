"""What must hold in every game of The Emperor of China: thousands of random ones, and editions made up for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.cases import Case, cases_of, fingerprint, random_move, what_is_seen
from support.emperor_checks import (
    Cards,
    added,
    cards_in,
    check_end,
    check_everything,
    deck_of,
    derived,
    luck,
)
from support.emperor_games import CASES, invented_edition, new_position
from support.luck import dice, scaled, seed_of
from tianxia.engine.chance import Stream, stream_of
from tianxia.engine.journal import Journal, Payment
from tianxia.engine.playout import play_out
from tianxia.engine.position import SPECTATOR
from tianxia.games import Shelf
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.emperor_of_china.rules import scoring
from tianxia.games.emperor_of_china.rules.position import KIND, PASS, PLACE, EmperorPosition
from tianxia.games.emperor_of_china.rules.state import (
    DRAWING,
    EMISSARY,
    FORTIFICATION,
    SECOND_PIECE,
    TURN,
)
from tianxia.play import read_record, verify
from tianxia.play.record import write_record

EACH_CASE = pytest.mark.parametrize("case", CASES, ids=map(str, CASES))
DECKS = {3: 47, 4: 52, 5: 57}
MOST_DECISIONS = 400  # of a game of the standard edition; far more than any has


def steps(position: EmperorPosition, stream: Stream) -> Iterator[int]:
    """Play at random to the end; each action, before it is made."""
    while not position.over:
        action = int(position.random_action(stream))
        yield action
        position.apply(action)


@EACH_CASE
def test_cards_and_pieces_add_up_after_every_move(case: Case) -> None:
    for number in range(scaled(40, 60)):
        position = new_position(case, number)
        assert sum(deck_of(position)) == DECKS[case.players]
        for action in steps(position, dice(number)):
            assert position.is_legal(action)
            if EMISSARY * KIND <= action < FORTIFICATION * KIND:
                region = action % KIND // PLACE
                assert position.guests[region] + 1 <= max(scoring.house_counts(position, region))
            check_everything(position, case)
        check_end(position, case)


@EACH_CASE
def test_every_game_ends(case: Case) -> None:
    """Hundreds of games, and thousands where it is compiled."""
    for number in range(scaled(250, 1500)):
        position = new_position(case, number)
        assert 50 < play_out(position, dice(number)) < MOST_DECISIONS
        check_end(position, case)


@settings(derandomize=True, deadline=None, max_examples=scaled(60, 150))
@given(st.integers(0, 10**9), st.integers(0, 11), st.integers(0, 10**9))
def test_made_up_editions_keep_cards_and_pieces(edition: int, which: int, number: int) -> None:
    """Whatever the map, the cards and the counts are."""
    cases = list(cases_of(EmperorOfChina(invented_edition(edition), "invented.toml")))
    case = cases[which % len(cases)]
    position = new_position(case, number)
    for action in steps(position, dice(number)):
        assert action in list(position.legal_actions())
        check_everything(position, case)
    check_end(position, case)


# ---- points


def move_and_watch(position: EmperorPosition, stream: Stream) -> list[Payment]:
    """Make a random move; what was paid for it, each time with more than nothing and in this round."""
    journal = position.journal = Journal()
    round = int(position.round)
    position.apply(position.random_action(stream))
    payments = [entry for entry in journal.entries if isinstance(entry, Payment)]
    assert all(entry.amount > 0 and entry.round == round for entry in payments)
    return payments


def is_for_houses(case: Case, entry: Payment) -> bool:
    return case.game.ledger_entry(entry)["source"] == "houses"


@EACH_CASE
def test_points_are_the_sums_of_payments(case: Case) -> None:
    for number in range(scaled(15, 60)):
        position = new_position(case, number)
        stream = dice(number)
        points = [0] * case.players
        while not position.over:
            for entry in move_and_watch(position, stream):
                points[entry.seat] += entry.amount
            assert list(position.scores()) == points


@EACH_CASE
def test_the_houses_of_a_region_score_once(case: Case) -> None:
    """At the moment when it is full, or at the end if it never is; nothing else scores before the end."""
    early = 0
    for number in range(scaled(25, 60)):
        position = new_position(case, number)
        stream = dice(number)
        scored: set[int] = set()
        while not position.over:
            unfilled = int(position.unfilled)
            payments = move_and_watch(position, stream)
            entries = [(entry.where[0], entry.seat) for entry in payments if is_for_houses(case, entry)]
            assert len(set(entries)) == len(entries)
            regions = {region for region, _ in entries}
            assert not regions & scored
            scored |= regions
            if not position.over:
                assert sum(2**region for region in regions) == unfilled - position.unfilled
                assert len(entries) == len(payments)
                early += len(regions)
        assert scored == {region for region, lead in enumerate(position.lead) if lead}
    assert early > 10


# ---- random moves


def is_even(counts: dict[int, int]) -> bool:
    """Chi-square stays below its mean plus five deviations, and some more, since with few counts its tail is long."""
    expected = sum(counts.values()) / len(counts)
    freedom = len(counts) - 1
    squares = sum((count - expected) ** 2 / expected for count in counts.values())
    return squares < freedom + 5 * sqrt(2 * freedom) + 12


def check_random_actions(position: EmperorPosition, stream: Stream) -> None:
    counts = dict.fromkeys((int(action) for action in position.legal_actions()), 0)
    for _ in range(60 * len(counts)):
        counts[int(position.random_action(stream))] += 1
    assert is_even(counts)


@EACH_CASE
@pytest.mark.parametrize("phase", [TURN, SECOND_PIECE, DRAWING], ids=["turn", "second-piece", "drawing"])
def test_random_actions_are_equally_likely(case: Case, phase: int) -> None:
    """Fixed dice, in a few positions of each kind."""
    seen = 0
    for number in range(3):
        position = new_position(case, number)
        for decision, _ in enumerate(steps(position, dice(number))):
            if position.phase == phase and len(position.legal_actions()) > 2:
                seen += 1
                if seen % 5 == 0:
                    check_random_actions(position, stream_of(seed_of(number), decision))
    assert seen >= 15


def test_random_actions_are_equally_likely_where_passing_is_possible() -> None:
    """Nothing is left to draw: a pass beside some pieces. Editions with few cards come to that."""
    passes = 0
    for number in range(100):
        case = cases_of(EmperorOfChina(invented_edition(number), "invented.toml"))[0]
        position = new_position(case, number)
        for _ in steps(position, dice(number)):
            actions = [int(action) for action in position.legal_actions()]
            if PASS in actions and len(actions) > 2:
                check_random_actions(position, stream_of(seed_of(number), 7))
                passes += 1
    assert passes > 5


# ---- chance


@EACH_CASE
def test_applying_is_deciding_drawing_and_settling(case: Case) -> None:
    """`deal` and `apply` are shortcuts: step by step the same cards come, through both piles."""
    for number in range(scaled(3, 20)):
        quick, slow, told = (case.game.new(case.setting) for _ in range(3))
        quick.deal(seed_of(number))
        slow.take_seed(seed_of(number))
        while slow.awaits_chance:
            slow.settle(slow.draw())
        case.game.read_setup(told, case.game.write_setup(slow))  # it has no generator
        for action in steps(quick, dice(number)):
            assert luck(quick) == luck(slow)
            assert derived(quick) == derived(slow) == derived(told)
            slow.apply_until_chance(action)
            outcomes = []
            while slow.awaits_chance:
                shares = dict(zip(slow.outcomes(), slow.weights(), strict=True))
                assert shares == {colour: cards for colour, cards in enumerate(slow.pile) if cards}
                outcomes.append(int(slow.draw()))
                slow.settle(outcomes[-1])
            told.apply_with(action, outcomes)
        assert fingerprint(case.game, quick) == fingerprint(case.game, slow) == fingerprint(case.game, told)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.sampled_from(CASES), st.integers(0, 2**64), st.integers(0, 250))
def test_a_record_replays_to_the_same_position(case: Case, number: int, moves: int) -> None:
    """Through JSON, in the middle of a game and at its end."""
    match = case.begin(number)
    stream = case.dice(number)
    while not match.over and len(match.moves) < moves:
        match.move(match.to_move or 0, random_move(match, stream))
    again = verify(read_record(json.loads(json.dumps(write_record(match)))), Shelf())
    assert again.position_document() == match.position_document()
    assert derived(again.position) == derived(match.position)
    assert luck(again.position) == luck(match.position)
    assert (again.scores, again.winners, again.to_move) == (match.scores, match.winners, match.to_move)


# ---- copies, and what a seat cannot know


def scenes(case: Case, games: int, every: int) -> Iterator[EmperorPosition]:
    """Positions from all over some games."""
    for number in range(games):
        position = new_position(case, number)
        for decision, _ in enumerate(steps(position, dice(number))):
            if decision % every == number % every:
                yield position


def picture(case: Case, position: EmperorPosition) -> tuple[object, ...]:
    """All that there is to a position."""
    return fingerprint(case.game, position), derived(position), luck(position), position.seed


@EACH_CASE
def test_a_clone_shares_nothing_that_changes(case: Case) -> None:
    """Played to its end or hidden from somebody, it leaves the original as it was; and the other way round."""
    for count, scene in enumerate(scenes(case, scaled(2, 6), 23)):
        before = picture(case, scene)
        position = scene.clone()
        clone = position.clone()
        play_out(clone, dice(count))
        assert picture(case, position) == before
        hidden = position.clone()
        hidden.determinize(SPECTATOR, dice(count))
        play_out(hidden, dice(count))
        assert picture(case, position) == before
        kept = position.clone()
        play_out(position, dice(count))
        assert picture(case, kept) == before
        assert picture(case, position) == picture(case, clone)


def hidings(case: Case) -> Iterator[tuple[int, EmperorPosition, EmperorPosition]]:
    """A seat, a position, and the same with all drawn afresh that the seat cannot know."""
    for count, position in enumerate(scenes(case, scaled(3, 6), 13)):
        for seat in (SPECTATOR, *range(case.players)):
            other = position.clone()
            other.determinize(seat, stream_of(seed_of(count), 500 + seat))
            yield seat, position, other


@EACH_CASE
def test_hiding_keeps_all_that_a_seat_knows(case: Case) -> None:
    """Its own hand, all known cards, how many cards each has, what was hidden at the shuffle; and no card is lost."""
    for seat, position, other in hidings(case):
        check_everything(other, case)
        assert what_is_seen(case, other, seat) == what_is_seen(case, position, seat)
        assert list(position.known) == list(other.known)
        sizes = [[sum(cards_in(scene, hand)) for hand in scene.hands] for scene in (position, other)]
        assert sizes[0] == sizes[1]
        assert hidden_at_the_shuffle(position) == hidden_at_the_shuffle(other)
        if seat != SPECTATOR:
            assert position.hands[seat] == other.hands[seat]
            assert list(position.hidden_at_shuffle)[seat : seat + 1] == list(other.hidden_at_shuffle)[seat : seat + 1]


@EACH_CASE
def test_hiding_draws_a_story_that_can_be_told(case: Case) -> None:
    """Hands now and at the shuffle go with who drew and played what: a position document is refused otherwise."""
    changed = tries = 0
    for _, position, other in hidings(case):
        tries += 1
        again = case.game.read_position(case.setting, case.game.write_position(other), list(other.scores()))
        assert fingerprint(case.game, again) == fingerprint(case.game, other)
        changed += list(position.hands) != list(other.hands)
    assert changed > tries // 2


@EACH_CASE
def test_hiding_draws_the_luck_to_come_afresh(case: Case) -> None:
    """That of this pile, and that of the shuffle to come: the seed of the game is forgotten."""
    for _, position, other in hidings(case):
        assert other.seed == b""
        assert luck(other) != luck(position)


def hidden_at_the_shuffle(position: EmperorPosition) -> Cards:
    """Of all seats together: known as a set, since discards are public."""
    return (
        added(*(cards_in(position, hand) for hand in position.hidden_at_shuffle))
        if len(position.hidden_at_shuffle)
        else []
    )
