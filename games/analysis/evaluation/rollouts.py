"""Rollouts: play a position to its end several times with a fast bot; and the sizes of samples.

Samples are counted in draws and moves, never in time, so that results are reproducible.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from games.rules import AnyBot, AnyGame, Position, Seat, SeededRandom

DRAWS = 12  # sampled draws with which a real draw is compared
PLIES = 1200  # moves of all rollouts of a match together
ENDS = (2, 24)  # the minimum and maximum number of rollouts after a turn
LONGEST = 150  # moves of a rollout, after which the current scores count


def plies_for(turns: int) -> int:
    """Return the budget of rollout moves after one turn, in a match of this many turns."""
    return PLIES // (turns + 1)


def rng_for(match: str, what: str, ply: int, number: int) -> SeededRandom:
    """Return the random generator of one sample, derived from the match's public id and independent of its seed.

    `what` names the purpose, `ply` the turn and `number` the sample.
    """
    return SeededRandom(hashlib.sha256(f"{what} {number} of {match}".encode()).digest(), ply)


@dataclass(frozen=True)
class Endings:
    """The rollouts after a turn: the first player's final leads, the points of each first move, whether scores fell.

    Scores fall when a new game of the match begins (`falls`).
    """

    leads: tuple[int, ...] = ()
    openings: tuple[int, ...] = ()
    resets: bool = False


def play_outs(game: AnyGame, bot: AnyBot, position: Position, match: str, ply: int, plies: int) -> Endings:
    """Play rollouts from this position as spectators see it, each from a new determinization; return their ends.

    The bot plays both sides. Rollouts are played until `plies` moves are spent, within `ENDS`.
    """
    fewest, most = ENDS
    leads: list[int] = []
    openings: list[int] = []
    fell = False
    while (number := len(leads)) < fewest or (plies > 0 and number < most):
        here: Position = game.determinize(game.view(position, None), rng_for(match, "deal", ply, number))
        moves, opening = 0, 0
        while here.result is None and moves < LONGEST:
            rng = rng_for(match, f"move {moves} after {ply}", ply, number)
            before, move = here, bot.choose(game.view(here, here.to_move), rng)
            here = game.apply(before, move, rng)
            if moves == 0 and here.last:
                opening = here.last.points
            fell, moves = fell or falls(before, here), moves + 1
        plies -= moves
        leads.append(lead_of(here))
        openings.append(opening)
    return Endings(tuple(leads), tuple(openings), fell)


def lead_of(position: Position) -> int:
    """Return the first player's lead in points; a winner without a lead counts as one point ahead."""
    lead = position.scores[0] - position.scores[1]
    winner = position.result.winner if position.result else None
    if winner is None:
        return 0 if position.result else lead
    sign = 1 if winner is Seat.FIRST else -1
    return sign * max(1, sign * lead)


def falls(before: Position, after: Position) -> bool:
    """Return whether the move removed points without ending the match: a new game began."""
    return after.result is None and any(now < then for now, then in zip(after.scores, before.scores, strict=True))
