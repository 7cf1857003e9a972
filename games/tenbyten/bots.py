"""The computer players of 10 BY 10."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules import AnyBot, Bot, Evaluation, Evaluator, MostPoints, Seat, SeededRandom, say
from games.tenbyten.ai.evaluation import choose_best, evaluate_by_chips, evaluate_quickly
from games.tenbyten.ai.expectimax import evaluate, search
from games.tenbyten.ai.win_probability import match_win_probability
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView
from games.tenbyten.rules import game

CAPTURE_INTERVAL = 3  # the beginner captures in one turn of this many, on average


@dataclass(frozen=True)
class Novice(Bot[TenByTenView, Move]):
    """A bot that plays random quiet moves, and now and then the smallest capture.

    `games.rules.Beginner` would never capture, which is no weakness here: fewer captured chips win when the container
    runs empty.
    """

    level = 1
    name = say("Beginner")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """Return a random smallest capture in one turn of three, otherwise a random move that captures nothing."""
        scored = list(game.scored_moves(game.determinize(view, rng)))
        captures = [points for _move, points in scored if points]
        wanted = min(captures) if captures and not rng.below(CAPTURE_INTERVAL) else 0
        moves = [move for move, points in scored if points == wanted]
        return moves[rng.below(len(moves))]


@dataclass(frozen=True)
class Careful(Bot[TenByTenView, Move]):
    """A bot that takes many chips and leaves few: a two-ply search that counts chips."""

    level = 3
    name = say("Careful")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """Return the move with the most captured chips minus those of the expected best reply."""
        return choose_best(evaluate_by_chips(view), rng)


@dataclass(frozen=True)
class LooksAhead(Bot[TenByTenView, Move], Evaluator[TenByTenView, Move]):
    """A bot that searches three plies by expectimax for the highest win probability."""

    level = 4
    name = say("Looks ahead")
    rollout_plies = 3000

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """Return the move with the highest win probability."""
        return choose_best(search(view), rng)

    def evaluate(self, view: TenByTenView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
        """Return the moves of the search and the given ones, with the winning chances of the match."""
        own, other = view.public.won[view.to_move.index], view.public.won[view.to_move.other.index]
        won, lost = match_win_probability(own + 1, other), match_win_probability(own, other + 1)
        return [
            replace(one, chance=lost + one.chance * (won - lost), error=one.error * (won - lost))
            for one in evaluate(view, moves)
        ]

    def between_games(self, view: TenByTenView, seat: Seat) -> float:
        """Return the seat's chance to win the match: the coming games are as likely won as lost."""
        return match_win_probability(view.public.won[seat.index], view.public.won[seat.other.index])


@dataclass(frozen=True)
class Hasty(Bot[TenByTenView, Move]):
    """The rollout bot: a two-ply search of all captures and a sample of the quiet moves."""

    level = 0
    name = say("Hasty")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """Return the best of the captures and a sample of the quiet moves."""
        return choose_best(evaluate_quickly(view, rng), rng)


hasty = Hasty()
bots: tuple[AnyBot, ...] = (Novice(), MostPoints(game), Careful(), LooksAhead())
