"""Match files of stored matches, the proof that their tiles fit the commitment, and the verification of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from core.web import ROWS
from games.catalogue import games
from games.matches.errors import RulesGone
from games.matches.files.transcript import MixedDeal, Source, Transcript, Unreadable
from games.matches.models import Deal, Match, commitment_of
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.deals import commitment_to, mixed_seed, starter_by_chance
from games.matches.templatetags.sentences import localized
from games.matches.time.control import TimeControl
from games.rules import (
    AnyGame,
    BadNotation,
    IllegalMove,
    Options,
    Pile,
    PlayedMove,
    Position,
    Seat,
    SeededRandom,
    continued,
)

WITHHELD = "?"  # in place of a move that cannot be replayed, until the match is over


@dataclass(frozen=True)
class Proof:
    """The seed of a finished match in hexadecimal, and whether the commitment and the stored result fit it.

    `commitment_fits` is about the commitment. `deal` has the values that were mixed; it is None where the seed is the
    server's value alone. `moves_fit` says whether the moves lead to the stored points and winner; it is None where the
    match cannot be replayed. `sealed` are the piles in the order in which the seed had put them.
    """

    seed: str
    commitment_fits: bool
    deal: MixedDeal | None
    moves_fit: bool | None
    sealed: tuple[Pile, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing contradicts the proof."""
        return self.commitment_fits and self.moves_fit is not False


def moves_of(match: Match, viewer: Seat | None) -> list[str]:
    """Return the moves in notation, in order; those of a running match without what this viewer may not see.

    The viewer sees their own moves whole. Where a running match cannot be replayed, no move from the first illegal one
    on counts as the viewer's.
    """
    texts = [move.text for move in match.moves.all()]
    if match.is_revealed:
        return texts
    try:
        seats: list[Seat | None] = [turn.seat for turn in positions.replay(match).turns]
    except RulesGone:
        seats = [turn.seat for turn in positions.turns_so_far(match)]
        seats += [None] * (len(texts) - len(seats))
    return [
        text if seat and seat is viewer else published_text(match, text)
        for text, seat in zip(texts, seats, strict=False)  # a move may have been made meanwhile
    ]


def published_text(match: Match, text: str) -> str:
    """Return the public form of the move; `WITHHELD` if the rules cannot tell what is hidden in it."""
    try:
        with positions.stored_match():
            game: AnyGame = match.game
            return game.published(game.decode(text))
    except RulesGone:
        return WITHHELD


def transcript_of(match: Match, viewer: Seat | None) -> Transcript:
    """Return the content of the match file; of a running match without the seed, and with moves as in `moves_of`.

    So is that of a sealed match, and of a board of a mirror match until both are over (`Match.is_revealed`).
    """
    finished = match.finished_at if match.is_revealed else None
    return Transcript(
        game=match.game_slug,
        match=match.pk,
        first=match.first.file_name,
        second=match.second.file_name,
        options=match.option_data,
        time_control=TimeControl.parse(match.time_control.file_code),  # files do not say whether clocks rest
        rated=match.rated,
        started=match.started_at.replace(microsecond=0),
        points=(match.first_points, match.second_points),
        commitment=match.commitment,
        moves=tuple(moves_of(match, viewer)),
        finished=finished and finished.replace(microsecond=0),
        ending=match.ending if finished else "",
        outcome=outcome_word(match) if finished else "",
        seed=bytes(match.seed).hex() if finished else "",
        counts=counted(match) if finished else "",
        voided=match.voided_at and match.voided_at.replace(microsecond=0),
        source=_source(match),
        rules=match.rules_version,
        deal=_mixed_deal(match),
        mirror=match.twin_id or "",
    )


def _mixed_deal(match: Match) -> MixedDeal | None:
    """Return the deal that a finished match was mixed from; None where its seed is the server's value alone."""
    deal = match.mixed_deal if match.is_revealed else None
    if deal is None:
        return None
    server, *values = (bytes(value).hex() for value in (deal.server_value, deal.first_value, deal.second_value))
    return MixedDeal(server, (values[0], values[1]), by_chance=deal.by_chance)


def _source(match: Match) -> Source | None:
    """Return the match that this one continues, with its whole file, which a replay needs; None without one."""
    if match.origin and match.origin_ply is not None and match.origin_seat:
        line = tuple(match.origin_line.splitlines())
        return Source(transcript_of(match.origin, None), match.origin_ply, Seat(match.origin_seat), line)
    return None


def outcome_word(match: Match) -> str:
    """Return the value of the field `Winner`; empty while the match runs."""
    if match.finished_at is None:
        return ""
    if match.winner:
        return Seat(match.winner).name.lower()
    return "draw" if match.is_drawn else "none"


def counted(match: Match) -> str:
    """Return the value of the field `Counts`: what the match counted for; empty while it runs."""
    if match.finished_at is None:
        return ""
    if not (match.rated and match.counts):
        return "nothing"
    return "rating score" if match.scores else "rating"


def as_text(match: Match, viewer: Seat | None) -> str:
    """Return the file as text: a header of names and values, an empty line, and one numbered move a line."""
    return transcript_of(match, viewer).text


def as_data(match: Match, viewer: Seat | None) -> dict[str, object]:
    """Return the file as plain data, for JSON and for a player's export."""
    return transcript_of(match, viewer).data


def is_proven(match: Match) -> bool:
    """Return whether the seed of a finished match follows from what its commitment fixes; no move is replayed."""
    return _seed_fits(match, _mixed_deal(match))


def _seed_fits(match: Match, deal: MixedDeal | None) -> bool:
    if deal is None:
        return commitment_of(match.seed) == match.commitment
    server, first, second = (bytes.fromhex(value) for value in (deal.server, *deal.values))
    committed = commitment_to(server, match.pk) == match.commitment
    return committed and mixed_seed(server, (first, second), match.pk) == bytes(match.seed)


def prove(match: Match) -> Proof:
    """Return the proof of a finished match; it is replayed from the seed, without the cache."""
    seed, deal = bytes(match.seed).hex(), _mixed_deal(match)
    commitment_fits = _seed_fits(match, deal)
    winner = None if match.voided_at else match.winner
    stored_end = (match.first_points, match.second_points), winner
    try:
        end = positions.with_ending(match, positions.replay_uncached(match, match.ply).position)
        start = positions.start_of(match)
    except RulesGone:
        return Proof(seed, commitment_fits, deal, None, ())
    names = str(match.first), str(match.second)
    return Proof(
        seed=seed,
        commitment_fits=commitment_fits,
        deal=deal,
        moves_fit=end.result is not None and (end.scores, end.result.winner) == stored_end,
        sealed=tuple(pile.named(names) for pile in match.display.sealed(start) if pile.faces),
    )


def matches_of(user: User, chosen: Q | None = None) -> Iterator[dict[str, object]]:
    """Yield a player's matches as data, oldest first, only those that fulfil `chosen`; running ones without seeds."""
    mine = Match.objects.filter(Q(first=user) | Q(second=user), chosen or Q()).order_by("started_at")
    keys = list(mine.values_list("pk", flat=True))
    for start in range(0, len(keys), ROWS):
        part = Match.objects.filter(pk__in=keys[start : start + ROWS]).order_by("started_at")
        deals = {deal.pk: deal for deal in Deal.objects.filter(version=Deal.MIXED, pk__in=part.values("pk"))}
        for match in part.select_related("first", "second").prefetch_related("moves"):
            match.mixed_deal = deals.get(match.pk)  # a query each otherwise
            yield as_data(match, match.seat_of(user))


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
        for ply, text in enumerate(transcript.moves, 1):
            with _refused_at(transcript, f"move {ply}"):
                game.decode(text)
        return Verified(transcript, game)
    _check_seed(transcript)
    start = _start(transcript, game, options)
    position, turns = _play(transcript, game, start, transcript.moves)
    ending = _ending(transcript)
    if position.result is None and ending.has_result:
        winner = transcript.winner
        waits = winner and position.to_move is winner.other
        if ending is Ending.CLAIMED and not (winner and waits and game.is_decided(game.view(position, winner), winner)):
            raise _refusal(transcript, "Ending", _("The match doesn’t end the way the file says."))
        position = ending.applied(game, position, winner)
    _check_end(transcript, position)
    return Verified(transcript, game, position, turns, start)


def _check_seed(transcript: Transcript) -> None:
    """Raise Unreadable unless the seed follows from both players' values and the server's, which the commitment fixes.

    Without a deal, the commitment must be the hash of the seed itself.
    """
    seed, deal = bytes.fromhex(transcript.seed), transcript.deal
    if deal is None:
        if commitment_of(seed) != transcript.commitment:
            raise _refusal(transcript, "Seed", _("The seed doesn’t match the seal."))
        return
    server = bytes.fromhex(deal.server)
    first, second = (bytes.fromhex(value) for value in deal.values)
    if commitment_to(server, transcript.match) != transcript.commitment:
        raise _refusal(transcript, "Server", _("The server’s value doesn’t match the seal."))
    if mixed_seed(server, (first, second), transcript.match) != seed:
        raise _refusal(transcript, "Seed", _("The seed does not follow from the values that were added."))
    if deal.by_chance and first != second and starter_by_chance(seed, (first, second)):
        raise _refusal(transcript, "Start", _("With this seed, the other player would have begun."))


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
        raise _refusal(transcript, "Origin", _("That match can’t be continued."))
    base, _turns = _play(older, game, before, older.moves[: source.ply])
    if source.ply > len(older.moves) or base.result:
        raise _refusal(transcript, "Origin", _("The match can’t be continued from that turn."))
    with _refused_at(transcript, "Line"):
        base = positions.follow(game, base, source.line, source.ply + 1)[-1]
    if base.result:
        raise _refusal(transcript, "Line", _("The match can’t be continued from that turn."))
    return continued(game, base, source.keeper, rng)


def _play(
    transcript: Transcript, game: AnyGame, position: Position, moves: Sequence[str]
) -> tuple[Position, tuple[PlayedMove, ...]]:
    """Return the position after these moves, and their turns."""
    seed = bytes.fromhex(transcript.seed)
    turns: list[PlayedMove] = []
    for ply, text in enumerate(moves, 1):
        with _refused_at(transcript, f"move {ply}"):
            position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
        turns += [position.last] if position.last else []
    return position, tuple(turns)


@contextmanager
def _refused_at(transcript: Transcript, part: str) -> Iterator[None]:
    """Raise Unreadable where the rules refuse a move, with its line."""
    try:
        yield
    except (BadNotation, IllegalMove) as refusal:
        raise Unreadable(localized(refusal.reason), transcript.lines.get(part)) from None


def _ending(transcript: Transcript) -> Ending:
    """Return the ending that the file names; RUNNING for one that is unknown."""
    try:
        return Ending(transcript.ending)
    except ValueError:
        return Ending.RUNNING


def _check_end(transcript: Transcript, position: Position) -> None:
    if _ending(transcript).has_result != (position.result is not None):
        raise _refusal(transcript, "Ending", _("The match doesn’t end the way the file says."))
    if position.scores != transcript.points:
        score = "{}:{}".format(*position.scores)
        raise _refusal(transcript, "Points", _("The moves score {found}, not what the file says."), found=score)
    if position.result and position.result.winner != transcript.winner:
        raise _refusal(transcript, "Winner", _("The moves don’t lead to the result in the file."))


def _refusal(transcript: Transcript, part: str, sentence: str, **values: object) -> Unreadable:
    return Unreadable(sentence.format(**values), transcript.lines.get(part))
