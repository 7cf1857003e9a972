"""The computer players of Summy, the weakest first, and the rollout bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

from games.rules import AnyBot, Bot, Evaluation, Evaluator, SamplingBot, SeededRandom, Taste, by_chance, is_likely, say
from games.summy.ai.candidates import best_short_sum
from games.summy.ai.endgame import SAMPLES, best_move, win_shares
from games.summy.ai.evaluation import best_swap, estimated_chances, evaluate_moves, evaluate_swaps
from games.summy.ai.reasons import explain as explain
from games.summy.model.board import HAND_SIZE
from games.summy.model.movegen import scored_sums
from games.summy.model.moves import Move, Sum
from games.summy.model.position import SummyView
from games.summy.rules import game

CANDIDATES = 12  # moves that are evaluated, at least
SOLVED_MOVES = 400  # legal moves up to which all of an endgame are searched


@dataclass(frozen=True)
class ShortSumBot(SamplingBot[SummyView, Move, tuple[Move, float]]):
    """Plays the highest-scoring of a sample of the short sums, without regard to its leave.

    A sum is short if it takes at most `pieces` pieces from the hand; a fractional limit is rounded up with the
    probability of its fraction. If there is none, the limit is raised until there is one. It exchanges only if it has
    no sum at all, and then keeps the best pieces of a sample of the exchanges.
    """

    pieces: float

    def find(self, view: SummyView, rng: SeededRandom) -> list[tuple[Move, float]]:
        position = game.determinize(view, rng)
        whole = int(self.pieces)
        for most in range(whole + is_likely(self.pieces - whole, rng), HAND_SIZE + 1):
            if sums := list[tuple[Move, float]](scored_sums(position.grid, position.hand, most)):
                return sums
        return [(exchange.move, exchange.value) for exchange in evaluate_swaps(position)]

    def rated(self, candidate: tuple[Move, float]) -> tuple[float, Move]:
        move, value = candidate
        return value, move


def multiplies(found: tuple[Move, float]) -> bool:
    """Return whether the move is a sum with a multiplication."""
    move, _value = found
    return isinstance(move, Sum) and "x" in move.text


@dataclass(frozen=True)
class ValueBot(Bot[SummyView, Move], Evaluator[SummyView, Move]):
    """Plays the move with the highest points plus leave value, and searches the endgame once the stock is empty."""

    level = 8
    name = say("Keeps good pieces")
    rollout_plies = 900

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        if view.stock_count or view.finished:
            return evaluate_moves(game.determinize(view, rng))[0].move
        return best_move(view, rng)

    def evaluate(self, view: SummyView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
        """Return evaluations of the best moves and the given ones; exact in a solved endgame."""
        if view.stock_count or view.finished:
            return estimated_chances(game.determinize(view, rng), moves, CANDIDATES)
        shares = win_shares(view, moves, rng)
        return by_chance(
            [Evaluation(move, one.share, 0.0 if one.is_exact else 0.5 / sqrt(SAMPLES)) for move, one in shares.items()]
        )

    def solve_ending(self, view: SummyView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]] | None:
        """Return the moves in an endgame with known hands; None if one of the moves cannot be searched to the end."""
        if view.stock_count or view.exchanged_counts[view.to_move.other.index] or len(moves) > SOLVED_MOVES:
            return None
        evaluations = self.evaluate(view, moves, rng)
        return None if any(one.error for one in evaluations) else evaluations


@dataclass(frozen=True)
class FastBot(Bot[SummyView, Move]):
    """The rollout bot: greedy over sums of up to nine pieces, in a millisecond or two."""

    level = 0
    name = say("Hasty")

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """Return the highest-scoring short sum, or the best exchange if there is none."""
        return best_short_sum(view.grid, view.hand or ()) or best_swap(game.determinize(view, rng)).move


fast_bot = FastBot()
# The limits make each level win about 68 % of its matches against the one below it: see docs/strengths.md.
bots: tuple[AnyBot, ...] = (
    ShortSumBot(level=1, pieces=3, seen=1),
    ShortSumBot(level=2, pieces=3, seen=4),
    ShortSumBot(level=3, pieces=3.6, seen=inf, taste=Taste(multiplies, 8), habit=say("Loves multiplying.")),
    ShortSumBot(level=4, pieces=4.2, seen=inf),
    ShortSumBot(level=5, pieces=4.7, seen=inf),
    ShortSumBot(level=6, pieces=5.35, seen=inf),
    ShortSumBot(level=7, pieces=6.3, seen=inf),
    ValueBot(),
)
