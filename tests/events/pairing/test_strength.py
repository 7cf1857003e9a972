"""The better players come out ahead: measured against the Dutch system of FIDE, as `caissify-pairings` pairs by it.

Both pair the same field of known strengths, and the same two in the same round would have the same result. A final
order is as good as its rank correlation with the strengths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from caissify_pairings import generate_pairings

from games.events.pairing import swiss
from games.events.pairing.standings import order, table
from games.events.pairing.values import Pair, Result, bye
from tests.events.pairing.fields import correlation, interval, played, rated

Pairing = Callable[[Mapping[int, int], Sequence[Result], int, int], Sequence[Pair]]
SEED = b"published"
# Of the rank correlation: what counts as no worse, with an interval of 95 %.
MARGIN = 0.03


def ours(strengths: Mapping[int, int], past: Sequence[Result], number: int, _rounds: int) -> Sequence[Pair]:
    return swiss.pair(rated(strengths), past, SEED, number)


def dutch(strengths: Mapping[int, int], past: Sequence[Result], number: int, rounds: int) -> Sequence[Pair]:
    """Pair by the reference, from the history that it asks for: seats, byes, and who met more or fewer points."""
    players = []
    for place, player in enumerate(sorted(strengths, key=lambda player: -strengths[player]), 1):
        mine = [result for result in past if player in result.players]
        floats = []
        for result in mine:
            other = result.opponent(player)
            before = {one: points(one, past, result.number) for one in result.players}
            if other is None or before[other] < before[player]:
                floats.append("down")
            else:
                floats.append("up" if before[other] > before[player] else "none")
        players.append(
            {
                "id": player,
                "name": str(player),
                "score": points(player, past, number) / 2,
                "rating": strengths[player],
                "starting_number": place,
                "color_hist": [
                    "none" if one.second is None else "white" if one.first == player else "black" for one in mine
                ],
                "float_history": floats,
                "bye_count": sum(one.second is None for one in mine),
            }
        )
    met = {(one.first, one.second) for one in past if one.second is not None}
    pairs = generate_pairings("dutch", players, met, number, rounds)
    return [Pair(one["white_id"], one["black_id"]) for one in pairs]


def points(player: int, past: Sequence[Result], before: int) -> int:
    return sum(one.points(player) for one in past if player in one.players and one.number < before)


def quality(pairing: Pairing, strengths: Mapping[int, int], rounds: int, event: int) -> tuple[float, bool]:
    """Return the rank correlation of the final order with the strengths, and whether the best player has won."""
    past: list[Result] = []
    for number in range(1, rounds + 1):
        for pair in pairing(strengths, past, number, rounds):
            past.append(same_result(pair, strengths, number, event))
    places = order(table(strengths, past), SEED + event.to_bytes(4, "big"))
    return correlation(strengths, places), places[0] == max(strengths, key=lambda player: strengths[player])


def same_result(pair: Pair, strengths: Mapping[int, int], number: int, event: int) -> Result:
    """Return the result of these two in this round, which depends on nothing else, so not on the seats."""
    if pair.second is None:
        return bye(pair.first, number)
    low, high = sorted(pair.players)
    result = played(Pair(low, high), strengths, Random(f"{event} {number} {low} {high}"), number)
    return Result(pair.first, pair.second, result.points(pair.first), result.points(pair.second), number)


@pytest.mark.thorough
@pytest.mark.parametrize(("count", "rounds"), [(12, 5), (20, 6)])
def test_the_better_come_out_ahead_as_by_the_reference(
    count: int, rounds: int, caplog: pytest.LogCaptureFixture
) -> None:
    # The reference logs the candidates that it rejects.
    caplog.set_level("ERROR")
    gains, winners = [], [0, 0]
    levels: list[list[float]] = [[], []]
    for event in range(400):
        chance = Random(event)
        strengths = dict(enumerate(chance.sample(range(1000, 2000), count), 1))
        both = [quality(pairing, strengths, rounds, event) for pairing in (ours, dutch)]
        gains.append(both[0][0] - both[1][0])
        for index, (one, is_best) in enumerate(both):
            levels[index].append(one)
            winners[index] += is_best
    mean, half = interval(gains)
    print(count, rounds, "gain", round(mean, 4), "±", round(half, 4), [interval(one) for one in levels], winners)
    assert mean - half > -MARGIN
