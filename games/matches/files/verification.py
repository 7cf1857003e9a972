"""Verification of a match file by replaying it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue import games
from games.matches.files.transcript import Transcript, Unreadable
from games.matches.outcomes import Ending
from games.matches.play.deals import commitment_to, mixed_seed, starter_by_chance
from games.matches.templatetags.sentences import localized
from games.rules import (
    AnyGame,
    BadNotation,
    IllegalMove,
    Options,
    PlayedMove,
    Position,
    Seat,
    SeededRandom,
    continued,
)


@dataclass(frozen=True)
class Verified:
    """A valid match file. `start`, `turns` and `position`, the last one, are those of a finished match only."""

    transcript: Transcript
    game: AnyGame
    position: Position | None = None
    turns: tuple[PlayedMove, ...] = ()
    start: Position | None = None


def verify(transcript: Transcript) -> Verified:
    """Replay the match and check seed, moves, points, ending and winner; of a running one check the notation only.

    Raises Unreadable, with the line at fault.
    """
    game = games().get(transcript.game)
    if game is None:
        raise _refusal(transcript, "Game", _("This site has no game called “{name}”."), name=transcript.game)
    try:
        game = game.version(transcript.rules)
    except LookupError:
        sentence = _("This site no longer has version {version} of the rules of {game}.")
        raise _refusal(transcript, "Rules", sentence, version=transcript.rules, game=_(game.name)) from None
    try:
        options = game.options_type.read(transcript.options)
    except ValueError:
        raise _refusal(transcript, "Options", _("{game} has no such options."), game=_(game.name)) from None
    if not transcript.finished:
        return _read_only(transcript, game)
    _check_seed(transcript)
    start = _start(transcript, game, options)
    position, turns = _play(transcript, game, start, transcript.moves)
    ending = _ending(transcript)
    if position.result is None and ending.has_result:
        if ending is Ending.CLAIMED and not _is_claimable(game, position, transcript.winner):
            raise _refusal(transcript, "Ending", _("The match doesn't end the way the file says."))
        position = ending.applied(game, position, transcript.winner)
    _check_end(transcript, position)
    return Verified(transcript, game, position, turns, start)


def _check_seed(transcript: Transcript) -> None:
    """Raise Unreadable unless the seed follows from both players' values and the server's, which the commitment fixes.

    Without a deal, the commitment must be the hash of the seed itself.
    """
    seed, deal = bytes.fromhex(transcript.seed), transcript.deal
    if deal is None:
        if hashlib.sha256(seed).hexdigest() != transcript.commitment:
            raise _refusal(transcript, "Seed", _("The seed doesn't match the seal."))
        return
    server = bytes.fromhex(deal.server)
    first, second = (bytes.fromhex(value) for value in deal.values)
    if commitment_to(server, transcript.match) != transcript.commitment:
        raise _refusal(transcript, "Server", _("The server’s value doesn't match the seal."))
    if mixed_seed(server, (first, second), transcript.match) != seed:
        raise _refusal(transcript, "Seed", _("The seed does not follow from the values that were mixed."))
    if deal.by_chance and first != second and starter_by_chance(seed, (first, second)):
        raise _refusal(transcript, "Start", _("With this seed, the other player would have begun."))


def _read_only(transcript: Transcript, game: AnyGame) -> Verified:
    for ply, text in enumerate(transcript.moves, 1):
        try:
            game.decode(text)
        except BadNotation as refusal:
            raise Unreadable(localized(refusal.reason), _line_of(transcript, ply)) from None
    return Verified(transcript, game)


def _start(transcript: Transcript, game: AnyGame, options: Options) -> Position:
    """Return the position before the first move; verify the match that this one continues, if any."""
    rng = SeededRandom(bytes.fromhex(transcript.seed), 0)
    source = transcript.source
    if source is None:
        fresh: Position = game.setup(options, rng)
        return fresh
    older = source.transcript
    before = verify(older).start
    same = older.game == transcript.game and older.rules == transcript.rules
    if before is None or not same or game.options_type.read(older.options) != options:
        raise _refusal(transcript, "Origin", _("That match can't be continued."))
    base, _turns = _play(older, game, before, older.moves[: source.ply])
    if source.ply > len(older.moves) or base.result:
        raise _refusal(transcript, "Origin", _("The match can't be continued from that turn."))
    return continued(game, base, source.keeper, rng)


def _play(
    transcript: Transcript, game: AnyGame, position: Position, moves: Sequence[str]
) -> tuple[Position, tuple[PlayedMove, ...]]:
    """Return the position after these moves, and their turns."""
    seed = bytes.fromhex(transcript.seed)
    turns: list[PlayedMove] = []
    for ply, text in enumerate(moves, 1):
        try:
            position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
        except (BadNotation, IllegalMove) as refusal:
            raise Unreadable(localized(refusal.reason), _line_of(transcript, ply)) from None
        turns += [position.last] if position.last else []
    return position, tuple(turns)


def _ending(transcript: Transcript) -> Ending:
    """Return the ending that the file names; RUNNING for one that is unknown."""
    try:
        return Ending(transcript.ending)
    except ValueError:
        return Ending.RUNNING


def _is_claimable(game: AnyGame, position: Position, winner: Seat | None) -> bool:
    """Return whether this seat may claim the win: the opponent is to move and can no longer catch up."""
    return (
        winner is not None and position.to_move is winner.other and game.is_decided(game.view(position, winner), winner)
    )


def _check_end(transcript: Transcript, position: Position) -> None:
    if _ending(transcript).has_result != (position.result is not None):
        raise _refusal(transcript, "Ending", _("The match doesn't end the way the file says."))
    if position.scores != transcript.points:
        score = "{}:{}".format(*position.scores)
        raise _refusal(transcript, "Points", _("The moves score {found}, not what the file says."), found=score)
    if position.result and position.result.winner != transcript.winner:
        raise _refusal(transcript, "Winner", _("The moves don't lead to the result in the file."))


def _refusal(transcript: Transcript, place: str, sentence: str, **values: object) -> Unreadable:
    return Unreadable(sentence.format(**values), transcript.lines.get(place))


def _line_of(transcript: Transcript, ply: int) -> int | None:
    return transcript.lines.get(f"move {ply}")
