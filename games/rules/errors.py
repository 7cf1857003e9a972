"""The two ways in which a move can be refused."""

from __future__ import annotations

from games.rules.sentences import Sentence


class Refusal(Exception):
    """A move that does not stand; `reason` is the sentence that the player is shown."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class IllegalMove(Refusal):
    """The move breaks a rule in this position."""


class BadNotation(Refusal):
    """The text is no move in any position."""
