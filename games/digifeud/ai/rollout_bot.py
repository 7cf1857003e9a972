"""The policy of rollouts to the end of a match: greedy, but a leader passes if that wins more often.

Two passes in a row end the match after one more turn of the opponent, so a lead is worth more than greedy play to the
last tile would suggest.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.ai.candidates import Candidate
from games.digifeud.ai.determinization import determinize
from games.digifeud.ai.fast_state import FastState
from games.digifeud.ai.greedy import best_candidate
from games.digifeud.ai.win_probability import normal_cdf, points_per_turn, win_probability
from games.digifeud.model.moves import Move
from games.digifeud.model.position import DigifeudView
from games.rules import Bot, SeededRandom, say


@dataclass(frozen=True)
class RolloutBot(Bot[DigifeudView, Move]):
    """Plays the highest static equity, and passes with a lead that one turn of the opponent will hardly undo."""

    level = 0
    name = say("Keeps good tiles")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        """Return the policy's move in a random determinization of the view."""
        state = FastState.from_view(view).with_tiles_of(determinize(view, rng))
        return state.as_move(policy_move(state))


def policy_move(state: FastState) -> Candidate | None:
    """Return the mover's greedy candidate, or None to pass if that wins at once or with a higher probability."""
    seat = state.mover
    best, lead = best_candidate(state), state.lead_after_passing(seat)
    if best is None or lead <= 0 or state.passed[seat]:
        return None if lead > 0 else best
    after = state.copy()
    after.play(best)
    return None if _chance_after_pass(state, lead) > win_probability(after, seat) else best


def _chance_after_pass(state: FastState, lead: int) -> float:
    """Return the probability that the lead survives the opponent's one turn between the mover's two passes."""
    mean, deviation = points_per_turn(state.direction_count, state.operator_set)
    return normal_cdf((lead - mean) / deviation)
