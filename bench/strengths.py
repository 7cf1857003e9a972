"""Measured strengths of a game's computer players: the file in the game's folder, and its rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import TypedDict

from bench.elo import rate_of
from bench.paired_matches import Contest, Played
from games.catalogue import strengths_file
from games.computers.strengths import PairResult
from games.rules import AnyGame

VERSION = 1


class Ladder(TypedDict):
    """The rows that were measured with a set of options and a seed."""

    options: dict[str, str]
    seed: int
    pairs: list[PairResult]


def row(contest: Contest, pairs: list[Played], sprt: Sequence[int] | None = None) -> PairResult:
    """Return the figures of one contest between two levels, seen from the first; an unbounded Elo is null.

    `sprt` has the two Elo differences between which a sequential test was to decide when to stop.
    """
    points = [point for pair in pairs for point in pair.points]
    rate = rate_of([pair.share for pair in pairs])
    times = [[seconds * 1000 for pair in pairs for seconds in pair.thinking[side]] for side in (0, 1)]
    found: PairResult = {
        "levels": [int(player) for player in contest.players],
        "matches": len(points),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "rate": round(rate.rate, 4),
        "low": round(rate.low, 4),
        "high": round(rate.high, 4),
        "elo": [round(figure) if math.isfinite(figure) else None for figure in rate.elo],
        "ms": [round(fmean(spent), 2) for spent in times],
        "most_ms": [round(max(spent)) for spent in times],
    }
    return {**found, "sprt": list(sprt)} if sprt else found


def read_rows(game: AnyGame, options: Mapping[str, str], seed: int) -> list[PairResult]:
    """Return the rows in the file for these options; raises ValueError with a message if they have another seed."""
    for ladder in ladders(game.slug):
        if ladder["options"] == options:
            if ladder["seed"] != seed:
                raise ValueError(
                    f"{strengths_file(game.slug).name} of {game.slug} has another seed: measure all of it."
                )
            return ladder["pairs"]
    return []


def ladders(slug: str) -> list[Ladder]:
    """Return the measurements of a game by set of options; the first set is the one that players' pages show."""
    file = strengths_file(slug)
    if not file.exists():
        return []
    known = json.loads(file.read_text())
    return [{"options": known["options"], "seed": known["seed"], "pairs": known["pairs"]}, *known.get("others", [])]


def write(game: AnyGame, options: Mapping[str, str], seed: int, rows: Iterable[PairResult]) -> None:
    """Write these rows into the file, strongest last; a later row replaces an earlier one of the same levels.

    The options that were measured first stay first: players' pages show them.
    """
    latest = {tuple(one["levels"]): one for one in rows}
    ordered = [latest[levels] for levels in sorted(latest)]
    mine: Ladder = {"options": dict(options), "seed": seed, "pairs": ordered}
    known = [mine if ladder["options"] == options else ladder for ladder in ladders(game.slug)]
    first, *others = known if mine in known else [*known, mine]
    further = ",\n".join(f"{{{_text(ladder)}}}" for ladder in others)
    text = f'"version": {VERSION}, {_text(first)}' + (f', "others": [\n{further}]' if others else "")
    strengths_file(game.slug).write_text(f"{{{text}}}\n")


def _text(ladder: Ladder) -> str:
    """Return the members of the ladder's object, each row on a line."""
    head = json.dumps({"options": ladder["options"], "seed": ladder["seed"]})
    rows = ",\n".join(f"  {json.dumps(one)}" for one in ladder["pairs"])
    return f'{head[1:-1]}, "pairs": [\n{rows}\n]'
