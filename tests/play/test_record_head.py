"""The head of a record: what is accepted, what is refused, and the words for it."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from play.records import ALL, HEAD, SEED, check, record, record_for, refused, small_edition, told
from tianxia.games import Shelf
from tianxia.play.record import write_record


def spoilt(**changes: Any) -> Any:
    """A record with other values at the top; `None` takes a key out."""
    document = record()
    for key, value in changes.items():
        document[key] = value
    return document


def without(*keys: str) -> Any:
    document = record()
    for key in keys:
        del document[key]
    return document


# ---- version, game, edition


@pytest.mark.parametrize("document", [None, True, 1, 1.5, "record", [], [{}]], ids=repr)
def test_a_record_is_an_object(document: Any) -> None:
    assert refused(document) == (0, f"{HEAD}A record is a JSON object.")


@pytest.mark.parametrize("version", [0, 2, -1, 1.0, True, "1", None, [1], 10**30], ids=repr)
def test_another_version_is_refused(version: Any) -> None:
    assert refused(spoilt(tianxia=version)) == (0, f'{HEAD}It is not a record: "tianxia" must be 1.')


@pytest.mark.parametrize("document", [{}, without("tianxia"), {"game": "forbidden-city"}], ids=["{}", "none", "game"])
def test_a_record_without_a_version_is_none(document: Any) -> None:
    assert refused(document) == (0, f'{HEAD}It is not a record: "tianxia" must be 1.')


def test_unknown_games_are_refused() -> None:
    there_are = "the games are emperor-of-china, forbidden-city and year-of-the-dragon."
    assert refused(spoilt(game="chess")) == (0, f'{HEAD}There is no game "chess"; {there_are}')
    assert refused(spoilt(game="")) == (0, f'{HEAD}There is no game ""; {there_are}')
    assert refused(spoilt(game="Forbidden-City")) == (0, f'{HEAD}There is no game "Forbidden-City"; {there_are}')


@pytest.mark.parametrize("key", ["game", "edition"])
@pytest.mark.parametrize("value", [None, 1, ["forbidden-city"], {}, True], ids=repr)
def test_game_and_edition_are_texts(key: str, value: Any) -> None:
    assert refused(spoilt(**{key: value})) == (0, f'{HEAD}"{key}" must be a string.')
    assert refused(without(key)) == (0, f'{HEAD}"{key}" must be a string.')


def test_an_edition_that_is_not_at_hand_is_asked_for(tmp_path: Any) -> None:
    document = spoilt(edition="small")
    advice = 'It needs the edition "small": give its file with --edition FILE.'
    assert refused(document) == (0, f"{HEAD}{advice}")
    shelf = Shelf([small_edition(tmp_path)])
    assert refused(document, shelf) == (0, f"{HEAD}the stack of seat 1 must have 5 tiles.")


# ---- options


def test_options_may_be_missing() -> None:
    match = check(without("options"))
    assert match.setting.options == {"start": "gardens"}
    assert write_record(match) == record()


def test_options_that_are_the_defaults_may_be_missing_one_by_one() -> None:
    assert write_record(check(spoilt(options={}))) == record()


def test_the_other_start_tile_is_another_game() -> None:
    assert check(record(start="halls")).setting.options == {"start": "halls"}
    move, sentence = refused({**record(moves=ALL), "options": {"start": "halls"}})
    assert move > 0
    assert sentence.startswith(f"Move {move}")


@pytest.mark.parametrize("options", [None, [], "gardens", 1, [["start", "gardens"]]], ids=repr)
def test_options_are_an_object(options: Any) -> None:
    assert refused(spoilt(options=options)) == (0, f'{HEAD}"options" must be an object.')


def test_unknown_options_are_refused() -> None:
    document = spoilt(options={"start": "gardens", "fortifications": True})
    assert refused(document) == (0, f'{HEAD}Forbidden City has no option "fortifications"; it has: start.')
    assert refused(spoilt(options={"": 1})) == (0, f'{HEAD}Forbidden City has no option ""; it has: start.')


@pytest.mark.parametrize("value", ["gardens ", "Gardens", "lawn", "", None, 0, True, [], ["gardens"], {}], ids=repr)
def test_unknown_values_of_options_are_refused(value: Any) -> None:
    sentence = f'{HEAD}The option start cannot be "{value}"; it can be gardens or halls.'
    assert refused(spoilt(options={"start": value})) == (0, sentence)


# ---- players and seats


@pytest.mark.parametrize("players", [True, False, 3.0, "3", None, [3]], ids=repr)
def test_players_are_a_whole_number(players: Any) -> None:
    assert refused(spoilt(players=players)) == (0, f'{HEAD}"players" must be a whole number.')
    assert refused(without("players")) == (0, f'{HEAD}"players" must be a whole number.')


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2**31, 2**63, 2**64, 10**40])
def test_players_out_of_range_are_refused(players: int) -> None:
    document = spoilt(players=players)
    del document["seats"]
    assert refused(document) == (0, f"{HEAD}Forbidden City is for 2 to 4 players, not {players}.")


def test_another_number_of_players_does_not_fit_the_set_up() -> None:
    document = told()
    del document["seats"]
    assert refused({**document, "players": 4}) == (0, f"{HEAD}setup must have 4 stacks, one for each seat.")
    assert refused({**document, "players": 2}) == (0, f"{HEAD}setup must have 2 stacks, one for each seat.")


def test_seats_may_be_missing() -> None:
    assert write_record(check(without("seats"))) == without("seats")


@pytest.mark.parametrize(
    "seats",
    [[], ["Ada"], ["Ada", "Bo"], ["Ada", "Bo", "Cleo", "Dan"], ["Ada", "Bo", 3], ["Ada", None, "Bo"], "Ada", None, {}],
    ids=repr,
)
def test_seats_are_one_name_each(seats: Any) -> None:
    assert refused(spoilt(seats=seats)) == (0, f'{HEAD}"seats" must be a list of names, one for each seat.')


@pytest.mark.parametrize("seats", [["", "", ""], ["Ada", "Ada", "Ada"], ["阿", "{seat}", "{0}"]], ids=repr)
def test_any_names_will_do(seats: Any) -> None:
    assert write_record(check(spoilt(seats=seats)))["seats"] == seats


# ---- the seed


@pytest.mark.parametrize(
    "seed",
    ["", "00" * 15, "00" * 17, "0" * 31, "g" * 32, " " + "0" * 31, "٠" * 32, "0x" + "0" * 30, 0, None, ["00" * 16]],
    ids=repr,
)
def test_a_seed_has_32_hex_digits(seed: Any) -> None:
    document = spoilt(seed=seed)
    assert refused(document) == (0, f'{HEAD}"seed" must be 32 hex digits.')
    del document["seed_hash"]
    assert refused(document) == (0, f'{HEAD}"seed" must be 32 hex digits.')


@pytest.mark.parametrize("seed_hash", ["", "0" * 63, "0" * 65, "z" * 64, None, 5, [], "0" * 63 + "\n"], ids=repr)
@pytest.mark.parametrize("has_seed", [True, False])
def test_a_seed_hash_has_64_hex_digits(seed_hash: Any, has_seed: bool) -> None:
    document = spoilt(seed_hash=seed_hash)
    if not has_seed:
        del document["seed"]
    assert refused(document) == (0, f'{HEAD}"seed_hash" must be 64 hex digits.')


def test_the_seed_hash_is_the_sha_256_of_the_seed() -> None:
    assert record()["seed_hash"] == hashlib.sha256(SEED.hex().encode("ascii")).hexdigest()
    sentence = f'{HEAD}"seed_hash" is not the SHA-256 of the seed.'
    assert refused(spoilt(seed_hash="0" * 64)) == (0, sentence)
    assert refused(spoilt(seed_hash=hashlib.sha256(SEED).hexdigest())) == (0, sentence)


def test_without_the_seed_its_hash_is_kept_and_not_checked() -> None:
    document = spoilt(seed_hash="ab" * 32)
    del document["seed"]
    assert write_record(check(document)) == document


def test_a_seed_needs_no_hash() -> None:
    document = without("seed_hash")
    assert write_record(check(document)) == record()


def test_capital_digits_are_the_same_seed() -> None:
    document = spoilt(seed=SEED.hex().upper(), seed_hash=record()["seed_hash"].upper())
    assert write_record(check(document)) == record()


def test_the_set_up_must_follow_from_the_seed() -> None:
    sentence = f"{HEAD}The set-up does not follow from the seed."
    document = without("seed_hash")
    document["seed"] = "00" * 16
    assert refused(document) == (0, sentence)
    swapped = record()
    stack = swapped["setup"]["stacks"][1]
    stack[20], stack[21] = stack[21], stack[20]
    assert refused(swapped) == (0, sentence)


def test_a_record_with_hidden_things_has_no_seed() -> None:
    document = record_for(1)
    document["seed"] = SEED.hex()
    assert refused(document) == (0, f'{HEAD}A record with hidden information has no "seed".')


def test_a_record_from_a_position_has_no_seed() -> None:
    document = record()
    del document["setup"], document["seed_hash"]
    document["position"] = {}
    assert refused(document) == (0, f'{HEAD}A record that starts from a position has no "seed".')


# ---- set-up or position


def test_there_is_one_beginning() -> None:
    sentence = f'{HEAD}It must have either "setup" or "position".'
    neither = told()
    del neither["setup"]
    assert refused(neither) == (0, sentence)
    assert refused({**told(), "position": {}}) == (0, sentence)
    assert refused({**told(), "position": None}) == (0, sentence)


@pytest.mark.parametrize("key", ["setup", "position"])
@pytest.mark.parametrize("value", [None, [], "", 1, True], ids=repr)
def test_the_beginning_is_an_object(key: str, value: Any) -> None:
    document = told()
    del document["setup"]
    assert refused({**document, key: value}) == (0, f'{HEAD}"{key}" must be an object.')


# ---- what is unknown


def test_unknown_keys_at_the_top_and_on_a_move_are_kept() -> None:
    document = record()
    document["event"] = {"name": "the spring cup", "table": [1, None, 2.5]}
    document[""] = None
    document["moves"][0]["clock"] = 17.25
    document["moves"][3]["comment"] = {"de": "gut", "marks": ["!", None]}
    again = write_record(check(document))
    assert again == document
    assert write_record(check(again)) == document


def test_unknown_keys_are_kept_where_the_record_is_played_on() -> None:
    document = told()
    document["event"] = "the spring cup"
    document["moves"][0]["clock"] = 17
    match = check(document)
    match.move(match.to_move or 0, match.legal_moves()[0])
    again = write_record(match)
    assert again["event"] == "the spring cup"
    assert again["moves"][0]["clock"] == 17
    assert "clock" not in again["moves"][-1]
