"""Write docs/strengths.md, the strengths of all games' computer players as a page."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from bench.strengths import ladders
from games.catalogue import bots, games
from games.computers.strengths import PairResult
from games.rules import AnyGame

PAGE = Path(__file__).parent.parent / "docs" / "strengths.md"
HEAD = """# How strong the computer players are

Written by `script/arena --docs` from the `strengths.json` in the folder of each game, which
`script/arena GAME --ladder` writes. Every deal was played twice, with the seats changed. A draw is half a win; the
intervals are at 95 % and computed over pairs of matches. A difference of 100 Elo points is a win rate of 64 %, 200 is
76 %, 400 is 91 %. Milliseconds are on one core, for the first and the second player. "SPRT" names the two Elo
differences between which a sequential probability ratio test (`--sprt`, both errors 5 %) decided after so many matches
that no more were played: such an interval is the plain one and somewhat too narrow.
"""
COLUMNS = ("players", "matches", "won, drawn, lost", "win rate", "Elo difference", "ms a move", "at most")


def write() -> None:
    """Write the page."""
    PAGE.write_text(text())


def text() -> str:
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
        yield from (_row(game, row) for row in ladder["pairs"])
        yield ""


def _row(game: AnyGame, row: PairResult) -> str:
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
