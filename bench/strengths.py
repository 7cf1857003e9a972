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
HEAD = """# How strong the computer players are

Written by `script/arena --docs` from the `strengths.json` in the folder of each game, which
`script/arena GAME --ladder` writes. Every deal was played twice, with the seats changed. A draw is half a win; the
intervals are at 95 % and computed over pairs of matches. A difference of 100 Elo points is a win rate of 64 %, 200 is
76 %, 400 is 91 %. Milliseconds are on one core, for the first and the second player. "SPRT" names the two Elo
differences between which a sequential probability ratio test (`--sprt`, both errors 5 %) decided after so many matches
that no more were played: such an interval is the plain one and somewhat too narrow.

## Level 1 against chance

Level 1 means the same in every game: it wins a little more than half against a player who lays something at random, as
a person does who has just heard the rules. Which moves such a person sees depends on the game. In Digifeud, 10 BY 10
and Sudoku Duel it is any move that lays something without a warning (`best-of-1`); in Summy, where that finds sums of
all eight pieces, any sum of at most two of them. The other column is against all legal moves alike, most of which are
absurd in Sudoku Duel and Summy (wrong tiles, exchanges). How soon a person beats it was not measured. 28 November
2026, other deals than those of the ladders (Summy against legal moves: 26 November):

| game | against random moves that a beginner sees | against random legal moves |
|---|---|---|
| Digifeud | 64.5% of 200 (57.9% to 70.6%) | 74.0% of 200 (67.5% to 79.6%) |
| 10 BY 10 | 74.5% of 200 (67.4% to 80.5%) | 69.5% of 200 (62.8% to 75.5%) |
| Sudoku Duel | 64.8% of 200 (58.4% to 70.6%) | all of 100 |
| Summy | 52.5% of 200 (49.3% to 55.7%) | 97% of 100 |

Level 1 of Sudoku Duel lays a wrong tile in 7 of 100 turns, level 2 in 2, level 3 in 1 (40 matches of each against
itself); the others lay none. The first six of Digifeud spend a blank only on as many points as it is worth, and all of
10 BY 10 but the strongest see every capture of four chips.

## Steps

With the options that players' pages show, each level is 60 to 200 Elo points above the one below, as far as such
intervals tell, but for two steps of 10 BY 10 and perhaps Digifeud's last one. In 10 BY 10 the six steps below the
strongest are about 200 on average, since 1,190 points lie between level 1, hardly better than chance, and the best of
a search of two plies. Of Summy's rows 3 against 2 and 5 against 4 are of seed 917, 4 against 3 of seed 901; of 10 BY
10's, 7 against 6 is of seed 911, and six matches of 8 against 7 of seed 2; of Digifeud's, most of 8 against 7 are of
seed 920. These deals had no part in the choice of levels. The strongest of Digifeud and 10 BY 10 played few matches,
as these take long. 16 matches of Digifeud's last step say little; others say more: level 8 wins 79.0 ±3.7 % against
the bot that plays for points and good tiles, which was level 7 until then ([analysis.md](analysis.md)), and which wins
64 ±6 % against level 6 and 45 ±8 % against level 7. So level 8 should be 145 to 195 points above level 7. With other
options Digifeud's levels were not measured since they changed.

Level 8 takes so much CPU for a move, on one busy core, in ms (median, 95th percentile, most; moves): Digifeud about
260, 390, 424 (121; 746 in 100 matches before), 10 BY 10 46, 290, 419 (208; 470 before), Summy 5, 53, 131 (176; 948 in
400 matches), Sudoku Duel 3, 4, 10 (506; 49 in 400 matches).
"""
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
    """Return the whole page, for the games in `games/`; those without measurements are listed as such."""
    ours = [game for slug in bots() if type(game := games()[slug]).__module__.startswith("games.")]
    return "\n".join([HEAD, *(line for game in ours for line in _section(game))])


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
