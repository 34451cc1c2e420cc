"""What a position of The Emperor of China holds, and what must hold in it."""

from __future__ import annotations

from typing import Any

from contract.cases import Case
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN, SHUFFLED, WHOSE
from tianxia.games.emperor_of_china.rules.position import RUNS_OUT, EmperorPosition
from tianxia.games.emperor_of_china.rules.state import EMISSARY, FORTIFICATION, HOUSE, KINDS

DERIVED = ("free", "lead", "guests", "settled", "unfilled", "courts", "openings")
Cards = list[int]  # colour -> how many

# ---- what a position holds


def cards_in(position: EmperorPosition, bundle: int) -> Cards:
    bundles = position.tables.bundles
    return list(bundles.counts[bundle * bundles.kinds : (bundle + 1) * bundles.kinds])


def added(*cards: Any) -> Cards:
    return [sum(counts) for counts in zip(*cards, strict=True)]


def deck_of(position: EmperorPosition) -> Cards:
    box = position.tables.box
    return [int(cards - box.removed[position.players]) for cards in box.cards]


def plain(value: Any) -> Any:
    return int(value) if isinstance(value, int) else [int(item) for item in value]


def derived(position: EmperorPosition) -> dict[str, Any]:
    """What is kept up to date beside the pieces."""
    return {name: plain(getattr(position, name)) for name in DERIVED}


def luck(position: EmperorPosition) -> object:
    """The cards that are to come from this pile."""
    generator = position.generator
    return generator and (generator.a, generator.b, generator.c, generator.d)


# ---- what must hold


def check_cards(position: EmperorPosition) -> None:
    """No card is lost or made, and everybody knows of cards that are there."""
    hands = [cards_in(position, hand) for hand in position.hands]
    row = cards_in(position, position.row)
    assert added(position.pile, position.discards, row, *hands) == deck_of(position)
    assert position.in_pile == sum(position.pile)
    assert min(*position.pile, *position.discards) >= 0
    for seat, hand in enumerate(hands):
        hidden = cards_in(position, position.hidden(seat))
        assert added(cards_in(position, position.known[seat]), hidden) == hand
        secrets = [secret % WHOSE for secret in position.secrets if secret // WHOSE == seat]
        drawn = secrets.count(DRAWN)
        assert sum(hidden) == drawn - (len(secrets) - drawn)
    assert list(position.secrets).count(SHUFFLED) == min(1, position.times_run_out)


def check_pieces(position: EmperorPosition, case: Case) -> None:
    """Every piece of every seat is on the board or in its supply."""
    box, players = position.tables.box, position.players
    fortifications = box.fortifications if dict(case.options)["fortifications"] else 0
    for seat in range(players):
        own = sum(position.emissaries[region * players + seat] for region in range(position.tables.regions))
        assert int(position.houses[seat]).bit_count() + position.supply[seat * KINDS + HOUSE] == box.houses
        assert own + position.supply[seat * KINDS + EMISSARY] == box.emissaries
    left = sum(position.supply[seat * KINDS + FORTIFICATION] for seat in range(players))
    assert int(position.fortified).bit_count() + left == players * fortifications
    assert min(position.supply) >= 0
    built = sum(int(houses) for houses in position.houses)
    assert built.bit_count() == sum(int(houses).bit_count() for houses in position.houses)  # no space has two
    assert built + position.free == 2**position.tables.spaces - 1


def check_board(position: EmperorPosition) -> None:
    """Ruling 4, and all that is kept up to date."""
    assert all(guests <= lead for guests, lead in zip(position.guests, position.lead, strict=True))
    again = position.clone()
    again.recount()
    assert derived(position) == derived(again)


def check_everything(position: EmperorPosition, case: Case) -> None:
    check_cards(position)
    check_pieces(position, case)
    check_board(position)


def check_end(position: EmperorPosition, case: Case) -> None:
    check_everything(position, case)
    assert list(position.legal_actions()) == []
    by_pile = position.times_run_out == RUNS_OUT and position.seat == position.players - 1
    assert by_pile or position.is_stuck()
    most = max(position.scores())
    assert all(position.scores()[seat] == most for seat in position.winners())
    assert len(position.winners()) >= 1
