"""What is said in a game: the log, the questions and the ledger; the reasons are in `test_rulings_reasons`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from support.emperor import SEED, draw, final, play, small_game, standard_game
from tianxia.engine.chance import Stream, stream_of
from tianxia.play import LogEntry, Match
from tianxia.words import Message, catalogue, say

LOG = "emperor-of-china.log."
WEI = "wei: Y . . . . . .\n P: red green green"
"""Purple may place two pieces in Wei."""

SHUFFLED = "The pile has run out: the discards are shuffled, and become the new one. [7]"
RAN_OUT = "The pile has run out for the second time: this is the last round. [7]"
ENDED = "The last round is over: regions that are not full, alliances and roads are scored. [9]"
STUCK = "Nobody can place a piece any more: regions that are not full, alliances and roads are scored. [9]"
TOOK = "Purple takes one red card. [6]"
DREW = "Purple draws a card from the pile. [6]"


def _said(messages: tuple[Message, ...]) -> list[str]:
    """The sentences, each with the number of its ruling."""
    return [f"{say(message)} [{(message.rule or '').removeprefix('emperor-of-china#')}]" for message in messages]


def _last(match: Match) -> LogEntry:
    return match.log[-1]


# ---- the log: a turn


TURNS: list[tuple[str, list[str], list[str]]] = [
    # the board, moves of Purple, what is said of the last one
    (WEI, ["house wei-2 red"], ["Purple builds a house on wei-2 for one red card. [4]"]),
    (WEI, ["house wei-2 green green"], ["Purple builds a house on wei-2 for two green cards. [4]"]),
    (WEI, ["emissary wei red"], ["Purple sends an emissary to Wei for one red card. [4]"]),
    (WEI, ["emissary wei green green"], ["Purple sends an emissary to Wei for two green cards. [4]"]),
    (WEI, ["fortification wei-2 red"], ["Purple builds a fortification on wei-2 for one red card. [13]"]),
    (WEI, ["fortification chu-1 green green"], ["Purple builds a fortification on chu-1 for two green cards. [13]"]),
    (WEI, ["house wei-2 red", "done"], ["Purple places no second piece. [2]"]),
    (WEI, ["exchange green"], ["Purple discards one green card. [8]"]),
    ("P: red\n row:\n pile:", ["pass"], ["Purple passes. [8]"]),
    # ---- cards
    (WEI, ["house chu-1 green green", "take red"], [TOOK]),
    (WEI, ["house chu-1 green green", "draw: purple"], [DREW]),
    (WEI, ["exchange red", "draw: purple"], [DREW]),
    (WEI, ["exchange red", "take red: purple"], [TOOK, "Turned up: purple. [6]"]),
    (
        *(WEI, ["house chu-1 green green", "take red", "take green: purple red"]),
        ["Purple takes one green card. [6]", "Turned up: purple and red. [6]"],
    ),
    (WEI, ["house chu-1 green green", "take red", "draw: purple orange"], [DREW, "Turned up: orange. [6]"]),
    (
        *("P: red red red\n row: red", ["exchange red", "take red: orange red orange red"]),
        [TOOK, "Turned up: orange, red, orange and red. [6]"],
    ),
    # ---- the pile runs out
    ("P: red red red\n pile: orange", ["exchange red", "draw: orange"], [DREW, SHUFFLED]),
    (
        *("P: red red red\n row: red green\n pile: orange", ["exchange red", "take red: orange red green"]),
        [TOOK, "Turned up: orange. [6]", SHUFFLED, "Turned up: red and green. [6]"],
    ),
]


@pytest.mark.parametrize(("picture", "moves", "said"), TURNS)
def test_the_log_tells_a_turn(picture: str, moves: list[str], said: list[str]) -> None:
    match = draw(picture, forts="")
    play(match, *moves)
    assert _said(_last(match).lines) == said


def test_the_second_time_that_the_pile_runs_out() -> None:
    match = draw("P: red red red\n row: red green\n pile: orange", times_run_out=1)
    play(match, "exchange red", "take red: orange")
    assert _said(_last(match).lines) == [TOOK, "Turned up: orange. [6]", RAN_OUT]


# ---- the log: scoring


def test_the_houses_of_a_full_region_are_told_rank_by_rank() -> None:
    """Ruling 5, from the example: 4, 2 and 1 houses in Wei."""
    match = draw("wei: P P P Y Y R .\n P: red red red", round=7)
    play(match, "house wei-7 red")
    assert _said(_last(match).lines) == [
        "Purple builds a house on wei-7 for one red card. [4]",
        "Purple has the most houses in Wei (4) and gets 7 points: one for each house there. [5]",
        "Yellow has 2 houses in Wei, and gets 4 points: as many as a player of the rank above has houses. [5]",
        "Red has 1 house in Wei, and gets 2 points: as many as a player of the rank above has houses. [5]",
    ]
    assert match.ledger == [
        {"seat": 1, "amount": 7, "source": "houses", "where": "wei", "round": 7},
        {"seat": 2, "amount": 4, "source": "houses", "where": "wei", "round": 7},
        {"seat": 3, "amount": 2, "source": "houses", "where": "wei", "round": 7},
    ]


def test_doubled_houses_are_told_with_what_is_doubled() -> None:
    """Ruling 13: Purple and Red have a house on a fortification."""
    match = draw("wei: [P] P P Y Y [R] .\n P: red red red", forts="PR")
    play(match, "house wei-7 red")
    assert _said(_last(match).lines)[1:] == [
        "Purple has the most houses in Wei (4), with a fortification, and gets 14 points: "
        "two for each of 7 houses there. [13]",
        "Yellow has 2 houses in Wei, and gets 4 points: as many as a player of the rank above has houses. [5]",
        "Red has 1 house in Wei, with a fortification, and gets 4 points: "
        "twice the 2 that a player of the rank above has houses. [13]",
    ]
    assert [entry["amount"] for entry in match.ledger] == [14, 4, 4]


def test_equal_numbers_are_told_alike() -> None:
    match = draw("yan: P Y Y .\n P: red red red")
    play(match, "house yan-4 red")
    assert _said(_last(match).lines)[1:] == [
        f"{seat} has the most houses in Yan (2) and gets 4 points: one for each house there. [5]"
        for seat in ("Purple", "Yellow")
    ]


END = """
    chin: P P P P       emissaries P1
    shu:  P P Y . .     emissaries P2 Y1
    wei:  R . . . . . . emissaries P1
    han:  [B] B B B B
    """


def test_the_end_is_told_with_houses_alliances_and_roads() -> None:
    """Rulings 10 and 11: Ch'in and Han were full before, so only Shu and Wei are scored."""
    match = final(END, forts="B", round=12)
    assert _said(_last(match).lines) == [
        "Blue passes. [8]",
        ENDED,
        "Red has the most houses in Wei (1) and gets 1 point: one for each house there. [5]",
        "Purple has the most houses in Shu (2) and gets 3 points: one for each house there. [5]",
        "Yellow has 1 house in Shu, and gets 2 points: as many as a player of the rank above has houses. [5]",
        "Purple gets 2 points for alliance 3: 1 emissary in Wei and 1 in Ch'in. [10]",
        "Purple gets 4 points for alliance 4: 1 emissary in Ch'in and 3 in Shu. [10]",
        "Purple gets 5 points for a row of 5 houses: chin-1, chin-2, chin-3, shu-1 and shu-2. [11]",
        "Blue gets 10 points for a row of 5 houses, doubled by a fortification: "
        "han-1, han-4, han-5, han-3 and han-2. [13]",
    ]
    assert [(entry["seat"], entry["amount"], entry["source"], entry["where"]) for entry in match.ledger] == [
        (3, 1, "houses", "wei"),
        (1, 3, "houses", "shu"),
        (2, 2, "houses", "shu"),
        (1, 2, "alliances", "3"),
        (1, 4, "alliances", "4"),
        (1, 5, "roads", "chin-1 chin-2 chin-3 shu-1 shu-2"),
        (4, 10, "roads", "han-1 han-4 han-5 han-3 han-2"),
    ]
    assert {entry["round"] for entry in match.ledger} == {12}


def test_a_game_in_which_nobody_can_place_a_piece_ends_at_once() -> None:
    """Ruling 9, on the small map: no space is free and no emissary left, so nobody draws any more."""
    match = draw(
        """
        heron: P P P   emissaries P2 Y1
        crane: Y Y     emissaries Y2
        ibis:  R R R   emissaries R3
        egret: P
        P:     jade amber coral
        Y:     jade amber coral
        R:     jade amber coral
        row:   jade
        """,
        players=3,
        game=small_game(),
    )
    play(match, "emissary egret jade")
    assert match.over
    assert _said(_last(match).lines) == [
        "Purple sends an emissary to Egret Rock for one jade card. [4]",
        STUCK,
        "Purple gets 3 points for a row of 3 houses: heron-2, heron-1 and heron-3. [11]",
    ]


def test_cards_are_turned_up_before_the_game_is_scored() -> None:
    """The log tells what happened in the order in which it did."""
    match = draw("wei: P . . . . . .\n B: red red red\n row: red\n pile: orange", "B", times_run_out=1)
    play(match, "exchange red", "take red: orange")
    assert _said(_last(match).lines) == [
        "Blue takes one red card. [6]",
        "Turned up: orange. [6]",
        RAN_OUT,
        ENDED,
        "Purple has the most houses in Wei (1) and gets 1 point: one for each house there. [5]",
    ]


def test_names_take_the_place_of_colours() -> None:
    match = draw(WEI)
    play(match, "house wei-2 red")
    assert [say(line, ["Ada", "Bo", "Cleo", "Dan"]) for line in _last(match).lines] == [
        "Ada builds a house on wei-2 for one red card."
    ]


# ---- questions


QUESTIONS: list[tuple[str, list[str], str]] = [
    (WEI, [], "Place a piece, or exchange a card. [1]"),
    ("P: red\n row:\n pile:", [], "Place a piece, or pass: you cannot exchange a card. [1]"),
    (WEI, ["house wei-2 red"], "Place a second piece in Wei, or say done. [2]"),
    ("chin: Y . . .", ["house chin-2 yellow"], "Place a second piece in Ch'in, or say done. [2]"),
    (WEI, ["exchange red"], "Draw 1 card: take one that lies face up, or draw from the pile. [6]"),
    (WEI, ["house chu-1 green green"], "Draw 2 cards: take one that lies face up, or draw from the pile. [6]"),
    ("pile:", ["exchange red"], "Take 1 card of those that lie face up: the pile has run out. [6]"),
    (
        *("P: red green green\n pile:", ["house chu-1 green green"]),
        "Take 2 cards of those that lie face up: the pile has run out. [6]",
    ),
]


def _asked(picture: str, moves: list[str]) -> Message:
    match = draw(picture)
    play(match, *moves)
    question = match.game.question(match.position)
    assert match.view(1)["question"] == question.document()
    assert match.view(2)["question"] is None
    return question


@pytest.mark.parametrize(("picture", "moves", "said"), QUESTIONS)
def test_what_the_seat_to_move_is_asked(picture: str, moves: list[str], said: str) -> None:
    assert _said((_asked(picture, moves),)) == [said]


def test_every_question_has_its_case() -> None:
    asked = {_asked(picture, moves).key for picture, moves, _ in QUESTIONS}
    assert asked == {key for key in catalogue("en") if key.startswith("emperor-of-china.question.")}


# ---- all sentences, and what none of them tells


def _begin(number: int) -> tuple[Match, Stream]:
    game = standard_game()
    match = Match.begin(game, game.setting(4, {"fortifications": True}), bytes([number] * 16))
    return match, stream_of(SEED, number)


def _pick(match: Match, dice: Stream) -> str:
    """A random move, often from the pile."""
    moves = match.legal_moves()
    return "draw" if "draw" in moves and dice.below(2) else moves[dice.below(len(moves))]


def _say_shown(line: Message, names: Sequence[str] = ()) -> str:
    """As it is said beside a board."""
    return say(Message(f"shown.{line.key}", line.values), names)


def test_beside_a_board_regions_are_named_and_no_spaces() -> None:
    match = draw(WEI, forts="")
    [told] = match.preview(1, "house wei-2 red").lines
    assert _say_shown(told, ["Ada"]) == "Ada builds a house in Wei for one red card."
    [told] = match.preview(1, "fortification wei-2 red").lines
    assert _say_shown(told, ["Ada"]) == "Ada builds a fortification in Wei for one red card."
    refused = match.why_not(1, "house wei-1 red")
    assert refused is not None
    assert _say_shown(refused) == "There is a house on that space already."


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("chin: P P P .\n han: P . . . .", "for a row of 4 houses in Ch'in and Han."),
        ("chin: [P] P P .\n han: P . . . .", "for a row of 4 houses in Ch'in and Han, doubled by a fortification."),
    ],
)
def test_beside_a_board_a_row_is_told_by_its_regions(picture: str, told: str) -> None:
    match = final(picture, forts="B" if "[" in picture else None)
    [line] = [line for entry in match.log for line in entry.lines if ".road" in line.key]
    assert _say_shown(line).endswith(told)


def test_every_sentence_of_the_log_has_its_case() -> None:
    """Whoever adds one adds a position for it. Each is a whole sentence, with the address of its ruling."""
    logs = [draw(picture, forts="") for picture, _, _ in TURNS]
    for match, (_, moves, _) in zip(logs, TURNS, strict=True):
        play(match, *moves)
    doubled = draw("wei: [P] P P Y Y [R] .\n P: red red red", forts="PR")
    play(doubled, "house wei-7 red")
    second = draw("P: red red red\n row: red green\n pile: orange", times_run_out=1)
    play(second, "exchange red", "take red: orange")
    matches = [*logs, doubled, second, final(END, forts="B")]
    lines = [line for match in matches for entry in match.log for line in entry.lines]
    expected = {key for key in catalogue("en") if key.startswith(LOG)}
    assert {line.key for line in lines} | {f"{LOG}stuck"} == expected


def test_the_log_never_tells_which_card_was_drawn_from_the_pile() -> None:
    """Beside a draw stand all cards that left the pile; the log has those that were turned up, and not the first."""
    draws = turned_up = 0
    for number in range(3):
        match, dice = _begin(number)
        while not match.over:
            match.move(match.to_move or 0, _pick(match, dice))
        for entry, move in zip(match.log, match.moves, strict=True):
            if move.move != "draw":
                continue
            assert isinstance(move.chance, list)
            told = [line for line in entry.lines if "cards" in line.values or "colour" in line.values]
            assert {line.key for line in told} <= {f"{LOG}filled-up"}
            cards = [card.values["colour"] for line in told for card in line.values["cards"]]  # type: ignore[attr-defined]
            assert cards == move.chance[1:]
            assert entry.lines[0] == Message(f"{LOG}drew", {"seat": move.seat}, "emperor-of-china#6")
            draws += 1
            turned_up += len(cards)
    assert draws > 100
    assert turned_up > 10


@pytest.mark.parametrize("colour", ["red", "green", "yellow", "orange", "purple"])
def test_a_draw_is_told_alike_whatever_comes(colour: str) -> None:
    match = draw(WEI)
    play(match, "exchange red", f"draw: {colour}")
    assert _said(_last(match).lines) == [DREW]
    assert match.log_for(2) == match.log_for(None) == match.log


def test_a_preview_tells_what_follows_but_not_which_cards_are_turned_up() -> None:
    """A preview has the lines and payments of the move itself, also when the pile runs out, or the game ends."""
    seen = set()
    for number in range(3):
        match, dice = _begin(number)
        while not match.over:
            seat, move, paid = match.to_move or 0, _pick(match, dice), len(match.ledger)
            preview = match.preview(seat, move)
            lines = match.move(seat, move).lines
            assert preview.lines == [line for line in lines if line.key != f"{LOG}filled-up"]
            assert match.ledger[paid : paid + len(preview.ledger)] == preview.ledger
            seen |= {line.key.removeprefix(LOG) for line in lines}
    assert seen >= {"filled-up", "shuffled", "ran-out", "ended", "houses-most", "took", "drew", "stopped", "exchanged"}
