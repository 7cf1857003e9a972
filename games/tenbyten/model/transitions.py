"""State transitions: the position after a judged move, the refill of the hand, and the deal of the next game."""

from __future__ import annotations

from dataclasses import replace

from games.rules import PlayedMove, SeededRandom, subtract
from games.tenbyten.model.chips import draw, put_back
from games.tenbyten.model.game_over import end_by_capture, end_by_empty_container, has_won_by_capture
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition, initial_position
from games.tenbyten.model.scoring import capture_outcome


def apply_move(position: TenByTenPosition, move: Move, turn: PlayedMove, rng: SeededRandom) -> TenByTenPosition:
    """Return the position after a judged move; if it ends a game, the next game is dealt or the match is over."""
    after = _capture(_place_chip(position, move, turn), position, move, rng)
    if has_won_by_capture(after, turn.seat):
        return _next_game(end_by_capture(after, turn.seat), rng)
    if after.container:
        after = _refill(after)
    if not after.container:
        return _next_game(end_by_empty_container(after), rng)
    return replace(after, to_move=turn.seat.other)


def _place_chip(position: TenByTenPosition, move: Move, turn: PlayedMove) -> TenByTenPosition:
    """Move the chip from the hand to the board, and take the captured chips off the board."""
    public = replace(
        position.public,
        grid=position.public.grid.with_chip(move.square, move.chip).without(move.captured),
        turns=position.public.turns + 1,
    )
    hands = turn.seat.put(position.hands, subtract(position.hand, [move.chip]))
    return replace(position, public=public, hands=hands, last=turn, face_down=())


def _capture(after: TenByTenPosition, before: TenByTenPosition, move: Move, rng: SeededRandom) -> TenByTenPosition:
    """Insert chips from red squares into the container at random, draw the bonus chips, add the captured ones."""
    outcome, seat = capture_outcome(before, move), before.to_move
    bonus, container = draw(put_back(after.container, outcome.returned, rng), outcome.bonus)
    pile = (*before.public.captured[seat.index], *outcome.kept, *bonus)
    public = replace(after.public, captured=seat.put(before.public.captured, pile))
    return replace(after, public=public, container=container, scores=public.capture_counts)


def _refill(position: TenByTenPosition) -> TenByTenPosition:
    """Draw one chip for the player who has moved."""
    chips, container = draw(position.container, 1)
    hands = position.to_move.put(position.hands, (*position.hand, *chips))
    return replace(position, hands=hands, container=container)


def _next_game(over: TenByTenPosition, rng: SeededRandom) -> TenByTenPosition:
    """Deal the next game unless the match is over.

    The winner of the finished game starts; after a drawn game, the player who did not start that one.
    """
    if over.result:
        return over
    dealt, last_game = initial_position(over.options, rng), over.public.last_game
    starter = over.public.starter.other
    if last_game and last_game.winner:
        starter = last_game.winner
    public = replace(
        dealt.public,
        number=over.public.number + 1,
        starter=starter,
        won=over.public.won,
        drawn=over.public.drawn,
        drawn_in_a_row=over.public.drawn_in_a_row,
        last_game=last_game,
    )
    return replace(dealt, public=public, to_move=starter, last=over.last, face_down=())
