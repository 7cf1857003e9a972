"""How a match of Summy ends."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Result, Seat, Sentence, say
from games.summy.model.pieces import LAST
from games.summy.model.position import SummyPosition, SummyView


def finish(position: SummyPosition) -> SummyPosition:
    """The match is over: most points win, pieces left in the hands count nothing."""
    first, second = position.scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    reason = say("One player had {count} pieces or fewer left, and the other has had one more turn.", count=LAST)
    return replace(position, result=Result(winner, reason))


def last_turn(view: SummyView) -> Sentence | None:
    """What the viewer has to know when the last turn has come; None before and after."""
    if view.result or not view.done:
        return None
    if view.viewer is None:
        return say("This is the last turn of the match.")
    if view.viewer is view.done:
        return say("You have made your last move. Your opponent has one more turn.")
    return say("This is your last turn.")
