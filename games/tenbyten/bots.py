"""The computer players of 10 BY 10, the weakest first, and the rollout bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules import (
    AnyBot,
    Bot,
    Evaluation,
    Evaluator,
    SamplingBot,
    Seat,
    SeededRandom,
    Taste,
    by_chance,
    is_likely,
    say,
)
from games.tenbyten.ai.endgame import proved_wins
from games.tenbyten.ai.evaluation import choose_best, evaluate_quickly, two_ply_value
from games.tenbyten.ai.expectimax import evaluate, search
from games.tenbyten.ai.playouts import judge
from games.tenbyten.ai.reasons import explain as explain
from games.tenbyten.ai.state import FastState, match_win_probability
from games.tenbyten.model.board import CHIPS_TO_WIN, COLOURS
from games.tenbyten.model.moves import Move, Selection
from games.tenbyten.model.position import TenByTenView

LATE = 8  # chips in the container, at most
STRIKING = 4  # chips of a capture that no player overlooks


@dataclass(frozen=True)
class NoviceBot(Bot[TenByTenView, Move]):
    """A weak bot: it sees large captures and few small ones, none of which wins, and else plays at random.

    It always captures if it can take at least `STRIKING` chips, which no player overlooks. `early` is the probability
    of a smaller one, the smallest, in a turn that allows one without winning, and `late` the same while at most `LATE`
    chips are left in the container, when it is often a mistake: fewer captured chips win once the container is empty.
    It counts to ten whatever the handicap, so that it does not avoid captures that win with one.
    """

    level: int
    early: float
    late: float

    name = say("Beginner")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """Return a random large capture, else a random one of the smallest that do not win, or a quiet move."""
        state = FastState.from_view(view)
        if large := [move for move, selection in state.moves() if selection.capture.taken >= STRIKING]:
            return large[rng.below(len(large))]
        own, share = state.race.own, self.late if state.race.container <= LATE else self.early
        gains = {move: state.race.after(selection.capture).own - own for move, selection in state.moves()}
        small = [gain for gain in gains.values() if 0 < gain < CHIPS_TO_WIN - own]
        target = min(small) if small and is_likely(share, rng) else 0
        moves = [move for move, gain in gains.items() if gain == target]
        return moves[rng.below(len(moves))]


Found = tuple[FastState, Move, Selection]


@dataclass(frozen=True)
class SampledTwoPlyBot(SamplingBot[TenByTenView, Move, Found]):
    """A bot that plays the best of a few sampled moves by the win probability after the opponent's expected reply.

    It also sees every capture of at least `STRIKING` chips.
    """

    def is_striking(self, candidate: Found) -> bool:
        return candidate[2].capture.taken >= STRIKING

    def find(self, view: TenByTenView, rng: SeededRandom) -> list[Found]:
        state = FastState.from_view(view)
        return [(state, move, selection) for move, selection in state.moves()]

    def rated(self, candidate: Found) -> tuple[float, Move]:
        _state, move, _selection = candidate
        return two_ply_value(*candidate), move


def takes_colour(found: Found) -> bool:
    """Return whether the move lays its chip on a coloured square."""
    _state, move, _selection = found
    return move.square in COLOURS


@dataclass(frozen=True)
class ExpectimaxBot(Bot[TenByTenView, Move], Evaluator[TenByTenView, Move]):
    """A bot that searches three or four plies by expectimax for the highest win probability."""

    level = 8
    name = say("Looks ahead")
    rollout_plies = 3000

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        return choose_best(search(view), rng)

    def evaluate(self, view: TenByTenView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
        """Return evaluations of the moves of the search and the given ones, with the win probabilities of the match."""
        return _of_match(view, evaluate(view, moves))

    def compare(self, view: TenByTenView, moves: Sequence[Move], rng: SeededRandom) -> list[float]:
        """Return the win probabilities of the match after these moves alone."""
        chances = {one.move: one.chance for one in _of_match(view, evaluate(view, moves, alone=True))}
        return [chances[move] for move in moves]

    def solve_ending(
        self, view: TenByTenView, moves: Sequence[Move], rng: SeededRandom
    ) -> list[Evaluation[Move]] | None:
        """Return the moves that are proved to win the game, and the others with estimates; None beyond the limits."""
        if (proved := proved_wins(FastState.from_view(view))) is None:
            return None
        others = (one for one in evaluate(view, moves) if one.move not in proved)
        return by_chance([*(Evaluation(move, 1.0, 0.0) for move in proved), *others])

    def judge(self, view: TenByTenView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
        """Return the win probabilities of the match after these moves by Monte Carlo tree search."""
        return _of_match(view, judge(view, moves, rng))

    def between_games(self, view: TenByTenView, seat: Seat) -> float:
        """Return the seat's probability of winning the match between two games, if every further game is even."""
        return match_win_probability(view.public.won[seat.index], view.public.won[seat.other.index])


def _of_match(view: TenByTenView, evaluations: Sequence[Evaluation[Move]]) -> list[Evaluation[Move]]:
    """Return the evaluations with win probabilities of the match instead of the game.

    They are linear in each other, between those after a lost and after a won game.
    """
    own, other = view.public.won[view.to_move.index], view.public.won[view.to_move.other.index]
    won, lost = match_win_probability(own + 1, other), match_win_probability(own, other + 1)
    return [
        replace(one, chance=lost + one.chance * (won - lost), error=one.error * (won - lost)) for one in evaluations
    ]


@dataclass(frozen=True)
class FastBot(Bot[TenByTenView, Move]):
    """The rollout bot: a two-ply search of all captures and a sample of the quiet moves (those without capture)."""

    level = 0
    name = say("Hasty")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        return choose_best(evaluate_quickly(view, rng), rng)


fast_bot = FastBot()
# The probabilities and samples make each level win about 75 % of its matches against the one below it, and level 1
# about 67 % against random moves: see docs/strengths.md.
bots: tuple[AnyBot, ...] = (
    NoviceBot(level=1, early=0.2, late=0.6),
    SampledTwoPlyBot(level=2, seen=1.65),
    SampledTwoPlyBot(level=3, seen=3.1, taste=Taste(takes_colour, 0.02), habit=say("Likes the coloured squares.")),
    SampledTwoPlyBot(level=4, seen=6.1),
    SampledTwoPlyBot(level=5, seen=10.4),
    SampledTwoPlyBot(level=6, seen=16.8),
    SampledTwoPlyBot(level=7, seen=40),
    ExpectimaxBot(),
)
