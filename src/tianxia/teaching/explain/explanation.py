"""The explanation of a move: how much it leads to, compared with another one, and what makes the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tianxia.engine.chance import derive_seed
from tianxia.games.base import Document, human_seat
from tianxia.games.contrast import NOBODY, Claim, Contrast, Finding
from tianxia.play import Match
from tianxia.teaching.explain.comparing import compare
from tianxia.words import Message, say

SCREENED = 4  # moves that may turn out to lead to more points than the one that the search prefers
SCREENING = 5  # a move is screened with one pair out of so many
LONGER = 2  # times as many pairs where a difference is sure, but not what it comes from
CLEARLY = 2.0  # standard errors by which such a move must be better


@dataclass(frozen=True)
class Explanation:
    """A move compared with another one of the same seat."""

    move: str  # in notation
    other: str
    contrast: Contrast
    theme: Message | None  # an obvious purpose of the better of the two
    findings: tuple[Finding, ...]

    @property
    def points(self) -> float:
        """By how much the move leads to a larger lead over the best other seat; negative: to a smaller one."""
        return self.contrast.lead.more

    @property
    def error(self) -> float:
        """The standard error of that."""
        return self.contrast.lead.error

    @property
    def is_close(self) -> bool:
        """Whether the moves are about as good, as far as the continuations show."""
        return self.contrast.is_close

    @property
    def cost(self) -> float:
        """The points of the lead that the move costs; 0 where the moves are about as good, or the move is better."""
        return 0.0 if self.is_close else max(0.0, -self.points)

    def is_contrary(self, finding: Finding) -> bool:
        """Whether a finding goes against the difference as a whole: what the worse move has for itself."""
        return not self.is_close and finding.weight * self.points < 0

    def document(self) -> Document:
        scores = [self.contrast.score(seat) for seat in range(self.contrast.players)]
        return {
            "move": self.move,
            "other": self.other,
            "pairs": len(self.contrast.pairs),
            "points": round(self.points, 2),
            "error": round(self.error, 2),
            "close": self.is_close,
            "scores": [round(score.this, 2) for score in scores],
            "other_scores": [round(score.other, 2) for score in scores],
            "theme": None if self.theme is None else line(self.theme),
            "findings": [_finding(finding) | {"contrary": self.is_contrary(finding)} for finding in self.findings],
        }


def explain(match: Match, move: str, other: str, pairs: int, seed: bytes, longer: int = LONGER) -> Explanation:
    """Compare two legal moves of the seat to move, given in exact notation, by what this seat knows.

    Where the difference is sure, but not what it comes from, `longer` times as many pairs are tried.
    """
    game, position = match.game, match.position
    this, against = (game.parse_move(position, notation, exact=True) for notation in (move, other))
    contrast = compare(game, position, this, against, pairs, seed)
    narrator = game.narrator(position)
    findings = narrator.findings(contrast)
    if longer > 1 and not contrast.is_close and not findings:
        contrast = compare(game, position, this, against, longer * pairs, seed)
        findings = narrator.findings(contrast)
    better = this if contrast.lead.more > 0 else against
    theme = None if contrast.is_close else game.puzzle_theme(position, better)
    said = None if theme is None else Message(f"{game.id}.theme.{theme}")
    return Explanation(move, other, contrast, said, tuple(findings))


def explain_played(
    match: Match, played: str, best: Sequence[str], is_mistake: bool, pairs: int, seed: bytes
) -> Explanation | None:
    """Why a move that was played is worse than another one; `None` if the search finds no better one.

    `best` are the moves that the search tried, the best first. A mistake, which costs chance to win, is compared with
    the best one. Otherwise, as in a game that is lost or won anyhow, another one may lead to clearly more points.
    """
    if best[0] == played or len(best) < 2:
        return None
    other = best[0]
    if not is_mistake:
        other = _screen(match, other, [move for move in best[1:SCREENED] if move != played], pairs, seed)
    return explain(match, played, other, pairs, derive_seed(seed, "explain"))


def _screen(match: Match, best: str, others: Sequence[str], pairs: int, seed: bytes) -> str:
    """The move that leads to clearly more points than the one that the search prefers, or else that one."""
    game, position = match.game, match.position
    chosen, most = best, 0.0
    for move in others:
        this, against = (game.parse_move(position, notation, exact=True) for notation in (move, best))
        lead = compare(game, position, this, against, max(2, pairs // SCREENING), derive_seed(seed, "screen")).lead
        if lead.is_beyond(CLEARLY) and lead.more > most:
            chosen, most = move, lead.more
    return chosen


def explain_best(match: Match, best: Sequence[str], pairs: int, seed: bytes) -> Explanation | None:
    """Why the first of some moves is better than another one: the first that is not about as good, if there is one.

    `None` if there is only one move, or if others only lead to more points (and the first to more chance to win).
    """
    found: Explanation | None = None
    for other in best[1:SCREENED]:
        explanation = explain(match, best[0], other, pairs, derive_seed(seed, "explain"), longer=1)
        found = found or (explanation if explanation.is_close else None)
        if not explanation.is_close and explanation.points > 0 and explanation.findings:
            return explanation
    return found


# ---- as plain data


def line(message: Message) -> Document:
    """A sentence with its key and values."""
    return {"text": say(message), **message.document()}


def _finding(finding: Finding) -> Document:
    return {
        "line": line(finding.message),
        "places": list(finding.places),
        "points": round(finding.points, 2),
        "claims": [_claim(claim) for claim in finding.claims],
    }


def _claim(claim: Claim) -> Document:
    quantity, difference = claim.quantity, claim.difference
    return {
        "measure": claim.measure,
        "what": quantity.what,
        "seat": None if quantity.seat == NOBODY else human_seat(quantity.seat),
        "where": None if quantity.where is None else sorted(quantity.where),
        "until": quantity.until,
        "this": round(difference.this, 4),
        "other": round(difference.other, 4),
        "error": round(difference.error, 4),
    }
