"""Makes the pairings of a whole event again from its published seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from games.events.pairing import arena, knockout, round_robin, swiss
from games.events.pairing.values import Entrant, Pair, Result


@dataclass(frozen=True)
class RoundRobin:
    """A round robin as published: the players, and the pairs of each round."""

    players: tuple[int, ...]
    rounds: tuple[tuple[Pair, ...], ...]


@dataclass(frozen=True)
class SwissRound:
    """A round of a Swiss system as published: who was present, the pairs, and their results with those of byes."""

    entrants: tuple[Entrant, ...]
    pairs: tuple[Pair, ...]
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Wave:
    """A wave of an arena as published: its number, who waited, how many were playing, and the pairs."""

    number: int
    waiting: tuple[arena.Waiting, ...]
    playing: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Knockout:
    """A knock-out as published: the entrants, and the order in which they were seeded."""

    entrants: tuple[Entrant, ...]
    seeds: tuple[int, ...]


Published = RoundRobin | Knockout | Sequence[SwissRound | Wave]


def rerun(event: Published, seed: bytes) -> tuple[int, ...]:
    """Return the numbers of the rounds or waves whose published pairs are not those that the seed gives.

    So an empty answer says that all is right. The seeding of a knock-out, from which all its pairs follow, is round 1.
    """
    match event:
        case RoundRobin():
            made = round_robin.pairs(event.players, seed)
            longer = max(len(made), len(event.rounds))
            return tuple(
                number
                for number in range(1, longer + 1)
                if made[number - 1 : number] != event.rounds[number - 1 : number]
            )
        case Knockout():
            return () if knockout.seeding(event.entrants, seed) == event.seeds else (1,)
        case Sequence():
            return _differing(event, seed)
        case _:
            assert_never(event)


def _differing(steps: Sequence[SwissRound | Wave], seed: bytes) -> tuple[int, ...]:
    differing = []
    past: list[Result] = []
    for number, step in enumerate(steps, 1):
        if isinstance(step, Wave):
            if arena.wave(step.waiting, step.playing, seed, step.number) != step.pairs:
                differing.append(step.number)
        else:
            if swiss.pair(step.entrants, past, seed, number) != step.pairs:
                differing.append(number)
            past += step.results
    return tuple(differing)
