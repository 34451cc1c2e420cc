"""Tutorials: every step can be done, every answer is heard, and what is wrong in a file is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tianxia.games import GAMES
from tianxia.teaching.tutorials import Step, TutorialError, find_tutorial, judge, judge_guess, read_tutorial
from tianxia.words import catalogue, say

PACKAGE = Path(__file__).parents[2] / "src" / "tianxia"
LONGEST = 60  # words of a text: nobody reads more before they play


def steps_of(game: str) -> list[Step]:
    tutorial = find_tutorial(game)
    assert tutorial is not None
    return list(tutorial.steps())


STEPS = [step for game in GAMES for step in steps_of(game)]
TO_DO = [step for step in STEPS if step.guess is None]
TO_GUESS = [step for step in STEPS if step.guess is not None]


def every(steps: list[Step]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("step", steps, ids=lambda step: f"{step.game}/{step.chapter}/{step.id}")


# ---- the tutorials that there are


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_tutorial(game: str) -> None:
    tutorial = find_tutorial(game)
    assert tutorial is not None
    assert tutorial.chapters[0].id == "first"
    assert 10 <= len(tutorial.chapters[0].steps) <= 15
    assert tutorial.chapters[0].steps[-1].is_free


def test_expansions_are_chapters() -> None:
    chapters = {game: [chapter.id for chapter in found.chapters] for game in GAMES if (found := find_tutorial(game))}
    assert chapters["emperor-of-china"] == ["first", "fortifications"]
    assert chapters["year-of-the-dragon"] == ["first", "wall", "super"]


@every(TO_DO)
def test_the_solution_is_right(step: Step) -> None:
    for number in range(1, len(step.solution)):
        assert judge(step, step.solution[:number]).verdict == "more"
    judgement = judge(step, step.solution)
    assert judgement.verdict == "done"
    assert judgement.message == step.say("done")
    assert judgement.kept == len(step.solution)


@every(TO_DO)
def test_the_others_can_answer(step: Step) -> None:
    judgement = judge(step, step.solution)
    assert judgement.replies == tuple(reply.move for reply in step.replies)


@every([step for step in TO_DO if step.mistakes])
def test_a_mistake_has_an_answer_of_its_own(step: Step) -> None:
    for mistake in step.mistakes:
        judgement = judge(step, mistake.example)
        assert (judgement.verdict, judgement.message) == ("wrong", step.say(f"wrong-{mistake.id}"))
        assert judgement.kept < len(mistake.example)


@every([step for step in TO_DO if not step.is_free])
def test_no_first_move_but_the_right_ones_is_done(step: Step) -> None:
    """Each legal first move is done, on the way, or wrong, and what is wrong is told."""
    verdicts = {move: judge(step, [move]) for move in step.begin().legal_moves()}
    assert all(found.verdict in ("done", "more", "wrong") for found in verdicts.values())
    assert any(found.verdict == "wrong" for found in verdicts.values()) or len(step.solution) > 1
    for found in verdicts.values():
        assert (found.message is None) == (found.verdict == "more")
        assert found.message is None or say(found.message)


@every(TO_DO)
def test_what_is_illegal_is_answered_by_the_rules(step: Step) -> None:
    illegal = {
        "forbidden-city": "0,0 r0",
        "emperor-of-china": "emissary yan red",
        "year-of-the-dragon": "release 1 young monk",
    }
    judgement = judge(step, [illegal[step.game]])
    assert judgement.verdict == "illegal"
    assert judgement.message is not None
    assert judgement.message.key.startswith(f"{step.game}.reason")
    assert judgement.kept == 0


def test_what_cannot_be_read_is_illegal_too() -> None:
    judgement = judge(TO_DO[0], ["abracadabra"])
    assert judgement.verdict == "illegal"
    assert judgement.message is not None
    assert "abracadabra" in say(judgement.message)


@every(TO_GUESS)
def test_one_amount_is_right(step: Step) -> None:
    assert step.guess is not None
    found = {amount: judge_guess(step, amount) for amount in step.guess.amounts}
    assert len(found) >= 3
    assert sorted(judgement.verdict for judgement in found.values()) == ["done", *["wrong"] * (len(found) - 1)]
    right = next(judgement for judgement in found.values() if judgement.verdict == "done")
    assert right.replies == tuple(move.move for move in step.guess.moves)


@every(STEPS)
def test_a_step_is_the_same_each_time(step: Step) -> None:
    first, second = (judge(step, step.solution).match.position_document() for _ in range(2))
    assert first == second


# ---- texts


def test_every_text_is_used() -> None:
    used = set()
    for game in GAMES:
        tutorial = find_tutorial(game)
        assert tutorial is not None
        for chapter in tutorial.chapters:
            used |= {f"{chapter.key}.title", f"{chapter.key}.about"}
            used |= {f"{step.key}.{part}" for step in chapter.steps for part in step.parts()}
    assert {key for key in catalogue("en") if key.startswith("tutorial.")} == used


@every(STEPS)
def test_texts_are_short(step: Step) -> None:
    words = {part: len(catalogue("en")[f"{step.key}.{part}"].split()) for part in step.parts()}
    assert words["text"] + words["task"] <= LONGEST
    assert max(words.values()) <= LONGEST


@every(STEPS)
def test_the_rules_of_a_step_are_on_the_page_of_the_game(step: Step) -> None:
    assert step.rule is not None
    page = PACKAGE / "words" / "en" / "rules" / f"{step.game}.md"
    written = page.read_text(encoding="utf-8")
    for rule in (step.rule, *step.rules.values()):
        assert f'<a id="{rule.partition("#")[2]}"></a>' in written


@pytest.mark.parametrize(
    ("game", "id", "part", "told", "rule"),
    [
        ("emperor-of-china", "house", "task", "one red card", "3. Paying"),
        ("emperor-of-china", "house", "done", "one piece is all", "2. How many pieces"),
        ("emperor-of-china", "draw", "done", "exchange", "8. Exchange"),
        ("forbidden-city", "lay", "wrong-garden", "a garden has walls", "7. Gardens"),
        ("forbidden-city", "split", "done", "Two rooms closed with one tile", "9. Several rooms closed by one tile"),
        ("year-of-the-dragon", "build", "done", "loses a floor", "10. The end of a month"),
        ("year-of-the-dragon", "privilege", "task", "Buy", "5. Action"),
        ("year-of-the-dragon", "privilege", "done", "a point each", "11. Scoring"),
    ],
)
def test_a_text_names_the_rule_that_it_tells_of(game: str, id: str, part: str, told: str, rule: str) -> None:
    message = found(game, "first", id).say(part)
    assert told in say(message)
    page = PACKAGE / "words" / "en" / "rules" / f"{game}.md"
    assert f'<a id="{(message.rule or "").partition("#")[2]}"></a>**{rule}' in page.read_text(encoding="utf-8")


# ---- judging


def found(game: str, chapter: str, id: str) -> Step:
    return next(step for step in STEPS if (step.game, step.chapter, step.id) == (game, chapter, id))


def test_a_wrong_second_move_keeps_the_first() -> None:
    step = found("emperor-of-china", "first", "two")
    judgement = judge(step, ["house wei-1 red", "done"])
    assert (judgement.verdict, judgement.kept) == ("wrong", 1)
    assert [move.move for move in judgement.match.moves] == ["house wei-1 red"]


def test_moves_after_the_goal_are_not_played() -> None:
    step = found("forbidden-city", "first", "most")
    assert judge(step, ["-1,-2 r2", "nonsense"]).verdict == "done"


def test_moves_after_a_mistake_do_not_mend_it() -> None:
    step = found("emperor-of-china", "first", "house")
    assert judge(step, ["house han-2 green", "take red"]).verdict == "wrong"


def test_another_way_to_the_goal_counts() -> None:
    step = found("forbidden-city", "first", "split")
    assert judge(step, ["1,-2 r3"]).verdict == "done"


def test_what_others_cannot_play_after_another_way_is_left_out() -> None:
    step = found("forbidden-city", "first", "lay")
    judgement = judge(step, ["-2,0 r0"])
    assert (judgement.verdict, judgement.replies) == ("done", ("2,0 r0",))


def test_a_free_step_is_done_when_the_turn_is() -> None:
    step = found("emperor-of-china", "first", "free")
    assert judge(step, ["exchange green"]).verdict == "more"
    assert judge(step, ["exchange green", "take yellow"]).verdict == "done"


# ---- reading


def broken(change: tuple[str, str], file: str = "forbidden-city.toml") -> str:
    tutorial = PACKAGE / "games" / "forbidden_city" / "teaching" / "tutorial.toml"
    source = tutorial.read_text(encoding="utf-8")
    assert change[0] in source
    with pytest.raises(TutorialError) as caught:
        read_tutorial(source.replace(*change, 1), file)
    return str(caught.value)


def test_an_error_names_file_chapter_and_step() -> None:
    told = broken(('["green-court"', '["green-barn"'))
    assert told.startswith("forbidden-city.toml: chapter first: step lay: ")
    assert "green-barn" in told


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('id = "turn"', 'id = "lay"'), "step lay: there is another of this id"),
        (('after = "lay"', 'after = "day"'), "step turn: 'day' is missing"),
        (("goal.scores = 3", "goal.points = 3"), "step close: unknown: points"),
        (("guess.amounts", "guess.figures"), "step value: unknown: figures"),
        (('solution = ["0,-2 r0"]', 'solved = ["0,-2 r0"]'), "step lay: unknown: solved"),
        (('solution = ["0,-2 r0"]\n', ""), "step lay: there is neither a solution nor something to guess"),
        (("position.turn = 1", "position.turn = 2"), "step lay: "),
        (('id = "tie"', 'id = "bow"'), "step bow: no text for tutorial.forbidden-city.first.bow.title"),
        (('id = "first"', 'id = "second"'), "chapter second: step lay: no text for"),
        (("rules.wrong-garden = 7", "rules.wrong-barn = 7"), "step lay: unknown: wrong-barn"),
        (('id = "poor"', 'id = "poorer"'), "no text for tutorial.forbidden-city.first.archway.wrong-poorer"),
        (("players = 2", "players = 9"), "step lay: "),
        (('game = "forbidden-city"', 'game = "chess"'), "chess"),
    ],
)
def test_what_is_wrong_is_told(change: tuple[str, str], reason: str) -> None:
    assert reason in broken(change)


def test_there_is_no_tutorial_of_what_is_no_game() -> None:
    assert find_tutorial("chess") is None
    assert find_tutorial("../teaching") is None
