"""Bounds of final places: true, the best possible for points, and only ever narrower."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random

from games.events.pairing.bounds import EXACT, Bounds, bounds
from games.events.pairing.round_robin import missed, open_pairs
from games.events.pairing.standings import strike_out, table
from games.events.pairing.values import Pair, Result
from tests.events.pairing.fields import ENDS, any_end
from tests.sizes import examples

ANNA, BOB, CARL, DORA = 1, 2, 3, 4


def finals(players: Sequence[int], results: Sequence[Result]) -> list[list[Result]]:
    """Return every way in which the open matches can end, all of them played."""
    left = open_pairs(players, results)
    return [
        [*results, *(Result(pair.first, pair.second, *end) for pair, end in zip(left, ends, strict=True))]
        for ends in product(ENDS, repeat=len(left))
    ]


def by_force(players: Sequence[int], results: Sequence[Result]) -> dict[int, Bounds]:
    """Return the best and the worst place by points in any end; equals may be ahead or behind."""
    best = dict.fromkeys(players, len(players))
    worst = dict.fromkeys(players, 1)
    for final in finals(players, results):
        points: Counter[int] = Counter()
        for result in final:
            points.update({player: result.points(player) for player in result.players})
        for player in players:
            above = sum(points[other] > points[player] for other in players)
            level = sum(points[other] >= points[player] for other in players)
            best[player], worst[player] = min(best[player], 1 + above), max(worst[player], level)
    return {player: Bounds(best[player], worst[player]) for player in players}


def places(players: Sequence[int], results: Sequence[Result], placeless: frozenset[int]) -> dict[int, int]:
    """Return the final places, without those who are struck out."""
    kept = strike_out(players, results)
    rows = table(players, results, struck=kept.struck, placeless=placeless)
    return {row.player: row.place for row in rows if row.place is not None}


def dealt(count: int, chance: Random) -> list[Pair]:
    """Return the matches of a round robin in the order in which they happen to end."""
    return chance.sample(open_pairs(range(1, count + 1), []), count * (count - 1) // 2)


def test_one_match_is_left() -> None:
    """Anna has four points, bob three, carl two; dora, with one, still meets bob, and can come level with him."""
    results = [
        Result(ANNA, CARL, 2, 0),
        Result(ANNA, DORA, 2, 0),
        Result(BOB, ANNA, 2, 0),
        Result(CARL, DORA, 1, 1),
        Result(BOB, CARL, 1, 1),
    ]
    bound = bounds((ANNA, BOB, CARL, DORA), results)
    assert bound == {ANNA: Bounds(1, 2), BOB: Bounds(1, 3), CARL: Bounds(3, 4), DORA: Bounds(2, 4)}
    assert bound[ANNA].is_within(2)
    assert bound[CARL].is_beyond(2)
    assert not bound[CARL].is_beyond(3)


def test_no_other_bound_is_narrower_for_points() -> None:
    """Where all have played half, every end of up to nine open matches is tried."""
    chance = Random(36)
    tried = 0
    while tried < examples(25, 400):
        count = chance.randrange(4, 8)
        players = range(1, count + 1)
        matches = dealt(count, chance)
        left = chance.randrange(1, min(len(matches), examples(7, 9)))
        results = [any_end(pair, chance) for pair in matches[left:]]
        done = Counter(player for result in results for player in result.players)
        if any(2 * done[player] < count - 1 for player in players):
            continue
        assert bounds(players, results) == by_force(players, results)
        tried += 1


def season(chance: Random, count: int, placeless: frozenset[int]) -> list[Result]:
    """Return the results of a round robin in the order in which they come in; some players go away for good."""
    players = range(1, count + 1)
    matches = dealt(count, chance)
    leaving = {
        player: chance.randrange(len(matches))
        for player in players
        if player not in placeless and chance.random() < 0.2
    }
    results: list[Result] = []
    for number, pair in enumerate(matches):
        for player, when in leaving.items():
            if when == number:
                gone = [other for other, left in leaving.items() if left <= number]
                mine = [one for one in open_pairs(players, results) if player in one.players]
                results += [missed(one, gone) for one in mine]
        if pair.players not in [result.players for result in results]:
            absent = [player for player in pair.players - placeless if chance.random() < 0.05]
            results.append(missed(pair, absent) if absent else any_end(pair, chance))
    return results


def test_bounds_are_true_and_only_get_narrower() -> None:
    """Seasons with absences, players who go away and are struck out, and computers without a place."""
    chance = Random(36)
    struck = 0
    for _season in range(examples(25, 1500)):
        count = chance.randrange(3, EXACT + 3)
        players = range(1, count + 1)
        placeless = frozenset(player for player in players if player > 3 and chance.random() < 0.2)
        results = season(chance, count, placeless)
        final = places(players, results, placeless)
        struck += len(players) - len(placeless) - len(final)
        former = bounds(players, [], placeless)
        assert set(former.values()) == {Bounds(1, count - len(placeless))}
        for end in range(1, len(results) + 1):
            bound = bounds(players, results[:end], placeless)
            for player, one in bound.items():
                assert former[player].best <= one.best <= one.worst <= former[player].worst
            for player, place in final.items():
                assert bound[player].best <= place <= bound[player].worst
            former = bound
        shared = Counter(final.values())
        assert former == {player: Bounds(place, place + shared[place] - 1) for player, place in final.items()}
    assert struck


def test_points_against_one_who_may_be_struck_out_are_not_sure() -> None:
    """Dora has lost to anna and has two matches left: if she misses both, anna loses the win."""
    results = [Result(ANNA, DORA, 2, 0), Result(BOB, ANNA, 2, 0), Result(ANNA, CARL, 1, 1), Result(BOB, CARL, 1, 1)]
    assert bounds((ANNA, BOB, CARL, DORA), results)[ANNA] == Bounds(1, 4)
    results += [missed(Pair(DORA, BOB), [DORA]), missed(Pair(DORA, CARL), [DORA])]
    assert bounds((ANNA, BOB, CARL, DORA), results)[ANNA] == Bounds(3, 3)


def test_a_match_against_one_who_is_struck_out_may_strike_out_another() -> None:
    """Dora has missed all; carl, who has missed one, has only the match against dora left."""
    results = [missed(Pair(DORA, ANNA), [DORA]), missed(Pair(DORA, BOB), [DORA])]
    results += [Result(CARL, ANNA, 2, 0), missed(Pair(CARL, BOB), [CARL]), Result(ANNA, BOB, 1, 1)]
    assert bounds((ANNA, BOB, CARL, DORA), results)[ANNA] == Bounds(1, 3)
    both = bounds((ANNA, BOB, CARL, DORA), [*results, missed(Pair(DORA, CARL), [CARL, DORA])])
    assert both == {ANNA: Bounds(1, 2), BOB: Bounds(1, 2)}
