"""Golden matches: whole matches as text, and their replay from that text.

A file begins with the options and the seed. Then every turn has a line: the player, the move, the hand before it, the
turn in words, its points, the scores after it. A last move `resigned` or `time` is a forfeit. Where a game of the match
ended, a line in brackets says how. The last line is the result.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.catalogue import display_of
from games.rules import AnyGame, Forfeit, Interlude, Options, Position, Seat, SeededRandom

MOVE = slice(10, None)  # the columns of the move in its line; two spaces end it
NUMBERED = re.compile(r" *\d")
FORFEITS = {how.value: how for how in Forfeit}
NAMES = {Seat.FIRST: "anna", Seat.SECOND: "bob"}

Choose = Callable[[Any, Sequence[str], random.Random], str]  # of a position of any game


@dataclass(frozen=True)
class Script:
    """The recipe of a golden match: its choice of moves, its options, and the number of moves before a forfeit.

    `seed` is the text from which the seed is derived, by default the name of the match.
    """

    choose: Choose
    answers: Mapping[str, str] = field(default_factory=dict)
    forfeit: str = ""
    after: int = 9
    seed: str = ""


def make(game: AnyGame, folder: Path, scripts: Mapping[str, Script]) -> None:
    """Play the matches and write their files."""
    for name, script in scripts.items():
        seed = hashlib.sha256((script.seed or name).encode()).digest()
        moves = _moves(game, game.options_type.read(script.answers), seed, script)
        (folder / f"{name}.txt").write_text(write(game, game.options_type.read(script.answers), seed, moves))


def write(game: AnyGame, options: Options, seed: bytes, moves: Sequence[str]) -> str:
    """Return the match with these moves as text."""
    header = [*(f"{name}: {value}" for name, value in options.data().items()), f"seed: {seed.hex()}"]
    return "\n".join([*header, "", *_lines(game, options, seed, moves), ""])


def rewrite(game: AnyGame, text: str) -> str:
    """Replay the match from the options, the seed and the moves in the text, and return it as text."""
    header, turns, _end = text.split("\n\n")
    named = dict(line.split(": ") for line in header.splitlines())
    seed = bytes.fromhex(named.pop("seed"))
    moves = [line[MOVE].split("  ")[0] for line in turns.splitlines() if NUMBERED.match(line)]
    return write(game, game.options_type.read(named), seed, moves)


def _moves(game: AnyGame, options: Options, seed: bytes, script: Script) -> list[str]:
    position: Position = game.setup(options, SeededRandom(seed))
    chance, played = random.Random(seed), list[str]()
    while position.result is None:
        if script.forfeit and len(played) == script.after:
            return [*played, script.forfeit]
        texts = [game.encode(move) for move in game.legal_moves(position)]
        played.append(script.choose(position, texts, chance))
        position = game.apply(position, game.decode(played[-1]), SeededRandom(seed, len(played)))
    return played


def _lines(game: AnyGame, options: Options, seed: bytes, moves: Sequence[str]) -> Iterator[str]:
    position: Position = game.setup(options, SeededRandom(seed))
    shown: Interlude | None = None
    names = NAMES[Seat.FIRST], NAMES[Seat.SECOND]
    widest = max(map(len, moves))
    for ply, text in enumerate(moves, 1):
        seat, start = position.to_move, f"{ply:4} {NAMES[position.to_move]:5}{text:{widest}}"
        if text in FORFEITS:
            position = game.forfeit(position, seat, FORFEITS[text])
            yield start.rstrip()
            continue
        held = " ".join(tile.face for tile in display_of(game).rack(game.view(position, seat), seat) or ())
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
        yield f"{start}  {held}  {_told(position)}"
        ended = display_of(game).interlude(game.view(position, None))
        if ended and ended != shown:
            yield f"     ({ended.text.named(names)})"
        shown = ended
    yield ""
    yield _end(position)


def _told(position: Position) -> str:
    turn = position.last
    assert turn is not None
    text = f"{turn.text}; {turn.detail}" if turn.detail else str(turn.text)
    return f"{text:50}{turn.points:4}{_scores(position):>9}"


def _scores(position: Position) -> str:
    return f"{position.scores[0]}:{position.scores[1]}"


def _end(position: Position) -> str:
    result = position.result
    assert result is not None, "the match is not over"
    names = NAMES[Seat.FIRST], NAMES[Seat.SECOND]
    winner = f"{NAMES[result.winner]} wins" if result.winner else "a draw"
    return f"{_scores(position)}, {winner}{'' if result.counts else ', unrated'}. {result.reason.named(names)}"
