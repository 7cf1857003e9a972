"""The moments that decided seeded matches, each beside its board, for a person who reads whether the reason holds.

Two computer players of middle levels play. The analysis is that of a site, with the same budget.
"""

from __future__ import annotations

import argparse
import hashlib
import time

from games.analysis.evaluation.moments import Moment, deciding, reason_of
from games.analysis.evaluation.report import TurnReport, report_on
from games.analysis.evaluation.rollouts import plies_for
from games.analysis.evaluation.turns import measure_start, measure_turn
from games.catalogue import bots, display_of, games
from games.rules import AnyGame, Board, Position, SeededRandom

MATCHES = 8  # of each game
LEVELS = (3, 4, 5, 6)  # of the players
WIDE = 13


def main() -> None:
    """Print the moments of each match."""
    parser = argparse.ArgumentParser(prog="script/bench moments", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each game ({MATCHES})")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first match")
    arguments = parser.parse_args()
    for game in [games()[arguments.game]] if arguments.game else games().values():
        for number in range(arguments.first, arguments.first + arguments.matches):
            began = time.process_time()
            _tell(game, number)
            print(f"({time.process_time() - began:.0f} s of CPU)", flush=True)


def _tell(game: AnyGame, number: int) -> None:
    """Play and analyse the match of this number, and print its moments."""
    name = f"moments {game.slug} {number}"
    levels = (LEVELS[number % len(LEVELS)], LEVELS[(number + 1) % len(LEVELS)])
    texts, positions = _played(game, hashlib.sha256(name.encode()).digest(), levels)
    plies = plies_for(len(texts))
    measured = [measure_start(game.slug, positions[0], name, plies)]
    for ply, text in enumerate(texts, 1):
        before, after = positions[ply - 1 : ply + 1]
        measured.append(measure_turn(game.slug, before, text, after, name, ply, plies))
    rows = deciding(report_on(positions, measured))
    print(f"\n== {name}: levels {levels}, {len(texts)} turns, {positions[-1].scores}, {len(rows)} moments")
    for row in rows:
        _tell_moment(game, row, positions[row.ply - 1], texts[row.ply - 1])


def _tell_moment(game: AnyGame, row: TurnReport, before: Position, text: str) -> None:
    display, mover = display_of(game), before.to_move
    view = game.view(before, mover)
    rack = " ".join(tile.face for tile in display.rack(view, mover) or ())
    piles = ", ".join(f"{pile.label}: {pile.count}" for pile in display.piles(view))
    print(f"\nTurn {row.ply}, player {mover.index + 1}, holds {rack}; scores {before.scores} {before.tallies}; {piles}")
    for line in _lines(display.board(view)):
        print(f"    {line}")
    for choice in row.choices[:4]:
        print(f"  {choice.text}: {choice.points} points, {choice.chance:.3f} ± {choice.error:.3f}")
    print(f"played {text}: {row.turn.points} of at most {row.most} points; costs {row.cost:.3f} ± {row.cost_error:.3f}")
    moment = reason_of(game.slug, before, text, row.choices, row.ply) if row.is_miss else Moment(row.ply, None)
    sentence = display.explain(moment.why) if moment.why else "-" if row.is_miss else "(no miss)"
    print(f"WHY {moment.better or row.choices[0].text}: {sentence}")


def _played(game: AnyGame, seed: bytes, levels: tuple[int, int]) -> tuple[list[str], list[Position]]:
    """Return the moves of a match between these levels, in notation, and all its positions."""
    positions: list[Position] = [game.setup(game.options_type(), SeededRandom(seed, 0))]
    texts: list[str] = []
    while (here := positions[-1]).result is None:
        ply = len(positions)
        bot = bots()[game.slug][levels[here.to_move.index]]
        move = bot.choose(game.view(here, here.to_move), SeededRandom(seed + b"computers", ply))
        texts.append(game.encode(move))
        positions.append(game.apply(here, move, SeededRandom(seed, ply)))
    return texts, positions


def _lines(board: Board) -> list[str]:
    """Return the board as text: faces of tiles, and the first letter of an empty square's colour, else a dot.

    Of a board of more than `WIDE` columns only the rows that are in use are printed.
    """
    cells = [cell.face or ("#" if cell.kind else cell.colour[:1] or ".") for cell in board.cells]
    corner = board.cells[0].square
    rows = [cells[start : start + board.columns] for start in range(0, len(cells), board.columns)]
    heads = "".join(f"{column:>3}" for column in range(corner.column, corner.column + board.columns))
    bodies = [f"{corner.row + down:>3} " + "".join(f"{cell:>3}" for cell in row) for down, row in enumerate(rows)]
    used = [row for row, body in enumerate(bodies) if board.columns <= WIDE or set(body[4:]) - set(" .")]
    return [f"    {heads}", *bodies[max(0, min(used) - 1) : max(used) + 2]]


if __name__ == "__main__":
    main()
