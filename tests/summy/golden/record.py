"""A match written as text, and played again from that text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from games.rules import Dice, Forfeit, Seat
from games.summy.pieces import ordered
from games.summy.position import SummyPosition
from games.summy.rules import game

FOLDER = Path(__file__).parent
MOVE = slice(10, 32)
NAMES = {Seat.FIRST: "anna", Seat.SECOND: "bob"}


def write(seed: str, moves: Sequence[str]) -> str:
    """The match with these moves; a last one such as `resigned` or `time` is a forfeit of the player to move."""
    return "\n".join([f"seed: {seed}", "", *_turns(seed, moves), ""])


def rewrite(text: str) -> str:
    """The same match, played again from the seed and the moves of the text."""
    header, turns, _end = text.split("\n\n")
    return write(header.removeprefix("seed: "), [line[MOVE].strip() for line in turns.splitlines()])


def _turns(seed: str, moves: Sequence[str]) -> Iterator[str]:
    position = game.setup(game.Options(), Dice(bytes.fromhex(seed)))
    forfeits = {how.value: how for how in Forfeit}
    for ply, text in enumerate(moves, 1):
        seat, held = position.to_move, "".join(ordered(position.hand))
        if text in forfeits:
            position = game.forfeit(position, seat, forfeits[text])
            yield f"{ply:4} {NAMES[seat]:5}{text}"
        else:
            position = game.apply(position, game.decode(text), Dice(bytes.fromhex(seed), ply))
            assert position.last is not None
            told = f"{position.last.points:3} {_scores(position):>8}  {position.last.text}"
            yield f"{ply:4} {NAMES[seat]:5}{text:22}{held:10}{told}"
    yield ""
    yield from _end(position)


def _scores(position: SummyPosition) -> str:
    return f"{position.scores[0]}:{position.scores[1]}"


def _end(position: SummyPosition) -> Iterator[str]:
    result = position.result
    assert result is not None, "the match is not over"
    winner = f"{NAMES[result.winner]} wins" if result.winner else "a draw"
    yield f"{_scores(position)}, {winner}. {result.reason}"
    yield from (row.rstrip(".") or "." for row in position.grid.rows)
