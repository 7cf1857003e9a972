"""Measured strengths of a game's computer players: the file in the game's folder, and its rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from statistics import fmean

from bench.elo import rate_of
from bench.paired_matches import Contest, Played
from games.catalogue import strengths_file
from games.computers.strengths import Row
from games.rules import AnyGame

VERSION = 1


def row(contest: Contest, pairs: list[Played]) -> Row:
    """Return the figures of one contest between two levels, seen from the first; an unbounded Elo is null."""
    points = [point for pair in pairs for point in pair.points]
    rate = rate_of([pair.share for pair in pairs])
    times = [[seconds * 1000 for pair in pairs for seconds in pair.thinking[side]] for side in (0, 1)]
    return {
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


def read_rows(game: AnyGame, options: Mapping[str, str], seed: int) -> list[Row]:
    """Return the rows in the file; raises ValueError with a message if they have another seed or other options."""
    file = strengths_file(game.slug)
    if not file.exists():
        return []
    known = json.loads(file.read_text())
    if (known["version"], known["options"], known["seed"]) != (VERSION, options, seed):
        raise ValueError(f"{file.name} of {game.slug} has another seed or other options: measure all of it.")
    rows: list[Row] = known["pairs"]
    return rows


def write(game: AnyGame, options: Mapping[str, str], seed: int, rows: Iterable[Row]) -> None:
    """Write these rows into the file, strongest last; a later row replaces an earlier one of the same levels."""
    latest = {tuple(one["levels"]): one for one in rows}
    ordered = [latest[levels] for levels in sorted(latest)]
    head = json.dumps({"version": VERSION, "options": options, "seed": seed})
    lines = ",\n".join(f"  {json.dumps(one)}" for one in ordered)
    strengths_file(game.slug).write_text(f'{head[:-1]}, "pairs": [\n{lines}\n]}}\n')
