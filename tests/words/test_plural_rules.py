"""Our plural rules and those of Babel, which come from CLDR itself."""

from __future__ import annotations

import re

import pytest
from babel import Locale

from tianxia.words import LANGUAGES
from tianxia.words.catalogue import fill
from tianxia.words.plural_rules import PLURAL_RULES, plural_category, plural_form, plural_words

WHOLE = [*range(1001), 999_999, 1_000_000, 1_000_001, 3_000_000]
FRACTIONS = [hundredths / 100 for hundredths in range(1, 1000)]


@pytest.mark.parametrize("language", PLURAL_RULES)
def test_every_number_has_the_category_of_cldr(language: str) -> None:
    cldr = Locale.parse(language).plural_form
    for number in [*WHOLE, *FRACTIONS]:
        assert plural_category(language, number) == cldr(number), number
        assert plural_category(language, -number) == cldr(-number), -number


@pytest.mark.parametrize("language", PLURAL_RULES)
def test_every_category_of_a_language_comes_up(language: str) -> None:
    """Or the comparison with CLDR would have missed one."""
    found = {plural_category(language, number) for number in [*WHOLE, *FRACTIONS]}
    assert found == {*Locale.parse(language).plural_form.tags, "other"}


def test_all_languages_of_the_catalogue_have_plural_rules() -> None:
    assert set(LANGUAGES) <= set(PLURAL_RULES)


POLISH = "one=moneta|few=monety|many=monet|other=monety"


@pytest.mark.parametrize(
    ("number", "word"),
    [(0, "monet"), (1, "moneta"), (2, "monety"), (5, "monet"), (12, "monet"), (22, "monety"), (1.5, "monety")],
)
def test_a_word_for_each_category(number: float, word: str) -> None:
    assert plural_form("pl", number, POLISH) == word


def test_a_category_without_a_word_of_its_own_takes_that_of_others() -> None:
    assert plural_form("fr", 1_000_000, "pièce|pièces") == "pièces"
    assert plural_form("fr", 1_000_000, "one=pièce|many=de pièces|other=pièces") == "de pièces"
    assert plural_form("zh", 1, "other=枚") == "枚"


def test_a_pattern_names_the_categories_of_its_language() -> None:
    pattern = f"Masz {{coins:{POLISH}}}."
    assert [fill(pattern, {"coins": coins}, language="pl") for coins in (1, 3, 5)] == [
        "Masz 1 moneta.",
        "Masz 3 monety.",
        "Masz 5 monet.",
    ]
    assert fill("{cards:other=张牌}", {"cards": 1}, language="zh") == "1 张牌"


@pytest.mark.parametrize(
    "forms", ["coin", "a|b|c", "one=coin", "one=coin|coins", "some=coin|other=coins", "one=a|one=b"]
)
def test_forms_that_are_not_well_written(forms: str) -> None:
    with pytest.raises(ValueError, match=re.escape(forms)):
        plural_words(forms)
