"""The computer players, the weakest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import inf, sqrt

from games.digifeud.ai.endgame import MAX_NODES, best_moves, proved_wins, win_shares
from games.digifeud.ai.evaluation import best_candidate, blanks_spent, ordered_moves, playable
from games.digifeud.ai.reasons import explain as explain
from games.digifeud.ai.rollouts import Estimate, best_by_rollouts, compared, estimates, method, policy_move, shortlist
from games.digifeud.ai.state import LINES, Candidate, FastState, leave_value
from games.digifeud.model.board import BLANK, PREMIUM_SQUARES, RED
from games.digifeud.model.moves import Move, Pass
from games.digifeud.model.position import DigifeudView
from games.digifeud.rules import game
from games.rules import AnyBot, Bot, Evaluation, Evaluator, SamplingBot, SeededRandom, Taste, by_chance, say

PUZZLE_NODES = 100_000  # positions that an endgame search may visit for a puzzle
SOLVED_MOVES = 80  # legal moves up to which all of an ending are searched to the end
# Standard error of a win probability of 1/2 if every possible deal is solved exactly, but operators are hidden: in the
# searches both players know all tiles.
DEALS_ERROR = 0.03

Found = tuple[FastState, Candidate | None]  # None is the pass


@dataclass(frozen=True)
class SampledGreedyBot(SamplingBot[DigifeudView, Move, Found]):
    """Plays the highest-scoring of a few sampled calculations, without regard to its leave but for blanks.

    Even beginners save these: none is spent on fewer points than it is worth, while there is another calculation. It
    passes only if it must, or where it `ends` matches, with a lead that one turn of the opponent will hardly undo.
    """

    ends: bool = False

    def find(self, view: DigifeudView, rng: SeededRandom) -> list[Found]:
        state = FastState.from_view(view)
        if self.ends and policy_move(state) is None:
            return [(state, None)]
        candidates = list(playable(state))
        worth = leave_value(state.arithmetic, BLANK, "")
        thrifty = [one for one in candidates if one.points >= worth * blanks_spent(state, one)]
        return [(state, candidate) for candidate in thrifty or candidates] or [(state, None)]

    def rated(self, rated_move: Found) -> tuple[float, Move]:
        state, candidate = rated_move
        return candidate.points if candidate else 0, state.as_move(candidate)


def takes_red(found: Found) -> bool:
    """Return whether the move covers a red square."""
    state, candidate = found
    line = LINES[candidate.line] if candidate else None
    return line is not None and any(
        not state.faces[index] and PREMIUM_SQUARES.get(square) == RED
        for square, index in zip(line.squares, line.indices, strict=True)
    )


@dataclass(frozen=True)
class StaticEquityBot(Bot[DigifeudView, Move]):
    """Plays the highest static equity: the points now plus the leave value of the tiles kept."""

    level = 0
    name = say("Keeps good tiles")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        state = FastState.from_view(view)
        return state.as_move(best_candidate(state))


@dataclass(frozen=True)
class RolloutBot(Bot[DigifeudView, Move]):
    """Plays the highest static equity, and passes with a lead that one turn of the opponent will hardly undo."""

    level = 0
    name = say("Keeps good tiles")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        state = FastState.from_view(view).with_tiles_of(game.determinize(view, rng))
        return state.as_move(policy_move(state))


@dataclass(frozen=True)
class SearchBot(Bot[DigifeudView, Move], Evaluator[DigifeudView, Move]):
    """Plays by Monte Carlo rollouts, and by exact endgame search once the number bag is empty.

    If the endgame search reaches its node limit, which it often does with more than a dozen number tiles left on the
    racks, rollouts decide between the moves that it has not ruled out. The deals of the rollouts and the node limit are
    halved `halvings` times, see `method`.
    """

    level: int = 8
    halvings: int = 0

    name = say("Looks ahead")
    rollout_plies = 4000

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        """Return the move with the highest estimated win probability; it can be a pass."""
        state = FastState.from_view(view)
        candidates = ordered_moves(state)
        deals = _deals(state, view, rng)
        if len(candidates) > 1 and not state.bag:
            candidates = best_moves(candidates, deals, self.halvings)
        if len(candidates) > 1:
            rounds, judge = method(state, self.halvings)
            candidates = [best_by_rollouts(shortlist(candidates), deals, rounds, judge, self.halvings)]
        return state.as_move(candidates[0])

    def hurried(self, halvings: int) -> SearchBot:
        return replace(self, halvings=self.halvings + halvings)

    def evaluate(self, view: DigifeudView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
        """Return evaluations of the search's candidates and the given moves; exact in a solved endgame without bag.

        Candidates do not say which digits are blanks, so a given move is matched by its equation and place.
        """
        state = FastState.from_view(view)
        candidates = ordered_moves(state)
        by_move, targets = _targets(state, candidates, moves)
        weighed = targets + [candidate for candidate in shortlist(candidates) if candidate not in targets]
        all_by_move = by_move | {
            state.as_move(candidate): candidate for candidate in weighed if candidate not in targets
        }
        # By endgame search where that is possible, else by rollouts
        found_estimates = None if state.bag else _searched(state, view, weighed, rng)
        if found_estimates is None:
            found_estimates = estimates(weighed, _deals(state, view, rng), len(targets))
        return by_chance([Evaluation(move, *found_estimates[weighed.index(one)]) for move, one in all_by_move.items()])

    def compare(self, view: DigifeudView, moves: Sequence[Move], rng: SeededRandom) -> list[float]:
        """Return the chances of these moves alone, by endgame search or fewer rollouts than in `evaluate`."""
        state = FastState.from_view(view)
        by_move, targets = _targets(state, ordered_moves(state), moves)
        solved = None if state.bag else win_shares(targets, _deals(state, view, rng))
        shares = solved[0] if solved else compared(targets, _deals(state, view, rng))
        chances = dict(zip(targets, shares, strict=True))
        return [chances[by_move[move]] for move in moves]

    def trusts_estimates(self, view: DigifeudView) -> bool:
        """Return whether the number bag has tiles: after that passes decide, and rollouts do not look ahead to them."""
        return view.bag.numbers > 0

    def search_through(
        self, view: DigifeudView, moves: Sequence[Move], rng: SeededRandom
    ) -> list[Evaluation[Move]] | None:
        """Return these moves by an endgame search that takes a few seconds at most; None where it would take longer."""
        state = FastState.from_view(view)
        by_move, targets = _targets(state, ordered_moves(state), moves)
        if (evaluations := _searched(state, view, targets, rng, PUZZLE_NODES)) is None:
            return None
        estimate_of = dict(zip(targets, evaluations, strict=True))
        return by_chance([Evaluation(move, *estimate_of[one]) for move, one in by_move.items()])

    def solve_ending(
        self, view: DigifeudView, moves: Sequence[Move], rng: SeededRandom
    ) -> list[Evaluation[Move]] | None:
        """Return the moves once the number bag is empty, if the endgame search takes all of them to the end."""
        state = FastState.from_view(view)
        if state.bag or len(moves) > SOLVED_MOVES:
            return None
        by_move, targets = _targets(state, ordered_moves(state), moves)
        proved = proved_wins(targets, next(_deals(state, view, rng)))
        solved = proved and win_shares(targets, _deals(state, view, rng))
        if not (proved and solved):
            return None
        shares, deals = solved
        errors = [0.0 if deals == 1 or wins else DEALS_ERROR for wins in proved]
        results = dict(zip(targets, zip(shares, errors, strict=True), strict=True))
        return by_chance([Evaluation(move, *results[one]) for move, one in by_move.items()])


def _searched(
    state: FastState,
    view: DigifeudView,
    moves: list[Candidate | None],
    rng: SeededRandom,
    nodes: int = MAX_NODES,
) -> list[Estimate] | None:
    """Return the estimates of these moves by endgame search in all deals; None if it visits more than `nodes`."""
    if not (wins := win_shares(moves, _deals(state, view, rng), nodes)):
        return None
    shares, deals = wins
    error = 0.0 if deals == 1 else DEALS_ERROR
    return [Estimate(share, 2 * error * sqrt(share * (1 - share))) for share in shares]


def _targets(
    state: FastState, candidates: Sequence[Candidate | None], moves: Sequence[Move]
) -> tuple[dict[Move, Candidate | None], list[Candidate | None]]:
    """Return the candidate of each move, and these candidates, each once."""
    by_tiles = {_without_blanks(state.as_move(candidate)): candidate for candidate in candidates}
    by_move = {move: by_tiles[_without_blanks(move)] for move in moves}
    return by_move, list(dict.fromkeys(by_move.values()))


def _deals(state: FastState, view: DigifeudView, rng: SeededRandom) -> Iterator[FastState]:
    """Yield determinizations of the state, without end."""
    return (state.with_tiles_of(game.determinize(view, rng)) for _deal in count())


def _without_blanks(move: Move) -> Move:
    """Return the calculation as if no tile were a blank, as candidates describe it."""
    if isinstance(move, Pass):
        return move
    first, second, outcome = (text.replace(BLANK, "") for text in (move.first, move.second, move.outcome))
    return move._replace(first=first, second=second, outcome=outcome)


fast_bot, rollout_bot = StaticEquityBot(), RolloutBot()
# The samples and the halved search make each level win 60 to 75 % of its matches against the one below it, with the
# usual options: see docs/strengths.md.
bots: tuple[AnyBot, ...] = (
    SampledGreedyBot(level=1, seen=1.1),
    SampledGreedyBot(level=2, seen=2.07),
    SampledGreedyBot(level=3, seen=3.75),
    SampledGreedyBot(level=4, seen=8.4, taste=Taste(takes_red, 8), habit=say("Takes the red squares before you do.")),
    SampledGreedyBot(level=5, seen=18),
    SampledGreedyBot(level=6, seen=inf, ends=True, habit=say("Passes to end a match that it leads.")),
    SearchBot(level=7, halvings=3),
    SearchBot(),
)
