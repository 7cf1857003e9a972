"""Detection of simulated cheats by the agreement of their moves with the best ones, and false alarms, one core.

Honest players are the computer players of levels 3 to 7, against their own kind. A cheat is one of level 3, 5 or 7 that
makes the move of the strongest level in a share of its turns, chosen at random; its rating is taken to be still that of
its level. What is expected is the upper limit of the 95 % interval of the measured agreement, so that few matches make
the comparison milder and not wrong.

The rate of false alarms is told in two ways: exactly, by the binomial distribution, for a player who agrees as often as
that limit; and by runs of ten matches, drawn with replacement (bootstrap) from every second match, compared with what
the others let expect. The first holds if the turns of a player are independent: the dispersion, which is the variance
between matches over the binomial one, is 1 then. Detection is told by such runs of a cheat's matches, and in brackets
by the binomial distribution for both limits of the 95 % interval of the cheat's agreement.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice, product
from math import ceil, comb, sqrt
from pathlib import Path
from statistics import mean

from bench.elo import wilson
from bench.paired_matches import Contest, find_bot
from games.analysis.evaluation.candidates import Analyst
from games.catalogue import bots, evaluator, games, rollout_bot
from games.fairplay.agreement import FEWEST_MATCHES, LEAST, SUSPICIOUS, Agreement, agreement_of, z_score
from games.rules import Position, Seat, SeededRandom

SECONDS = 240.0  # of CPU for each game
HONEST = (3, 4, 5, 6, 7)  # the weaker ones make the best move less often than is expected at least
CHEATS = tuple(product((3, 5, 7), (0.3, 0.6, 1.0)))
CHEATS_A_ROUND = 3  # with two honest matches of each level
RUNS = 20_000
Turns = list[tuple[list[float], float]]  # the chances of the candidates and the cost of the move, of each turn
Played = dict[tuple[int, float], list[Turns]]  # by level and share of foreign moves


def main() -> None:
    """Print the agreement of each level, the false alarms and the rates of detection."""
    parser = argparse.ArgumentParser(prog="script/bench fairplay", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"of CPU a game ({SECONDS:g})")
    parser.add_argument("--file", type=Path, metavar="FILE", help="matches of before, to which the new ones are added")
    chosen = parser.parse_args()
    for slug in [chosen.game] if chosen.game else bots():
        if evaluator(slug):
            _report(slug, _matches(slug, chosen.seconds, chosen.file))


def _matches(slug: str, seconds: float, file: Path | None) -> Played:
    """Return the turns of each match by the player's level and share of foreign moves.

    Matches are played until the time is used up; those in the file come first, and the new ones are added to it.
    """
    found: Played = defaultdict(list)
    if file and file.exists():
        for line in file.read_text().splitlines():
            level, share, turns = json.loads(line)
            found[level, share].append(turns)
    began = time.process_time()
    cheats = cycle(CHEATS)
    for number in count(max(len(found[level, 0.0]) for level in HONEST) // 2):
        if time.process_time() - began > seconds:
            return found
        kinds = [(level, 0.0, seat) for level in HONEST for seat in Seat]
        kinds += [
            (*cheat, (Seat.FIRST, Seat.SECOND)[number // CHEATS_A_ROUND % 2])
            for cheat in islice(cheats, CHEATS_A_ROUND)
        ]
        for level, share, seat in kinds:
            turns = _turns(slug, (level, level), share, seat, number)
            found[level, share].append(turns)
            if file:
                with file.open("a") as out:
                    out.write(json.dumps([level, share, turns]) + "\n")
    raise AssertionError("count() ends never")


def _turns(slug: str, levels: tuple[int, int], share: float, seat: Seat, number: int) -> Turns:
    """Play a match of the player in this seat against one of the second level, and evaluate the player's turns."""
    game = games()[slug]
    analyst = Analyst(game, rollout_bot(slug), evaluator(slug))
    seed = Contest(slug, ("", ""), {}, 2).match_seed(number)
    whim = random.Random(f"{slug} {levels} {share} {number}")
    position: Position = game.setup(game.options_type(), SeededRandom(seed))
    turns: Turns = []
    for ply in count(1):
        own = position.to_move is seat
        level = (max(bots()[slug]) if whim.random() < share else levels[0]) if own else levels[1]
        move = find_bot(slug, str(level)).choose(
            game.view(position, position.to_move), SeededRandom(seed + b"bot", ply)
        )
        if own:
            listed = analyst.list_best(position, move, f"fair play {number}", ply, 0)
            turns.append(([round(choice.chance, 5) for choice in listed.best], round(listed.cost, 5)))
        position = game.apply(position, move, SeededRandom(seed, ply))
        if position.result:
            break
    return turns


def _report(slug: str, found: Played) -> None:
    known = {level: [agreement_of(turns, 0) for turns in found[level, 0.0]] for level in HONEST}
    most = {level: _most(matches) for level, matches in known.items()}
    print(f"\n{slug}: {len(found[CHEATS[0]])} matches of a cheat and more", flush=True)
    for level, matches in known.items():
        turns = mean(match.turns for match in matches)
        exact = _detected(round(FEWEST_MATCHES * turns), most[level], most[level])
        alarms = mean(score >= SUSPICIOUS for score in _scores(found[level, 0.0][1::2], _most(matches[::2])))
        print(
            f"{'':10}level {level}, honest: {len(matches)} matches, {turns:.1f} turns that matter, the best move in "
            f"{_share(matches):.3f}, at most {most[level]:.3f}, dispersion {_dispersion(matches):.2f}; false alarms in "
            f"1,000: {1000 * exact:.3f} at the limit, {1000 * alarms:.2f} by runs of ten",
            flush=True,
        )
    for level, share in CHEATS:
        caught = mean(score >= SUSPICIOUS for score in _scores(found[level, share], most[level]))
        matches = [agreement_of(turns, 0) for turns in found[level, share]]
        turns = round(FEWEST_MATCHES * mean(match.turns for match in matches))
        low, high = (_detected(turns, most[level], one) for one in _interval(matches))
        print(
            f"{'':10}level {level}, strongest in {share:4.0%} of turns, {len(matches)} matches: best move in "
            f"{_share(matches):.3f}, {caught:5.0%} ({low:.0%} to {high:.0%}) detected after ten",
            flush=True,
        )


def _share(matches: Sequence[Agreement]) -> float:
    return sum(match.agreed for match in matches) / max(1, sum(match.turns for match in matches))


def _most(matches: Sequence[Agreement]) -> float:
    """Return the upper limit of the share's 95 % interval, at least `LEAST`."""
    return max(LEAST, _interval(matches)[1])


def _interval(matches: Sequence[Agreement]) -> tuple[float, float]:
    """Return the 95 % interval of the share, wider where the matches differ more than by chance."""
    turns = sum(match.turns for match in matches)
    return wilson(_share(matches), turns / max(1.0, _dispersion(matches)))


def _dispersion(matches: Sequence[Agreement]) -> float:
    """Return the variance of the agreements between matches over that of independent turns."""
    share, many = _share(matches), len(matches)
    if not 0 < share < 1:
        return 1.0
    binomial = sum(match.turns * share * (1 - share) for match in matches)
    return sum((match.agreed - match.turns * share) ** 2 for match in matches) / binomial * many / (many - 1)


def _detected(turns: int, expected: float, share: float) -> float:
    """Return the probability that a player who agrees in this share of so many turns is found."""
    least = ceil(turns * expected + SUSPICIOUS * sqrt(turns * expected * (1 - expected)))
    return sum(
        comb(turns, agreed) * share**agreed * (1 - share) ** (turns - agreed) for agreed in range(least, turns + 1)
    )


def _scores(matches: Sequence[Turns], expected: float) -> Iterator[float]:
    """Yield the z scores of runs of ten matches, drawn with replacement."""
    known: list[Agreement] = [agreement_of(turns, expected) for turns in matches]
    lots = random.Random(1)
    for _run in range(RUNS):
        yield z_score(lots.choices(known, k=FEWEST_MATCHES))


if __name__ == "__main__":
    main()
