"""Plural rules of CLDR, the locale data of Unicode: which word goes with a number.

A language sorts numbers into categories that CLDR calls `zero`, `one`, `two`, `few`, `many` and `other`, and every
language has `other`. These are the rules for cardinal numbers (https://cldr.unicode.org/index/cldr-spec/plural-rules),
written out by hand because the command line is to need nothing installed; a test compares them with Babel. The browser
asks its own `Intl.PluralRules`, which has the same rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

Category = Literal["zero", "one", "two", "few", "many", "other"]
Number = int | float

CATEGORIES: Final[tuple[Category, ...]] = ("zero", "one", "two", "few", "many", "other")


def plural_category(language: str, number: Number) -> Category:
    """The CLDR category of a number, whose sign does not matter.

    >>> [plural_category("en", number) for number in (0, 1, 1.5, 2)]
    ['other', 'one', 'other', 'other']
    >>> [plural_category("pl", number) for number in (1, 3, 5, 22)]
    ['one', 'few', 'many', 'few']
    """
    return PLURAL_RULES[language](abs(number))


def plural_form(language: str, number: Number, forms: str) -> str:
    """The word for a number, out of `one|other` or of words named by their category.

    >>> plural_form("en", 1, "coin|coins"), plural_form("fr", 0, "pièce|pièces")
    ('coin', 'pièce')
    >>> plural_form("pl", 3, "one=moneta|few=monety|many=monet|other=monety")
    'monety'
    """
    words = plural_words(forms)
    return words.get(plural_category(language, number), words["other"])


def plural_words(forms: str) -> dict[Category, str]:
    """The words of a pattern by category; raises `ValueError` if they are not written as they should be.

    >>> plural_words("coin|coins")
    {'one': 'coin', 'other': 'coins'}
    """
    parts = forms.split("|")
    if "=" not in forms and len(parts) == 2:
        return {"one": parts[0], "other": parts[1]}
    words: dict[Category, str] = {}
    for category, _, word in (part.partition("=") for part in parts):
        if category not in CATEGORIES or category in words:
            raise ValueError(f"no plural forms: {forms}")
        words[category] = word
    if "other" not in words:
        raise ValueError(f"no form for the category other: {forms}")
    return words


# ---- the rules; n is never negative


def _only_other(n: Number) -> Category:
    return "other"


def _one_is_one(n: Number) -> Category:
    """One if the number is 1; 0 and 1.5 are other."""
    return "one" if n == 1 else "other"


def _french(n: Number) -> Category:
    """One if the number is below 2, so also 1.5; millions are many: "un million de pièces"."""
    if n < 2:
        return "one"
    return "many" if n % 1_000_000 == 0 else "other"


def _polish(n: Number) -> Category:
    """Fractions are other; whole numbers go by their last digits, those of 12 to 14 apart."""
    if n != int(n):
        return "other"
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


PLURAL_RULES: Final[dict[str, Callable[[Number], Category]]] = {
    "de": _one_is_one,
    "en": _one_is_one,
    "fr": _french,
    "nl": _one_is_one,
    "pl": _polish,
    "zh": _only_other,
}
"""Language -> its rule. There are more languages than translations, so that one can begin."""
