"""The environments for learning: PettingZoo's own tests, what players may not see, and agents that finish matches."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from numgames_envs import MatchEnv, env, parallel_env
from numgames_envs.agents import LinearAgent, RandomAgent, play, plies_a_second, share_won, trained
from numgames_envs.matches import AGENTS, face_code
from pettingzoo import ParallelEnv
from pettingzoo.test import api_test, max_cycles_test, seed_test

from games.catalogue import game_folders
from games.matches.files.exports import verify
from games.matches.files.transcript import read
from games.rules import Seat, SeededRandom

HOME = Path(__file__).parents[2]
Environment = TypeVar("Environment", MatchEnv, ParallelEnv[str, Any, int])  # Any: as declared there
WITHOUT_DJANGO = """
import sys
sys.modules["django"] = None  # an import of it fails
from numgames_envs import env, games
from numgames_envs.agents import RandomAgent, play
import numpy
agent = RandomAgent(numpy.random.default_rng(1))
for game in games():
    play(env(game, max_cycles=2), (agent, agent), seed=1)
print(*games())
"""


PUBLISHED = [folder.name for folder in game_folders(["games"])]


@pytest.fixture(params=PUBLISHED)
def game(request: pytest.FixtureRequest) -> str:
    """Return each game that the repository brings."""
    return cast(str, request.param)


def random_agent() -> RandomAgent:
    return RandomAgent(np.random.default_rng(1))


def test_it_keeps_the_contract_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # it is a dictionary with a mask
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(env(game), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def test_equal_seeds_are_equal_matches(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=30)


def seeded(match: Environment) -> Environment:
    """Have all draws and chosen actions follow from a seed with which no match ends after a few turns."""
    match.reset(seed=3)
    for number, agent in enumerate(AGENTS):
        match.action_space(agent).seed(number)
    return match


def test_a_match_ends_after_the_given_cycles(game: str) -> None:
    module = SimpleNamespace(
        env=lambda **chosen: seeded(MatchEnv(game, **chosen)),
        parallel_env=lambda **chosen: seeded(parallel_env(game, **chosen)),
    )
    max_cycles_test(module)


def test_players_learn_nothing_of_hidden_tiles_until_the_end(game: str) -> None:
    match, random, others = MatchEnv(game), random_agent(), 0
    match.reset(seed=3)
    while not (position := match.turn.position).result:
        for agent in AGENTS:
            before = match.observe(agent), match.infos[agent]
            # Another deal of all that this player may not see
            match.show(match.game.determinize(match.view(agent), SeededRandom(b"other", len(match.played))))
            others += match.turn.position != position
            assert data_equivalence((match.observe(agent), match.infos[agent]), before)
            match.show(position)
        match.step(random.choose(match.observe(match.agent_selection), {}))
    assert others
    theirs, mine = (match.layout[name] for name in ("other_rack", "rack"))
    vectors = [match.observe(agent)["observation"] for agent in AGENTS]
    assert np.array_equal(vectors[0][theirs], vectors[1][mine])
    assert np.array_equal(vectors[1][theirs], vectors[0][mine])


def test_the_opponents_tiles_are_not_in_an_observation_while_they_are_hidden(game: str) -> None:
    match = MatchEnv(game)
    match.reset(seed=3)
    first, second = (match.observe(agent) for agent in AGENTS)
    assert second["action_mask"].sum() == 0
    if match.display.rack(match.view(AGENTS[0]), Seat.SECOND) is None:
        assert not first["observation"][match.layout["other_rack"]].any()
    assert "moves" not in match.infos[AGENTS[1]]


def test_a_forbidden_action_loses() -> None:
    match = env("sudoku")
    match.reset(seed=1)
    match.step(match.action_space("player_0").n - 1)
    assert match.unwrapped.rewards == {"player_0": -1.0, "player_1": 0}


def test_a_match_replays_as_a_file_of_the_site(game: str) -> None:
    match, random = env(game).unwrapped, random_agent()
    play(match, (random, random), seed=5)
    assert isinstance(match, MatchEnv)
    position, secret = match.turn.position, match.match_seed
    assert position.result
    winner = position.result.winner
    header = {
        "Format": "numgames-match-1",
        "Game": game,
        "Match": "0123456789",
        "First": "anna",
        "Second": "bob",
        "Options": " ".join(f"{name}={value}" for name, value in match.options.data().items()),
        "Pace": "3d",
        "Rated": "no",
        "Started": "2026-03-01T12:00:00+00:00",
        "Points": "{}:{}".format(*position.scores),
        "Seal": hashlib.sha256(secret).hexdigest(),
        "Finished": "2026-03-02T12:00:00+00:00",
        "Ending": "played",
        "Winner": "draw" if winner is None else ("first", "second")[winner.index],
        "Seed": secret.hex(),
        "Rules": str(match.game.rules_version),
    }
    lines = [f"[{name} {value}]" for name, value in header.items()]
    moves = [f"{number}. {text}" for number, text in enumerate(match.played, 1)]
    assert verify(read("\n".join([*lines, "", *moves]))).position == position


def test_of_too_many_moves_evenly_spread_ones_are_offered() -> None:
    every, few = MatchEnv("sudoku"), MatchEnv("sudoku", max_moves=7)
    every.reset(seed=1)
    few.reset(seed=1)
    assert few.observe("player_0")["action_mask"].tolist() == [1] * 7
    many = every.turn.notations
    assert few.turn.notations == tuple(many[place * len(many) // 7] for place in range(7))


def test_faces_have_different_numbers() -> None:
    faces = ["", "0", "1", "10", "00", "+", "-", "?", "?1"]
    assert [face_code(face) for face in faces[:4]] == [0, 1, 2, 11]
    assert len({face_code(face) for face in faces}) == len(faces)


@pytest.mark.thorough
@pytest.mark.slow
def test_agents_finish_matches_and_the_trained_one_beats_chance() -> None:
    agent = trained("sudoku", 60, seed=1)
    assert np.array_equal(agent.weights, trained("sudoku", 60, seed=1).weights)
    _rate, low, _high = share_won("sudoku", agent, 60, seed=1_000)
    assert low > 0.6
    untrained, low, high = share_won("sudoku", LinearAgent(np.random.default_rng(1)), 60, seed=1_000)
    assert low < 0.5 < high, untrained


def test_the_speed_is_that_of_whole_matches() -> None:
    assert plies_a_second("sudoku", 1) > 0


@pytest.mark.thorough
@pytest.mark.slow
def test_it_needs_no_django_and_keeps_tables_in_its_cache(tmp_path: Path) -> None:
    places = {"PYTHONPATH": f"{HOME}:{HOME / 'clients' / 'envs'}", "NUMGAMES_CACHE": str(tmp_path / "cache")}
    plain = {
        name: value for name, value in os.environ.items() if name not in ("DJANGO_SETTINGS_MODULE", "GAME_PACKAGES")
    }
    command = [sys.executable, "-c", WITHOUT_DJANGO]
    answer = subprocess.run(command, env=plain | places, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert answer.stdout.split() == PUBLISHED
    assert list((tmp_path / "cache").iterdir())


def test_the_example_of_the_readme_runs() -> None:
    readme = (HOME / "clients" / "envs" / "README.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    result: dict[str, Any] = {}
    exec(code, result)  # noqa: S102
    assert result["match"].unwrapped.played
