"""Plays the match of a file again, and says where it does not hold."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue import games
from games.matches.files.transcript import Transcript, Unreadable
from games.matches.templatetags.sentences import said
from games.rules import (
    AnyGame,
    BadNotation,
    Forfeit,
    IllegalMove,
    Options,
    PlayedMove,
    Position,
    SeededRandom,
    continued,
)

FORFEITS = {how.value: how for how in Forfeit}


@dataclass(frozen=True)
class Verified:
    """A match that holds: how it began, what each turn did, where it ended; none of that while its seed is sealed."""

    transcript: Transcript
    game: AnyGame
    position: Position | None = None
    turns: tuple[PlayedMove, ...] = ()
    start: Position | None = None


def verify(transcript: Transcript) -> Verified:
    """The match, its every move judged; of one that still runs only the notation. Raises Unreadable."""
    game = games().get(transcript.game)
    if game is None:
        raise _refusal(transcript, "Game", _("This site has no game that is called “{name}”."), name=transcript.game)
    try:
        options = game.options_type.read(transcript.options)
    except ValueError:
        raise _refusal(transcript, "Options", _("{game} has no such options."), game=_(game.name)) from None
    if not transcript.finished:
        return _read_only(transcript, game)
    if hashlib.sha256(bytes.fromhex(transcript.seed)).hexdigest() != transcript.seal:
        raise _refusal(transcript, "Seed", _("The seed does not fit the seal."))
    start = _start(transcript, game, options)
    position, turns = _play(transcript, game, start, transcript.moves)
    position = _forfeited(transcript, game, position)
    _check_end(transcript, position)
    return Verified(transcript, game, position, turns, start)


def _read_only(transcript: Transcript, game: AnyGame) -> Verified:
    for ply, text in enumerate(transcript.moves, 1):
        try:
            game.decode(text)
        except BadNotation as refusal:
            raise Unreadable(said(refusal.reason), _line_of(transcript, ply)) from None
    return Verified(transcript, game)


def _start(transcript: Transcript, game: AnyGame, options: Options) -> Position:
    """The position before the first move; a match that goes on from another has that one verified as well."""
    rng = SeededRandom(bytes.fromhex(transcript.seed), 0)
    source = transcript.source
    if source is None:
        fresh: Position = game.setup(options, rng)
        return fresh
    older = source.transcript
    before = verify(older).start
    if before is None or older.game != transcript.game or game.options_type.read(older.options) != options:
        raise _refusal(transcript, "Origin", _("Nothing can go on from that match."))
    left, _turns = _play(older, game, before, older.moves[: source.ply])
    if source.ply > len(older.moves) or left.result:
        raise _refusal(transcript, "Origin", _("Nothing can go on from that turn."))
    return continued(game, left, source.keeper, rng)


def _play(
    transcript: Transcript, game: AnyGame, position: Position, moves: Sequence[str]
) -> tuple[Position, tuple[PlayedMove, ...]]:
    """The position after these moves from the start of the match, and all turns."""
    seed = bytes.fromhex(transcript.seed)
    turns: list[PlayedMove] = []
    for ply, text in enumerate(moves, 1):
        try:
            position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
        except (BadNotation, IllegalMove) as refusal:
            raise Unreadable(said(refusal.reason), _line_of(transcript, ply)) from None
        turns += [position.last] if position.last else []
    return position, tuple(turns)


def _forfeited(transcript: Transcript, game: AnyGame, position: Position) -> Position:
    """The position at the end, a forfeit included."""
    if transcript.ending in FORFEITS and transcript.winner and position.result is None:
        position = game.forfeit(position, transcript.winner.other, FORFEITS[transcript.ending])
    return position


def _check_end(transcript: Transcript, position: Position) -> None:
    needs_result = transcript.ending == "played" or transcript.ending in FORFEITS
    if needs_result != (position.result is not None):
        raise _refusal(transcript, "Ending", _("The moves do not end the match as it says here."))
    if position.scores != transcript.points:
        found = "{}:{}".format(*position.scores)
        raise _refusal(transcript, "Points", _("The moves bring {found}, not what it says here."), found=found)
    if position.result and position.result.winner != transcript.winner:
        raise _refusal(transcript, "Winner", _("The moves do not bring the result that it says here."))


def _refusal(transcript: Transcript, place: str, sentence: str, **values: object) -> Unreadable:
    return Unreadable(sentence.format(**values), transcript.lines.get(place))


def _line_of(transcript: Transcript, ply: int) -> int | None:
    return transcript.lines.get(f"move {ply}")
