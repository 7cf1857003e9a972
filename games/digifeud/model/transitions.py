"""State transitions: the position after a move that was judged, and the end of a match."""

from __future__ import annotations

from dataclasses import replace

from games.digifeud.model.legality import number_tiles
from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.model.tiles import refill
from games.rules import Forfeit, PlayedMove, Result, Seat, Sentence, say


def after_calculation(position: DigifeudPosition, move: Calculation, turn: PlayedMove) -> DigifeudPosition:
    """Place the tiles, refill the rack and add the points; end the match if the rack has no number tile left."""
    numbers = number_tiles(position.grid, move.squares, move.texts)
    rack, bag = refill(position.rack.without(numbers, [move.operator]), position.bag)
    after = replace(
        _advance(position, turn, passed=False),
        grid=position.grid.with_placed(move.placed_on(position.grid)),
        racks=turn.seat.put(position.racks, rack),
        bag=bag,
    )
    return after if rack.numbers else _end_by_playing_out(after, turn.seat)


def after_pass(position: DigifeudPosition, turn: PlayedMove) -> DigifeudPosition:
    """Return the position after a pass; the same player's second pass in a row ends the match."""
    after = _advance(position, turn, passed=True)
    return _end_by_passing(after, turn.seat) if position.passed[turn.seat.index] else after


def after_forfeit(position: DigifeudPosition, seat: Seat, how: Forfeit) -> DigifeudPosition:
    """End the match as a loss for `seat`, with a total of 1: it counts for the rating, not for score and strength."""
    if how is Forfeit.RESIGNED:
        reason = say("{who} resigned and ends with 1 point. The match does not count for score and strength.", who=seat)
    else:
        reason = say(
            "{who} ran out of time and ends with 1 point. The match does not count for score and strength.", who=seat
        )
    result = Result(seat.other, reason)
    return replace(position, scores=seat.put(position.scores, 1), result=result)


def _advance(position: DigifeudPosition, turn: PlayedMove, *, passed: bool) -> DigifeudPosition:
    """Return the position with the points added and the opponent to move; board and tiles are as before."""
    return replace(
        position,
        to_move=turn.seat.other,
        scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
        last=turn,
        face_down=(),
        passed=turn.seat.put(position.passed, passed),
    )


def _end_by_playing_out(position: DigifeudPosition, seat: Seat) -> DigifeudPosition:
    """End the match: `seat` has no number tile left; the points of the other rack pass to it from the opponent."""
    points = position.racks[seat.other.index].points
    scores = seat.put(position.scores, position.scores[seat.index] + points)
    scores = seat.other.put(scores, scores[seat.other.index] - points)
    reason = say(
        "{who} placed every number tile and takes the points on the other rack: {points}.", who=seat, points=points
    )
    return _finish(position, scores, reason)


def _end_by_passing(position: DigifeudPosition, seat: Seat) -> DigifeudPosition:
    """End the match, in which `seat` passed twice in a row: each player gains the points of the other's rack."""
    second, first = (rack.points for rack in position.racks)
    reason = say(
        "{who} passed twice in a row. Each gets the points left on the other rack: {one} {first}, {other} {second}.",
        who=seat,
        one=Seat.FIRST,
        first=first,
        other=Seat.SECOND,
        second=second,
    )
    return _finish(position, (position.scores[0] + first, position.scores[1] + second), reason)


def _finish(position: DigifeudPosition, scores: tuple[int, int], reason: Sentence) -> DigifeudPosition:
    first, second = scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    return replace(position, scores=scores, result=Result(winner, reason, scores=True))
