"""Exhaustive expectimax over the rules of 10 BY 10: the oracle for the computer players' endgame search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from statistics import fmean

from games.rules import Seat, SeededRandom
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game


class TooDeep(Exception):
    """Chips from red squares return to the container, so that the game is longer than this search."""


def win_probabilities(position: TenByTenPosition) -> dict[Move, float]:
    """Return the win probability of each legal move with one or two chips in the container.

    A drawn game counts one half; if it ends the match, it is a win for the player who has won fewer games and a loss
    for the other. Raises TooDeep if the game is not decided by the move and the reply to it.
    """
    deals = list(_deals(position))
    cache: dict[TenByTenPosition, float] = {}
    return {move: fmean(_after(deal, move, cache) for deal in deals) for move in game.legal_moves(position)}


def _deals(position: TenByTenPosition) -> Iterator[TenByTenPosition]:
    """Generate every possible hand of the opponent with every order of the container."""
    hidden = game.view(position, position.to_move).unseen
    for one, other, *container in set(permutations(hidden)):
        hands = position.to_move.other.put(position.hands, tuple(sorted((one, other))))
        yield replace(position, hands=hands, container=tuple(container))


def _after(deal: TenByTenPosition, move: Move, cache: dict[TenByTenPosition, float]) -> float:
    after = game.apply(deal, move, SeededRandom(b""))
    if _is_over(deal, after):
        return _value(after, deal.to_move)
    if after not in cache:
        cache[after] = _after_reply(after, deal.to_move)
    return cache[after]


def _after_reply(position: TenByTenPosition, seat: Seat) -> float:
    """Return the lowest value for the seat over all replies; raises TooDeep unless a reply wins or all end the game."""
    ends = [game.apply(position, reply, SeededRandom(b"")) for reply in game.legal_moves(position)]
    worst = min((_value(end, seat) for end in ends if _is_over(position, end)), default=1.0)
    if worst and not all(_is_over(position, end) for end in ends):
        raise TooDeep
    return worst


def _is_over(before: TenByTenPosition, after: TenByTenPosition) -> bool:
    """Return whether the move between the two positions ended the game."""
    return after.result is not None or after.public.number > before.public.number


def _value(over: TenByTenPosition, seat: Seat) -> float:
    assert over.public.last_game is not None
    own, other = over.public.won[seat.index], over.public.won[seat.other.index]
    drawn = 0.5 if over.result is None or own == other else float(own < other)
    return {None: drawn, seat: 1.0}.get(over.public.last_game.winner, 0.0)
