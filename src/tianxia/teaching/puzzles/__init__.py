"""Puzzles: positions in which one move is much better than all others. Making, reading and choosing them."""

from __future__ import annotations

from tianxia.teaching.puzzles.collection import collection, find_puzzle, puzzle_of_day, read_puzzles, today
from tianxia.teaching.puzzles.making import Search, print_puzzle, puzzle_at, search
from tianxia.teaching.puzzles.puzzle import ID_DIGITS, LEVELS, Puzzle, Verdict, read_puzzle

__all__ = [
    "ID_DIGITS",
    "LEVELS",
    "Puzzle",
    "Search",
    "Verdict",
    "collection",
    "find_puzzle",
    "print_puzzle",
    "puzzle_at",
    "puzzle_of_day",
    "read_puzzle",
    "read_puzzles",
    "search",
    "today",
]
