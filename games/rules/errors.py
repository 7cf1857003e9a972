"""The errors of a move, and the base class of all errors whose reason a player is shown."""

from __future__ import annotations

from games.rules.sentences import Sentence


class PlayerError(Exception):
    """An error whose `reason` is a sentence for the player.

    The reason of an `InvalidMove` is a `Sentence`; that of a refused request (`games.matches.errors`) is lazily
    translated text.
    """

    reason: object

    def __str__(self) -> str:
        return str(self.reason)


class InvalidMove(PlayerError):
    """A move that cannot be made."""

    reason: Sentence

    def __init__(self, reason: Sentence) -> None:
        super().__init__(reason)
        self.reason = reason


class IllegalMove(InvalidMove):
    """The move breaks a rule in this position."""


class BadNotation(InvalidMove):
    """The text is not a move in any position."""
