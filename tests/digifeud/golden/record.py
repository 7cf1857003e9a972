"""A match written as text, and played again from that text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from games.digifeud.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Dice, Forfeit, Options, Seat

FOLDER = Path(__file__).parent
MOVE = slice(10, 28)
NAMES = {Seat.FIRST: "anna", Seat.SECOND: "bob"}


def write(options: Options, seed: str, moves: Sequence[str]) -> str:
    """The match with these moves; a last one such as `resigned` or `time` is a forfeit of the player to move."""
    return "\n".join([*_header(options, seed), "", *_turns(options, seed, moves), ""])


def rewrite(text: str) -> str:
    """The same match, played again from the options, seed and moves of the text."""
    header, turns, _end = text.split("\n\n")
    named = dict(line.split(": ") for line in header.splitlines())
    seed = named.pop("seed")
    return write(game.Options.read(named), seed, [line[MOVE].strip() for line in turns.splitlines()])


def _header(options: Options, seed: str) -> list[str]:
    return [*(f"{name}: {value}" for name, value in options.data().items()), f"seed: {seed}"]


def _turns(options: Options, seed: str, moves: Sequence[str]) -> Iterator[str]:
    position = game.setup(game.Options.read(options.data()), Dice(bytes.fromhex(seed)))
    forfeits = {how.value: how for how in Forfeit}
    for ply, text in enumerate(moves, 1):
        seat, rack = position.to_move, position.rack
        if text in forfeits:
            position = game.forfeit(position, seat, forfeits[text])
            yield f"{ply:4} {NAMES[seat]:5}{text}"
        else:
            position = game.apply(position, game.decode(text), Dice(bytes.fromhex(seed), ply))
            assert position.last is not None
            held = "".join(rack.numbers) + " " + "".join(rack.operators)
            told = f"{position.last.text!s:14}{position.last.points:4}"
            yield f"{ply:4} {NAMES[seat]:5}{text:18}{held:14}{told}{_scores(position):>9}"
    yield ""
    yield from _end(position)


def _scores(position: DigifeudPosition) -> str:
    return f"{position.scores[0]}:{position.scores[1]}"


def _end(position: DigifeudPosition) -> Iterator[str]:
    result = position.result
    assert result is not None, "the match is not over"
    winner = f"{NAMES[result.winner]} wins" if result.winner else "a draw"
    yield f"{_scores(position)}, {winner}{'' if result.counts else ', unrated'}. {result.reason}"
