"""The end of a match: the last move of one player, one more turn for the other, the result."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Result, Seat, Sentence, say
from games.summy.model.pieces import FINAL_HAND_SIZE
from games.summy.model.position import SummyPosition, SummyView


def after_turn(position: SummyPosition, seat: Seat) -> SummyPosition:
    """Return the position with its result if the seat's turn ended the match, else with `finished` set if due.

    A seat has made its last move if its hand has at most `FINAL_HAND_SIZE` pieces; the other seat has one more turn.
    """
    if position.finished:
        return _with_result(position, position.finished)
    if len(position.hands[seat.index]) <= FINAL_HAND_SIZE:
        return replace(position, finished=seat)
    return position


def last_turn_notice(view: SummyView) -> Sentence | None:
    """Return the notice of the last turn for this viewer; None before it and after the match."""
    if view.result or not view.finished:
        return None
    if view.viewer is None:
        return say("This is the last turn of the match.")
    if view.viewer is view.finished:
        return say("That was your last move. Your opponent has one more turn.")
    return say("This is your last turn.")


def _with_result(position: SummyPosition, seat: Seat) -> SummyPosition:
    """Return the position with its result: most points win, pieces left in the hands do not count.

    `seat` has made its last move, and the other seat one more.
    """
    first, second = position.scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    reason = say(
        "{who} had {count} pieces or fewer left, and {other} had one more turn.",
        who=seat,
        count=FINAL_HAND_SIZE,
        other=seat.other,
    )
    return replace(position, result=Result(winner, reason))
