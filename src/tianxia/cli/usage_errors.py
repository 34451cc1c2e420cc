"""Messages for wrong command lines in the user's language; cyclopts has English ones only."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, get_args

from cyclopts import CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from tianxia.words import Message

PROGRAM: Final = "tianxia"
OPTION: Final = ("option", "option-near")  # what is said of one that is unknown, and of one that is like another
COMMAND: Final = ("command", "command-near")
NEAR: Final = 0.7  # how much alike two words must be for one to be meant by the other


def tell_misuse(failure: CycloptsError, commands: Iterable[str]) -> Message | None:
    """The message for an error of cyclopts, with a hint at the help; `None` if only cyclopts has a sentence for it."""
    match failure:
        case MissingArgumentError():
            key, values = _missing(failure)
        case UnknownOptionError():
            given = failure.token.keyword or failure.token.value
            options = [name for argument in failure.argument_collection for name in argument.names]
            key, values = _unknown(OPTION, given, [*options, "--help"])
        case UnknownCommandError():
            given = (failure.unused_tokens or [""])[0]
            key, values = _unknown(OPTION if given.startswith("-") else COMMAND, given, commands)
        case UnusedCliTokensError():
            key, values = "too-much", {"words": failure.unused_tokens or []}
        case RepeatArgumentError():
            key, values = "repeated", {"name": failure.token.keyword or ""}
        case CoercionError() if failure.token is not None and failure.argument is not None:
            key, values = _unfit(failure)
        case _:
            return None
    command = " ".join((PROGRAM, *(failure.command_chain or ())))
    return Message(f"cli.misuse.{key}", {**values, "help": Message("cli.misuse.help", {"command": command})})


def _missing(failure: MissingArgumentError) -> tuple[str, dict[str, object]]:
    assert failure.argument is not None
    given = [token.keyword for token in failure.argument.tokens if token.keyword]
    option = failure.keyword or (given[-1] if given else None)  # an option without its value
    return ("value", {"name": option}) if option else ("missing", {"name": failure.argument.name})


def _unknown(keys: tuple[str, str], given: str, known: Iterable[str]) -> tuple[str, dict[str, object]]:
    unlike, like = keys
    name = given.partition("=")[0]  # --edition=x
    near = get_close_matches(name, sorted(set(known)), 1, NEAR)
    return (like, {"name": name, "near": near[0]}) if near else (unlike, {"name": name})


def _unfit(failure: CoercionError) -> tuple[str, dict[str, object]]:
    """The message for a value of the wrong type."""
    assert failure.token is not None
    assert failure.argument is not None
    values: dict[str, object] = {"name": failure.token.keyword or failure.argument.name, "value": failure.token.value}
    known = get_args(failure.target_type)
    if known:
        return "choice", {**values, "known": list(known)}
    kinds: dict[object, str] = {int: "number", bool: "yes-or-no"}
    return kinds.get(failure.target_type, "unfit"), values
