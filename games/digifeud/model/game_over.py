"""How a match of Digifeud ends."""

from __future__ import annotations

from dataclasses import replace

from games.digifeud.model.position import DigifeudPosition
from games.rules import Forfeit, Result, Seat, Sentence, say

FORFEITED = {
    Forfeit.RESIGNED: say(
        "One player resigned. Their total is shown as 1, and the match counts for no score and no strength."
    ),
    Forfeit.TIME: say(
        "One player ran out of time. Their total is shown as 1, and the match counts for no score and no strength."
    ),
}


def end_by_playing_out(position: DigifeudPosition, seat: Seat) -> DigifeudPosition:
    """The player without number tiles takes the points of the other rack from the opponent."""
    points = position.racks[seat.other.index].points
    scores = seat.put(position.scores, position.scores[seat.index] + points)
    scores = seat.other.put(scores, scores[seat.other.index] - points)
    reason = say(
        "One player has laid every number tile and takes what the other rack is worth: {points}.", points=points
    )
    return _finish(position, scores, reason)


def end_by_passing(position: DigifeudPosition) -> DigifeudPosition:
    """Each player gets the points left on the other's rack; nobody loses any."""
    second, first = (rack.points for rack in position.racks)
    reason = say(
        "One player passed twice in a row. The tiles left on the other rack bring "
        "the first player {first} and the second player {second}.",
        first=first,
        second=second,
    )
    return _finish(position, (position.scores[0] + first, position.scores[1] + second), reason)


def end_by_forfeit(position: DigifeudPosition, seat: Seat, how: Forfeit) -> DigifeudPosition:
    """Return the position after this player lost with a total of 1; the rating counts it, score and strength do not."""
    result = Result(seat.other, FORFEITED[how])
    return replace(position, scores=seat.put(position.scores, 1), result=result)


def _finish(position: DigifeudPosition, scores: tuple[int, int], reason: Sentence) -> DigifeudPosition:
    first, second = scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    return replace(position, scores=scores, result=Result(winner, reason, scores=True))
