"""A match of any game of the catalogue as a PettingZoo AEC environment: information sets by `Game.view`, masked moves.

An action is a place in the list of the legal moves, sorted by notation: the notations of a game are too many to number
(sums of any length), and so a fixed number for each would be mostly masked. `infos[agent]` has the notations and the
points of the moves, in the order of the actions.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel
from platformdirs import user_cache_path

from games import catalogue
from games.rules import AnyGame, Pile, Position, Seat, SeededRandom, Tile, View, tables

Array = NDArray[Any]  # int8 for masks, int64 for all else
Observation = dict[str, Array]

AGENTS = ("player_0", "player_1")  # by seat
MAX_MOVES = 8_192  # legal moves in one turn; of more, evenly spread ones are offered
RACK, PILES = 32, 16  # places in an observation
LARGEST = 1 << 52  # of the numbers in an observation
ILLEGAL = -1.0  # the reward of an action that the mask forbids: it loses

tables.folder = Path(os.environ.get("NUMGAMES_CACHE") or user_cache_path("numgames"))


def games() -> list[str]:
    """Return the names of the games, for `env`."""
    return list(catalogue.games())


def env(game: str, **chosen: Any) -> AECEnv[str, Observation, int]:  # Any: the arguments of MatchEnv
    """Return a match of this game in PettingZoo's usual wrappers; the other arguments are those of `MatchEnv`.

    An action that the mask forbids ends the match: its player gets -1, the opponent 0.
    """
    inner = wrappers.TerminateIllegalWrapper(MatchEnv(game, **chosen), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def parallel_env(game: str, **chosen: Any) -> ParallelEnv[str, Observation, int]:  # Any: see `env`
    """Return the match as a parallel environment, in which both players move in each step, one after the other.

    It suits games in which turns alternate. Forbidden actions count as in `MatchEnv`.
    """
    return aec_to_parallel(MatchEnv(game, **chosen))


@dataclass(frozen=True)
class Turn:
    """The position after some moves, and its legal moves with their notations and points, sorted by notation."""

    position: Position
    moves: tuple[object, ...] = ()
    notations: tuple[str, ...] = ()
    points: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, position: Position, most: int) -> Turn:
        """Return the turn that begins with this position, with `most` of its moves."""
        scored = sorted((game.encode(move), points, move) for move, points in game.scored_moves(position))
        if len(scored) > most:
            scored = [scored[place * len(scored) // most] for place in range(most)]
        notations, points, moves = zip(*scored, strict=True) if scored else ((), (), ())
        return cls(position, moves, notations, points)


class MatchEnv(AECEnv[str, Observation, int]):
    """A match without wrappers. A forbidden action counts from the first move again: the remainder decides.

    Rewards come at the end: 1 for a win, -1 for a loss, 0 for a draw. After `max_cycles` turns of both players the
    match is truncated without rewards. `options` are those of match files, such as `{"hints": "no"}`.
    """

    metadata = {"name": "numgames_v0", "render_modes": [], "is_parallelizable": True}

    def __init__(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        max_cycles: int | None = None,
        max_moves: int = MAX_MOVES,
    ) -> None:
        self.game = catalogue.games()[game]
        self.options = self.game.options_type.read(dict(options or {})).renewed()
        self.max_cycles, self.max_moves = max_cycles, max_moves
        self.render_mode = None
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.display = catalogue.displays()[game]
        start = self.game.setup(self.options, SeededRandom(b""))
        board = self.display.board(self.game.view(start, None))
        self._first_piles = {pile.label for seat in Seat for pile in self.display.piles(self.game.view(start, seat))}
        sizes = {"board": board.rows * board.columns, "rack": RACK, "other_rack": RACK, "held": 2, "scores": 2}
        self.layout = _slices(sizes | {"moves_now": 1, "last": 2, "piles": PILES})
        length = max(part.stop for part in self.layout.values())
        self._spaces = {agent: self._space(length) for agent in AGENTS}
        self._actions = {agent: spaces.Discrete(max_moves) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of `observe`."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the places in the list of legal moves."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another match; `seed` decides all draws of it and of those that follow, None goes on from before."""
        if seed is not None or not hasattr(self, "_random"):
            self._random, _ = seeding.np_random(seed)
        self.match_seed = self._random.bytes(32)
        self.played: list[str] = []
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.show(self.game.setup(self.options, SeededRandom(self.match_seed)))

    def step(self, action: int) -> None:
        """Play the move at this place of the list, for `agent_selection`."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(cast(Any, action))
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        place = int(action) % len(self.turn.moves)
        self.played.append(self.turn.notations[place])
        chance = SeededRandom(self.match_seed, len(self.played))
        self.show(self.game.apply(self.turn.position, self.turn.moves[place], chance))
        if result := self.turn.position.result:
            self.terminations = dict.fromkeys(AGENTS, True)
            if result.winner:
                self.rewards = {AGENTS[result.winner.index]: 1.0, AGENTS[result.winner.other.index]: -1.0}
        elif self.max_cycles and len(self.played) >= 2 * self.max_cycles:
            self.truncations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def view(self, agent: str) -> View:
        """Return the information set of this player, of which `observe` has the numbers."""
        view: View = self.game.view(self.turn.position, tuple(Seat)[AGENTS.index(agent)])
        return view

    def observe(self, agent: str) -> Observation:
        """Return the position as this player sees it, and the mask of the legal moves, empty in the opponent's turn.

        `layout` names the parts of the vector, own ones before those of the opponent. A face is 0 for none, a number
        plus 1, or below 0 for any other (its UTF-8 bytes). A rack that the player may not see is empty. `last` has the
        points and the tiles of the last move, `piles` the counts beside the board.
        """
        display, view = self.display, self.view(agent)
        seat, other = cast(Seat, view.viewer), cast(Seat, view.viewer).other
        values = {
            "board": [face_code(cell.face) for cell in display.board(view).cells],
            "rack": _rack(display.rack(view, seat)),
            "other_rack": _rack(display.rack(view, other)),
            "held": [display.held(view, seat), display.held(view, other)],
            "scores": [view.scores[seat.index], view.scores[other.index]],
            "moves_now": [int(view.my_turn)],
            "last": [view.last.points, len(view.last.squares)] if view.last else [],
            "piles": self._counts(display.piles(view)),
        }
        vector = np.zeros(max(part.stop for part in self.layout.values()), np.int64)
        for name, part in self.layout.items():
            numbers = values[name][: part.stop - part.start]
            vector[part.start : part.start + len(numbers)] = numbers
        mask = np.zeros(self.max_moves, np.int8)
        mask[: len(self.turn.moves) if view.my_turn else 0] = 1
        return {"observation": vector, "action_mask": mask}

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def show(self, position: Position) -> None:
        """Go on from this position; only the player to move is told the legal moves."""
        self.turn = Turn.of(self.game, position, self.max_moves)
        self.agent_selection = AGENTS[position.to_move.index]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.infos[self.agent_selection] = {"moves": self.turn.notations, "points": np.array(self.turn.points, int)}
        self.rewards = dict.fromkeys(AGENTS, 0.0)

    def _counts(self, piles: Sequence[Pile]) -> list[int]:
        """Return the counts of the piles; those that only appear during a match come last, so that places stay."""
        return [pile.count for pile in sorted(piles, key=lambda pile: pile.label not in self._first_piles)]

    def _space(self, length: int) -> spaces.Space[Any]:
        vector = spaces.Box(-LARGEST, LARGEST, (length,), np.int64)
        return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (self.max_moves,), np.int8)})


def face_code(face: str) -> int:
    """Return the number of a face: 0 for none, its value plus 1 for a number, below 0 for any other."""
    if face.isdecimal() and face == str(int(face)):
        return int(face) + 1
    return -int.from_bytes(face.encode(), "big")


def _rack(tiles: Sequence[Tile] | None) -> list[int]:
    return [face_code(tile.face) for tile in tiles or ()]


def _slices(sizes: Mapping[str, int]) -> dict[str, slice]:
    """Return the part of a vector for each name, one after the other."""
    ends = np.cumsum(list(sizes.values()))
    return {name: slice(int(end) - size, int(end)) for (name, size), end in zip(sizes.items(), ends, strict=True)}
