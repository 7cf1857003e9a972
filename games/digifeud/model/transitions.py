"""Carries out a move that was judged."""

from __future__ import annotations

from dataclasses import replace

from games.digifeud.model.game_over import end_by_passing, end_by_playing_out
from games.digifeud.model.legality import number_tiles
from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.model.tiles import top_up
from games.rules import PlayedMove


def lay(position: DigifeudPosition, move: Calculation, turn: PlayedMove) -> DigifeudPosition:
    """The position after a calculation: tiles laid, rack topped up, points counted, perhaps the end."""
    numbers = number_tiles(position.grid, move.squares, move.texts)
    rack, bag = top_up(position.rack.without(numbers, [move.operator]), position.bag)
    after = replace(
        _next(position, turn, passed=False),
        grid=position.grid.adding(move.laid_on(position.grid)),
        racks=turn.seat.put(position.racks, rack),
        bag=bag,
    )
    return after if rack.numbers else end_by_playing_out(after, turn.seat)


def skip(position: DigifeudPosition, turn: PlayedMove) -> DigifeudPosition:
    """The position after a pass; the second in a row of the same player ends the match."""
    after = _next(position, turn, passed=True)
    return end_by_passing(after) if position.passed[turn.seat.index] else after


def _next(position: DigifeudPosition, turn: PlayedMove, *, passed: bool) -> DigifeudPosition:
    return replace(
        position,
        to_move=turn.seat.other,
        scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
        last=turn,
        face_down=(),
        passed=turn.seat.put(position.passed, passed),
    )
