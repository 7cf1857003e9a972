"""The computer players, the weakest first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from games.digifeud.ai.endgame import best_moves
from games.digifeud.ai.fast_state import FastState
from games.digifeud.ai.greedy import best_candidate, ordered_moves
from games.digifeud.ai.rollouts import best_by_rollouts, shortlist
from games.digifeud.model.moves import Move
from games.digifeud.model.position import DigifeudView
from games.digifeud.rules import game
from games.rules import AnyBot, Beginner, Bot, MostPoints, SeededRandom, say


@dataclass(frozen=True)
class GreedyBot(Bot[DigifeudView, Move]):
    """Plays the highest static equity: the points now plus the leave value of the tiles kept."""

    level = 3
    name = say("Keeps good tiles")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        """Return the move with the highest equity, the first of equals."""
        state = FastState.from_view(view)
        return state.as_move(best_candidate(state))


@dataclass(frozen=True)
class SearchBot(Bot[DigifeudView, Move]):
    """Plays by Monte Carlo rollouts, and by exact endgame search once the number bag is empty.

    Where the endgame search reaches its node limit, as it often does with more than a dozen number tiles left on the
    racks, rollouts decide between the moves that it has not ruled out.
    """

    level = 4
    name = say("Looks ahead")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        """Return the move that wins most often; it can be a pass."""
        state = FastState.from_view(view)
        found = ordered_moves(state)
        deals = (state.with_tiles_of(game.determinize(view, rng)) for _deal in count())
        if len(found) > 1 and not state.bag:
            found = best_moves(found, deals)
        if len(found) > 1:
            found = [best_by_rollouts(shortlist(found), deals)]
        return state.as_move(found[0])


hasty = GreedyBot()
bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game), hasty, SearchBot())
