"""All texts for people, as keys with values; the sentences are in the catalogues, one folder for each language.

A pattern holds values in braces: `{amount}`. After a colon comes how to write one:

    {coins:coin|coins}      the number and the word that goes with it: 1 coin, 2 coins
    {coins:one=moneta|few=monety|many=monet|other=monety}
                            the same in a language with more plural categories (see plural_rules.py)
    {seat:seat}             the name of the player in a seat
    {seats:seats}           several of them
    {seat:colour}           the colour of a seat, even if its player has a name
    {names:list}            things in a row: a, b and c
    {names:or}              the same with "or"
    {colour:word}           the word for an id, from the catalogue's [word] table
"""

from __future__ import annotations

from tianxia.words.catalogue import (
    LANGUAGE,
    LANGUAGES,
    Message,
    MessageDocument,
    catalogue,
    error,
    printable,
    say,
    text,
)

__all__ = ["LANGUAGE", "LANGUAGES", "Message", "MessageDocument", "catalogue", "error", "printable", "say", "text"]
