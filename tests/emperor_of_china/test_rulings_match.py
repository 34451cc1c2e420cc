"""What a match makes of the rulings: forced moves, taking back, and previews."""

from __future__ import annotations

import pytest

from support.emperor import draw, hand, known, legal, paid, play, row, space, table, turn
from tianxia.errors import IllegalError
from tianxia.play.match import Match
from tianxia.words import say


def _moves(match: Match) -> list[str]:
    """The moves of the log, those that the match made by itself in brackets."""
    return [f"[{entry.move}]" if entry.forced else str(entry.move) for entry in match.log if entry.kind == "move"]


# ---- forced moves: what public things alone leave one way to do


def test_a_lone_card_is_taken_by_itself() -> None:
    """Ruling 6: the pile is empty and one colour lies face up; then the next seat has a choice."""
    match = draw("P: red green yellow\n row: orange orange\n pile:")
    match.go_on()
    play(match, "exchange red")
    assert _moves(match) == ["exchange red", "[take orange]"]
    assert (turn(match), hand(match, "P"), row(match)) == ("Y", "green yellow orange", "orange")


def test_two_cards_of_one_colour_are_taken_by_themselves() -> None:
    match = draw(
        """
        wei:  Y . . . . . .
        P:    red red yellow
        row:  orange orange
        pile:
        """
    )
    match.go_on()
    play(match, "house wei-2 red", "house wei-3 red")
    assert _moves(match)[2:] == ["[take orange]", "[take orange]"]
    assert (turn(match), hand(match, "P")) == ("Y", "yellow orange orange")


@pytest.mark.parametrize("cards", ["row: orange purple\n pile:", "row: orange orange orange orange"])
def test_a_card_is_not_taken_where_there_is_another(cards: str) -> None:
    """Face up, or in the pile."""
    match = draw(f"P: red green yellow\n {cards}")
    match.go_on()
    play(match, "exchange red")
    assert _moves(match) == ["exchange red"]


def test_done_is_made_where_no_second_piece_has_a_place() -> None:
    """Ruling 2: Ch'in is full, and so is its court; everybody sees that."""
    match = draw(
        """
        chin: P Y Y .   emissaries R1 B1
        P:    red yellow yellow
        """
    )
    match.go_on()
    play(match, "house chin-4 yellow")
    assert _moves(match) == ["house chin-4 yellow", "[done]"]
    assert (turn(match), table(match)["to_draw"]) == ("P", 1)


def test_done_is_not_made_though_the_hidden_hand_has_no_card_for_it() -> None:
    """Ruling 2: a seat that hesitates tells nothing about its hand."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green yellow
        """
    )
    match.go_on()
    play(match, "house wei-2 red")
    assert (legal(match), _moves(match)) == (["done"], ["house wei-2 red"])


def test_done_is_not_made_though_one_card_of_the_hand_is_known() -> None:
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green yellow   known yellow
        """
    )
    match.go_on()
    play(match, "house wei-2 red")
    assert (legal(match), _moves(match)) == (["done"], ["house wei-2 red"])


def test_done_is_made_where_everybody_knows_the_whole_hand() -> None:
    """Ruling 6: green and yellow were taken face up, and cannot pay in Wei."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green yellow   known green yellow
        """
    )
    match.go_on()
    play(match, "house wei-2 red")
    assert _moves(match) == ["house wei-2 red", "[done]"]


def test_done_is_made_where_no_card_is_left_in_hand() -> None:
    match = draw(
        """
        wei: Y . . . . . .
        P:   red
        """
    )
    match.go_on()
    play(match, "house wei-2 red")
    assert _moves(match) == ["house wei-2 red", "[done]"]


def test_a_seat_without_cards_passes_by_itself() -> None:
    """Ruling 8: two seats have an empty hand."""
    match = draw(
        """
        P:    red
        Y:
        R:
        B:    red
        row:
        pile:
        """
    )
    match.go_on()
    play(match, "pass")
    assert _moves(match) == ["pass", "[pass]", "[pass]"]
    assert turn(match) == "B"


def test_a_seat_with_a_hidden_card_is_asked_whether_it_passes() -> None:
    """Ruling 8: its card could be worth a piece, as far as others know."""
    match = draw("P: red\n Y: red\n row:\n pile:")
    match.go_on()
    play(match, "pass")
    assert (_moves(match), turn(match)) == (["pass"], "Y")


def test_an_only_exchange_is_not_made_for_a_hidden_hand() -> None:
    """Three cards of one colour and no piece left: that would tell the hand."""
    match = draw(
        """
        wei: P P P P P P P   emissaries P7
        han: P P P P P       emissaries P1
        chu: P P P P P P P P
        P:   red red red
        """
    )
    assert legal(match) == ["exchange red"]
    match.go_on()
    assert _moves(match) == []


# ---- taking back


def test_a_house_can_be_taken_back() -> None:
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red green   known red
        """
    )
    before = match.position_document()
    play(match, "house wei-2 red")
    assert match.view(1)["may_undo"]
    match.undo(1)
    assert match.position_document() == before
    assert (space(match, "wei-2"), hand(match, "P"), known(match, "P")) == (".", "red red green", "red")
    assert not match.view(1)["may_undo"]


def test_a_turn_can_be_taken_back_step_by_step() -> None:
    """Two houses and a card taken face up: nothing was revealed."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red green
        """
    )
    play(match, "house wei-2 red", "house wei-3 red", "take orange")
    assert (row(match), table(match)["to_draw"]) == ("red green yellow", 1)
    match.undo(1)
    assert (row(match), table(match)["to_draw"], hand(match, "P")) == ("red green yellow orange", 2, "green")
    assert known(match, "P") == ""
    match.undo(1)
    assert "house wei-3 red" in legal(match)
    match.undo(1)
    assert "house yan-1 red" in legal(match)
    assert match.moves == []


def test_points_go_back_with_the_house_that_scored_them() -> None:
    match = draw(
        """
        chin: P Y B .
        P:    red yellow yellow
        """
    )
    play(match, "house chin-4 yellow")
    assert match.scores == [4, 2, 0, 2]
    match.undo(1)
    assert (match.scores, paid(match)) == ([0, 0, 0, 0], [])


def test_an_exchange_can_be_taken_back_before_a_card_comes() -> None:
    match = draw("P: red red green")
    play(match, "exchange green")
    match.undo(1)
    assert (hand(match, "P"), table(match)["discards"]) == ("red red green", [])


def test_nothing_is_taken_back_once_a_card_was_drawn() -> None:
    """A card from the pile was seen; the pieces before it stay too."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red green
        """
    )
    play(match, "house wei-2 red", "house wei-3 red", "draw")
    assert turn(match) == "P"
    assert not match.view(1)["may_undo"]
    with pytest.raises(IllegalError) as refused:
        match.undo(1)
    assert refused.value.key == "match.nothing-to-undo"


def test_a_card_taken_after_one_was_drawn_can_be_taken_back() -> None:
    """But not the draw before it."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green green
        """
    )
    play(match, "house wei-2 red", "house wei-3 green green", "draw")
    drawn = hand(match, "P")
    play(match, "take red")
    match.undo(1)
    assert (hand(match, "P"), table(match)["to_draw"]) == (drawn, 2)
    assert not match.view(1)["may_undo"]


def test_the_last_card_of_a_turn_cannot_be_taken_back() -> None:
    """The row was filled up, and it is another's turn."""
    match = draw("P: red red green")
    play(match, "exchange green", "take red")
    assert turn(match) == "Y"
    for seat in (1, 2):
        with pytest.raises(IllegalError):
            match.undo(seat)


def test_a_forced_done_goes_back_with_the_house_before_it() -> None:
    match = draw(
        """
        chin: P Y Y .   emissaries R1 B1
        P:    red yellow yellow
        """
    )
    match.go_on()
    play(match, "house chin-4 yellow")
    match.undo(1)
    assert match.moves == []
    assert "house chin-4 yellow" in legal(match)


def test_a_house_stays_whose_forced_moves_pass_the_turn() -> None:
    """It leaves nothing to decide: no second piece, and one card to take."""
    match = draw(
        """
        chin: P Y Y .   emissaries R1 B1
        P:    red yellow yellow
        row:  orange
        pile:
        """
    )
    match.go_on()
    play(match, "house chin-4 yellow")
    assert _moves(match) == ["house chin-4 yellow", "[done]", "[take orange]"]
    assert turn(match) == "Y"
    with pytest.raises(IllegalError):
        match.undo(2)


# ---- previews


def test_the_preview_of_a_house_that_fills_a_region_tells_the_payments() -> None:
    """Example 4 of the rulebook, only thought of."""
    match = draw(
        """
        wei: P P P Y Y B .
        P:   red red green
        """,
        round=5,
    )
    before = match.position_document()
    preview = match.preview(1, "house wei-7 red")
    assert preview.pieces == [{"kind": "house", "seat": 1, "at": "wei-7"}]
    assert preview.ledger == [
        {"seat": 1, "amount": 7, "source": "houses", "where": "wei", "round": 5},
        {"seat": 2, "amount": 4, "source": "houses", "where": "wei", "round": 5},
        {"seat": 4, "amount": 2, "source": "houses", "where": "wei", "round": 5},
    ]
    names = ["Alex", "Barbara", "Chris", "Doris"]
    assert [say(line, names) for line in preview.lines] == [
        "Alex builds a house on wei-7 for one red card.",
        "Alex has the most houses in Wei (4) and gets 7 points: one for each house there.",
        "Barbara has 2 houses in Wei, and gets 4 points: as many as a player of the rank above has houses.",
        "Doris has 1 house in Wei, and gets 2 points: as many as a player of the rank above has houses.",
    ]
    assert (match.position_document(), match.log) == (before, [])


def test_a_preview_tells_how_the_region_would_stand() -> None:
    match = draw("wei: P P Y Y . . .\n P: red red green")
    assert [region["leads"] for region in table(match)["regions"] if region["id"] in ("wei", "qi")] == [[], [1, 2]]
    [region] = match.preview(1, "house wei-5 red").table["regions"]
    assert (region["id"], region["leads"], region["houses"], region["limit"]) == ("wei", [1], [3, 2, 0, 0], 3)
    [region] = match.preview(1, "emissary wei red").table["regions"]
    assert (region["leads"], region["houses"], region["emissaries"]) == ([1, 2], [2, 2, 0, 0], [1, 0, 0, 0])


def test_a_preview_tells_the_row_that_a_house_would_complete() -> None:
    match = draw("chin: P P P .\n han: . . . P .\n P: green red yellow")
    rows = [match.preview(1, move).table["rows"] for move in legal(match, "house han-")]
    complete = {"seat": 1, "spaces": ["chin-1", "chin-2", "chin-3", "han-1", "han-4"], "points": 5}
    assert rows[0] == [complete]
    assert rows[1:] == [[]] * (len(rows) - 1)
    assert match.preview(1, legal(match, "emissary")[0]).table["rows"] == []


@pytest.mark.parametrize(("move", "at"), [("emissary wei red", "wei"), ("fortification wei-3 red", "wei-3")])
def test_the_preview_of_another_piece_pays_nothing(move: str, at: str) -> None:
    match = draw("wei: P P . . . . .\n P: red red green", forts="")
    preview = match.preview(1, move)
    assert preview.pieces == [{"kind": move.split()[0], "seat": 1, "at": at}]
    assert preview.ledger == []


@pytest.mark.parametrize(
    ("move", "line"),
    [("draw", "Alex draws a card from the pile."), ("take red", "Alex takes one red card.")],
)
def test_a_preview_tells_no_card_that_will_come(move: str, line: str) -> None:
    """Neither the one for the hand, nor that for the row."""
    match = draw("P: red red green")
    play(match, "exchange green")
    preview = match.preview(1, move)
    assert (preview.pieces, preview.ledger) == ([], [])
    assert [say(line, ["Alex"]) for line in preview.lines] == [line]


def test_the_preview_of_the_last_card_tells_the_final_scoring() -> None:
    """Blue takes the last card of the last round; then houses, an alliance and a row are scored."""
    match = draw(
        """
        chin: P P P .     emissaries Y1
        shu:  P . . . .   emissaries Y1
        B:    red green yellow
        row:  orange purple
        pile:
        """,
        "B",
        round=12,
    )
    play(match, "exchange red")
    preview = match.preview(4, "take orange")
    assert preview.pieces == []
    assert preview.ledger == [
        {"seat": 1, "amount": 3, "source": "houses", "where": "chin", "round": 12},
        {"seat": 1, "amount": 1, "source": "houses", "where": "shu", "round": 12},
        {"seat": 2, "amount": 2, "source": "alliances", "where": "4", "round": 12},
        {"seat": 1, "amount": 4, "source": "roads", "where": "chin-1 chin-2 chin-3 shu-1", "round": 12},
    ]
    names = ["Alex", "Barbara", "Chris", "Doris"]
    assert [say(line, names) for line in preview.lines] == [
        "Doris takes one orange card.",
        "The last round is over: regions that are not full, alliances and roads are scored.",
        "Alex has the most houses in Ch'in (3) and gets 3 points: one for each house there.",
        "Alex has the most houses in Shu (1) and gets 1 point: one for each house there.",
        "Barbara gets 2 points for alliance 4: 1 emissary in Ch'in and 1 in Shu.",
        "Alex gets 4 points for a row of 4 houses: chin-1, chin-2, chin-3 and shu-1.",
    ]
    assert match.ledger == []
    assert not match.over


def test_the_preview_of_the_last_draw_of_the_pile_tells_the_end_too() -> None:
    """The card that comes changes nothing: the pile runs out for the second time in the turn of the last seat."""
    match = draw("lu: P . . .\n pile: purple", "B", times_run_out=1)
    play(match, "exchange red")
    assert match.preview(4, "draw").ledger == [{"seat": 1, "amount": 1, "source": "houses", "where": "lu", "round": 1}]
    assert match.preview(4, "take red").ledger == match.preview(4, "draw").ledger  # the row takes the last card


def test_no_preview_of_a_move_that_is_not_legal() -> None:
    match = draw("P: red red green")
    with pytest.raises(IllegalError, match="You hold no yellow card"):
        match.preview(1, "house qi-1 yellow")
