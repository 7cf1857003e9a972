"""Carries out a move that was judged: the chip laid, lines captured, the hand refilled, perhaps the end."""

from __future__ import annotations

from dataclasses import replace

from games.rules import PlayedMove, SeededRandom
from games.tenbyten.model.chips import draw, put_back, without
from games.tenbyten.model.game_over import end_by_capturing, end_by_emptying, won_by_capturing
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.model.scoring import haul


def play(position: TenByTenPosition, move: Move, turn: PlayedMove, rng: SeededRandom) -> TenByTenPosition:
    """The position after the move; where that ends a game, the next one dealt or the match over."""
    after = _capture(_lay(position, move, turn), position, move, rng)
    if won_by_capturing(after, turn.seat):
        return end_by_capturing(after, turn.seat, rng)
    if after.container:
        after = _refill(after)
    if not after.container:
        return end_by_emptying(after, rng)
    return replace(after, to_move=turn.seat.other)


def _lay(position: TenByTenPosition, move: Move, turn: PlayedMove) -> TenByTenPosition:
    public = replace(
        position.public,
        grid=position.public.grid.adding(move.square, move.chip).clearing(move.captured),
        turns=position.public.turns + 1,
    )
    hands = turn.seat.put(position.hands, without(position.hand, [move.chip]))
    return replace(position, public=public, hands=hands, last=turn, face_down=())


def _capture(after: TenByTenPosition, before: TenByTenPosition, move: Move, rng: SeededRandom) -> TenByTenPosition:
    """First the chips from red squares go back, by chance; then the bonus chips are drawn."""
    gained, seat = haul(before, move), before.to_move
    bonus, container = draw(put_back(after.container, gained.returned, rng), gained.bonus)
    pile = (*before.public.captured[seat.index], *gained.kept, *bonus)
    public = replace(after.public, captured=seat.put(before.public.captured, pile))
    return replace(after, public=public, container=container, scores=public.counts)


def _refill(position: TenByTenPosition) -> TenByTenPosition:
    drawn, container = draw(position.container, 1)
    hands = position.to_move.put(position.hands, (*position.hand, *drawn))
    return replace(position, hands=hands, container=container)
