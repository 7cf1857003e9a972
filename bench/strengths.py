"""Measured strengths of computer players: the file in each game's folder, its rows, and the page of all of them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from statistics import fmean
from typing import TypedDict

from bench.elo import rate_of
from bench.paired_matches import Contest, Played
from games.catalogue import bots, games, strengths_file
from games.computers.characters import PairResult
from games.rules import AnyGame

VERSION = 1
PAGE = Path(__file__).parent.parent / "docs" / "strengths.md"
COLUMNS = ("players", "matches", "won, drawn, lost", "win rate", "Elo difference", "ms a move", "at most")


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
    result: PairResult = {
        "levels": [int(player) for player in contest.players],
        "matches": len(points),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "rate": round(rate.rate, 4),
        "low": round(rate.low, 4),
        "high": round(rate.high, 4),
        "elo": [round(figure) if math.isfinite(figure) else None for figure in rate.elo],
        "ms": [round(fmean(waits), 2) for waits in times],
        "most_ms": [round(max(waits)) for waits in times],
    }
    return {**result, "sprt": list(sprt)} if sprt else result


def read_rows(game: AnyGame, options: Mapping[str, str], seed: int) -> list[PairResult]:
    """Return the rows in the file for these options; raises ValueError with a message if they have another seed."""
    for ladder in ladders(game.slug):
        if ladder["options"] == options:
            if ladder["seed"] != seed:
                raise ValueError(f"The strengths of {game.slug} have another seed: measure all of it.")
            return ladder["pairs"]
    return []


def ladders(slug: str) -> list[Ladder]:
    """Return the measurements of a game by set of options; the first set is the one that players' pages show."""
    file = strengths_file(slug)
    if not file.exists():
        return []
    data = json.loads(file.read_text())
    return [{"options": data["options"], "seed": data["seed"], "pairs": data["pairs"]}, *data.get("others", [])]


def write(game: AnyGame, options: Mapping[str, str], seed: int, rows: Iterable[PairResult]) -> None:
    """Write these rows into the file, strongest last; a later row replaces an earlier one of the same levels.

    The options that were measured first stay first: players' pages show them.
    """
    latest = {tuple(one["levels"]): one for one in rows}
    ordered = [latest[levels] for levels in sorted(latest)]
    mine: Ladder = {"options": dict(options), "seed": seed, "pairs": ordered}
    all_ladders = [mine if ladder["options"] == options else ladder for ladder in ladders(game.slug)]
    first, *others = all_ladders if mine in all_ladders else [*all_ladders, mine]
    further = ",\n".join(f"{{{_text(ladder)}}}" for ladder in others)
    text = f'"version": {VERSION}, {_text(first)}' + (f', "others": [\n{further}]' if others else "")
    strengths_file(game.slug).write_text(f"{{{text}}}\n")


def _text(ladder: Ladder) -> str:
    """Return the members of the ladder's object, each row on a line."""
    head = json.dumps({"options": ladder["options"], "seed": ladder["seed"]})
    rows = ",\n".join(f"  {json.dumps(one)}" for one in ladder["pairs"])
    return f'{head[1:-1]}, "pairs": [\n{rows}\n]'


def write_page() -> None:
    """Write the page."""
    PAGE.write_text(page())


def page() -> str:
    """Return the whole page: what it says before its first table, and the tables of the games in `games/`."""
    ours = [game for slug in bots() if type(game := games()[slug]).__module__.startswith("games.")]
    head = PAGE.read_text().partition(f"## {ours[0].name}\n")[0]
    return head + "\n".join(line for game in ours for line in _section(game))


def _section(game: AnyGame) -> Iterator[str]:
    yield f"## {game.name}\n"
    if not ladders(game.slug):
        yield "Not measured yet.\n"
        return
    for ladder in ladders(game.slug):
        options = ", ".join(f"{name} {value}" for name, value in ladder["options"].items())
        yield f"Options: {options}. Seed {ladder['seed']}.\n" if options else f"Seed {ladder['seed']}.\n"
        yield f"| {' | '.join(COLUMNS)} |"
        yield f"|{'---|' * len(COLUMNS)}"
        yield from (_cells(game, row) for row in ladder["pairs"])
        yield ""


def _cells(game: AnyGame, row: PairResult) -> str:
    names = (f"{level} {_name(game, level)}" for level in row["levels"])
    rate, *sure = map(percent, (row["rate"], row["low"], row["high"]))
    elo, *between = (_elo(figure) for figure in row["elo"])
    cells = (
        " against ".join(names),
        f"{row['matches']}{_sprt(row)}",
        f"{row['wins']}, {row['draws']}, {row['losses']}",
        f"{rate} ({' to '.join(sure)})",
        f"{elo} ({' to '.join(between)})",
        ", ".join(f"{spent:.2f}" for spent in row["ms"]),
        ", ".join(str(spent) for spent in row["most_ms"]),
    )
    return f"| {' | '.join(cells)} |"


def _sprt(row: PairResult) -> str:
    return " (SPRT {:+}, {:+})".format(*row["sprt"]) if "sprt" in row else ""


def _name(game: AnyGame, level: int) -> str:
    bot = bots()[game.slug].get(level)
    return str(bot.name) if bot else ""


def percent(share: float) -> str:
    """Return a share in percent, halves rounded up as on the site's own pages."""
    return f"{(100 * Decimal(str(share))).quantize(Decimal('0.1'), ROUND_HALF_UP)}%"


def _elo(figure: int | None) -> str:
    return "∞" if figure is None else f"{figure:+}"
