"""The chance to win a game of 10 BY 10 that is nearly over, by trying everything through the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from statistics import fmean

from games.rules import Seat, SeededRandom
from games.tenbyten.ai.determinization import unseen
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game


class GoesOn(Exception):
    """Chips from red squares go back into the container, and the game is longer than this search."""


def chances(position: TenByTenPosition) -> dict[Move, float]:
    """Of each legal move with one or two chips in the container: how likely the game is won, a drawn one being half.

    A drawn game that ends the match is won for the player who has won fewer games, and lost for the other. Raises
    GoesOn where that is not settled by this move and the answer to it.
    """
    deals = list(_deals(position))
    known: dict[TenByTenPosition, float] = {}
    return {move: fmean(_after(deal, move, known) for deal in deals) for move in game.legal_moves(position)}


def _deals(position: TenByTenPosition) -> Iterator[TenByTenPosition]:
    """Every hand that the opponent may hold, and every order of the container."""
    hidden = unseen(game.view(position, position.to_move))
    for one, other, *container in set(permutations(hidden)):
        hands = position.to_move.other.put(position.hands, tuple(sorted((one, other))))
        yield replace(position, hands=hands, container=tuple(container))


def _after(deal: TenByTenPosition, move: Move, known: dict[TenByTenPosition, float]) -> float:
    after = game.apply(deal, move, SeededRandom(b""))
    if _is_over(deal, after):
        return _won(after, deal.to_move)
    if after not in known:
        known[after] = _answered(after, deal.to_move)
    return known[after]


def _answered(position: TenByTenPosition, seat: Seat) -> float:
    """The worst for this seat that an answer makes of it; one that goes on does not matter beside one that wins."""
    ends = [game.apply(position, answer, SeededRandom(b"")) for answer in game.legal_moves(position)]
    worst = min((_won(end, seat) for end in ends if _is_over(position, end)), default=1.0)
    if worst and not all(_is_over(position, end) for end in ends):
        raise GoesOn
    return worst


def _is_over(before: TenByTenPosition, after: TenByTenPosition) -> bool:
    """Whether the move in between ended the game."""
    return after.result is not None or after.public.number > before.public.number


def _won(over: TenByTenPosition, seat: Seat) -> float:
    assert over.public.ended is not None
    own, other = over.public.won[seat.index], over.public.won[seat.other.index]
    drawn = 0.5 if over.result is None or own == other else float(own < other)
    return {None: drawn, seat: 1.0}.get(over.public.ended.winner, 0.0)
