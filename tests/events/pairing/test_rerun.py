"""The pairings of a whole event, made again from the published seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.events.pairing import arena, knockout, round_robin, swiss
from games.events.pairing.rerun import Knockout, RoundRobin, SwissRound, Wave, rerun
from games.events.pairing.values import Entrant, Pair, Result
from tests.events.pairing.fields import any_end

SEED, OTHER = b"published", b"another"
ENTRANTS = tuple(Entrant(player, 1500) for player in range(1, 10))


def other_pairs(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the pairs with the seats of the first one exchanged."""
    first, *rest = pairs
    assert first.second is not None
    return Pair(first.second, first.first), *rest


def test_a_swiss_system_is_made_again_round_by_round() -> None:
    chance = Random(1)
    rounds: list[SwissRound] = []
    past: list[Result] = []
    for number in range(1, 5):
        pairs = swiss.pair(ENTRANTS, past, SEED, number)
        results = tuple(any_end(pair, chance, number) for pair in pairs)
        rounds.append(SwissRound(ENTRANTS, pairs, results))
        past += results
    assert rerun(rounds, SEED) == ()
    assert rerun(rounds, OTHER)[:2] == (1, 2)
    rounds[2] = replace(rounds[2], pairs=other_pairs(rounds[2].pairs))
    assert rerun(rounds, SEED) == (3,)


def test_an_arena_is_made_again_wave_by_wave() -> None:
    waiting = tuple(arena.Waiting(player, 1500, player) for player in range(1, 9))
    waves = [Wave(number, waiting, 0, arena.wave(waiting, 0, SEED, number)) for number in (1, 2, 5)]
    assert rerun(waves, SEED) == ()
    waves[2] = replace(waves[2], pairs=other_pairs(waves[2].pairs))
    assert rerun(waves, SEED) == (5,)


def test_a_round_robin_is_made_again() -> None:
    rounds = round_robin.pairs(range(1, 7), SEED)
    assert rerun(RoundRobin((6, 5, 4, 3, 2, 1), rounds), SEED) == ()
    assert rerun(RoundRobin((1, 2, 3, 4, 5, 6), (other_pairs(rounds[0]), *rounds[1:-1])), SEED) == (1, 5)


def test_the_seeding_of_a_knock_out_is_made_again() -> None:
    seeds = knockout.seeding(ENTRANTS, SEED)
    assert rerun(Knockout(ENTRANTS, seeds), SEED) == ()
    assert rerun(Knockout(ENTRANTS, seeds[::-1]), SEED) == (1,)
