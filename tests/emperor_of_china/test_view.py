"""What the view tells beside the rules: what the last free space of a region pays."""

from __future__ import annotations

from typing import Any

import pytest

from support.emperor import SEATS, draw, paid, play, standard_game, table


def filled_in_wei(match: Any) -> list[int]:
    found: list[int] = next(region["filled"] for region in table(match)["regions"] if region["id"] == "wei")
    return found


@pytest.mark.parametrize(
    "wei",
    ["P P P Y Y R .", "Y Y Y R R P .", "P Y R B Y R .", "[P] P Y Y Y R .", "Y Y Y R R R [.]", "Y Y Y Y Y Y ."],
)
def test_what_is_told_is_what_is_paid(wei: str) -> None:
    match = draw(f"wei: {wei}\nP: red green yellow", "P", forts="Y" if "[" in wei else None)
    told = filled_in_wei(match)
    play(match, "house wei-7 red")
    scored = {seat: amount for seat, amount, _ in paid(match, "houses")}
    assert told == [scored.get(seat, 0) for seat in SEATS[: len(told)]]
    assert filled_in_wei(match) == []  # nothing is free any more


@pytest.mark.parametrize("wei", [". . . . . . .", "P P P Y Y . ."])
def test_nothing_is_told_while_more_spaces_are_free(wei: str) -> None:
    assert filled_in_wei(draw(f"wei: {wei}", "P")) == []


def test_nothing_is_told_to_who_has_no_house() -> None:
    box = standard_game().box
    left, lines = int(box.box.houses), []
    for region in sorted(box.regions, key=lambda region: region.id != "wei"):
        spaces = len(region.houses) - (region.id == "wei")
        own = min(left, spaces)
        left -= own
        lines.append(f"{region.id}: {'P ' * own}{'. ' * (spaces - own)}{'.' if region.id == 'wei' else ''}")
    picture = "\n".join(lines)
    assert filled_in_wei(draw(picture, "R"))
    assert filled_in_wei(draw(picture, "P")) == []


def test_a_preview_tells_it_as_it_would_be() -> None:
    match = draw("wei: P P Y Y R . .\nP: red red green", "P")
    preview = match.preview(1, "house wei-6 red")
    (region,) = preview.table["regions"]
    assert region["filled"] == [7, 4, 2, 0]
