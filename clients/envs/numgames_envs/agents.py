"""Two small agents: one plays at random, one has a linear softmax policy that REINFORCE trains in seconds, by seed.

`python -m numgames_envs.agents` trains the second for each game, and prints how often it beats the first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from numgames_envs.matches import AGENTS, Array, Observation, env, games

NORMAL = 1.959964  # standard deviations of a 95 % interval
RATE, DISCOUNT = 0.5, 0.9  # the step of a gradient, and how much the mean of earlier results counts as the baseline


@dataclass
class RandomAgent:
    """Plays a random legal move."""

    random: np.random.Generator

    def choose(self, observation: Observation, info: dict[str, Any]) -> int:
        """Return a random action that the mask allows."""
        return int(self.random.choice(np.flatnonzero(observation["action_mask"])))


@dataclass
class LinearAgent:
    """Draws a move by the softmax of a linear function of its points, among all points of the turn."""

    random: np.random.Generator
    weights: Array = field(default_factory=lambda: np.zeros(2))
    gradients: list[Array] = field(default_factory=list)  # of the logarithm of each choice since the last training

    def choose(self, observation: Observation, info: dict[str, Any]) -> int:
        """Return an action, and remember how its probability depends on the weights."""
        values = features(info["points"])
        shares = values @ self.weights
        shares = np.exp(shares - shares.max())
        shares /= shares.sum()
        action = int(self.random.choice(len(shares), p=shares))
        self.gradients.append(values[action] - shares @ values)
        return action

    def learn(self, reward: float) -> None:
        """Make the choices of the last match likelier by what they won (REINFORCE)."""
        if self.gradients:
            self.weights = self.weights + RATE * reward * np.mean(self.gradients, axis=0)
        self.gradients.clear()


def features(points: Array) -> Array:
    """Return for each move its share of the most points of the turn, and whether it has them."""
    most = max(1, int(points.max()))
    return np.stack([points / most, (points == points.max()).astype(float)], axis=1)


def play(match: AECEnv[str, Observation, int], agents: Sequence[RandomAgent | LinearAgent], seed: int) -> list[float]:
    """Play one match; return the reward of each agent, which have the seats in this order."""
    match.reset(seed=seed)
    rewards = dict.fromkeys(AGENTS, 0.0)
    for agent in match.agent_iter():
        observation, reward, terminated, truncated, info = match.last()
        rewards[agent] += reward
        is_over = terminated or truncated or observation is None
        match.step(None if is_over else agents[AGENTS.index(agent)].choose(observation, info))
    return list(rewards.values())


def trained(game: str, matches: int, seed: int) -> LinearAgent:
    """Return an agent after this many matches against the random one, in both seats by turns."""
    learner, other = LinearAgent(np.random.default_rng(seed)), RandomAgent(np.random.default_rng(seed + 1))
    match, baseline = env(game), 0.0
    for number in range(matches):
        seat = number % 2
        reward = play(match, (learner, other) if seat == 0 else (other, learner), seed=seed + number)[seat]
        learner.learn(reward - baseline)
        baseline = DISCOUNT * baseline + (1 - DISCOUNT) * reward
    return learner


def share_won(game: str, agent: LinearAgent, matches: int, seed: int) -> tuple[float, float, float]:
    """Return the share of points against the random agent, draws as halves, with Wilson's 95 % interval."""
    match, other, won = env(game), RandomAgent(np.random.default_rng(seed)), 0.0
    for number in range(matches):
        seat = number % 2
        won += (1 + play(match, (agent, other) if seat == 0 else (other, agent), seed=seed + number)[seat]) / 2
    rate, square = won / matches, NORMAL**2
    middle = (rate + square / (2 * matches)) / (1 + square / matches)
    half = NORMAL / (1 + square / matches) * math.sqrt(rate * (1 - rate) / matches + square / (4 * matches**2))
    return rate, middle - half, middle + half


def plies_a_second(game: str, matches: int) -> float:
    """Return how many moves a second of CPU time random agents make in this environment."""
    match, random = env(game), RandomAgent(np.random.default_rng(0))
    play(match, (random, random), seed=0)  # what a game prepares for its first match is not counted
    plies, begin = 0, time.process_time()
    for number in range(matches):
        play(match, (random, random), seed=number)
        plies += len(match.unwrapped.played)
    return plies / (time.process_time() - begin)


def main(most: int = 100) -> None:
    """Print the speed of each game, and how an agent does there that was trained for up to `most` matches."""
    for game in games():
        speed = plies_a_second(game, 5)
        matches = max(20, min(most, int(speed)))
        begin = time.process_time()
        agent = trained(game, matches, seed=1)
        seconds = time.process_time() - begin
        rate, low, high = share_won(game, agent, matches, seed=10_000)
        print(
            f"{game}: {speed:.0f} plies a second; trained by {matches} matches in {seconds:.1f} s, it wins "
            f"{rate:.0%} of {matches} ({low:.0%} to {high:.0%})",
            flush=True,
        )


if __name__ == "__main__":
    main()
