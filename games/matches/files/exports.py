"""Exports of a match: its file as text or data, and the proof that its tiles fit the commitment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from core.responses import ROWS
from games.matches.errors import RulesGone
from games.matches.files.transcript import MixedDeal, Source, Transcript
from games.matches.models import Deal, Match, commitment_of
from games.matches.play import positions
from games.matches.play.deals import commitment_to, mixed_seed
from games.matches.time.control import TimeControl
from games.rules import AnyGame, Pile, Seat

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
    deal: Deal | None
    moves_fit: bool | None
    sealed: tuple[Pile, ...]

    @property
    def server(self) -> str:
        """The server's value in hexadecimal; empty where it is the seed itself."""
        return bytes(self.deal.server_value).hex() if self.deal else ""

    @property
    def first(self) -> str:
        """The value of the first player's browser in hexadecimal; empty without one."""
        return bytes(self.deal.first_value).hex() if self.deal else ""

    @property
    def second(self) -> str:
        """The value of the second player's browser in hexadecimal; empty without one."""
        return bytes(self.deal.second_value).hex() if self.deal else ""

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
    if match.finished_at:
        return texts
    try:
        seats: list[Seat | None] = [turn.seat for turn in positions.replay(match).turns]
    except RulesGone:
        seats = [turn.seat for turn in positions.turns_so_far(match)]
        seats += [None] * (len(texts) - len(seats))
    return [
        text if seat and seat is viewer else _published(match, text)
        for text, seat in zip(texts, seats, strict=False)  # a move may have been made meanwhile
    ]


def _published(match: Match, text: str) -> str:
    """Return the public form of the move; `WITHHELD` if the rules cannot tell what is hidden in it."""
    try:
        with positions.stored_match():
            game: AnyGame = match.game
            return game.published(game.decode(text))
    except RulesGone:
        return WITHHELD


def transcript_of(match: Match, viewer: Seat | None) -> Transcript:
    """Return the content of the match file; of a running match without the seed, and with moves as in `moves_of`."""
    deal = _mixed_deal(match)
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
        finished=match.finished_at and match.finished_at.replace(microsecond=0),
        ending=match.ending,
        outcome=_outcome(match),
        seed=bytes(match.seed).hex() if match.finished_at else "",
        counts=_counted(match),
        voided=match.voided_at and match.voided_at.replace(microsecond=0),
        source=_source(match),
        rules=match.rules_version,
        deal=_deal_in_file(match, deal),
    )


def _mixed_deal(match: Match) -> Deal | None:
    """Return the deal that a finished match was mixed from; None where its seed is the server's value alone."""
    return match.mixed_deal if match.finished_at else None


def _deal_in_file(match: Match, deal: Deal | None) -> MixedDeal | None:
    if deal is None:
        return None
    values = bytes(deal.first_value).hex(), bytes(deal.second_value).hex()
    return MixedDeal(bytes(deal.server_value).hex(), values, by_chance=deal.by_chance)


def _source(match: Match) -> Source | None:
    """Return the match that this one continues, with its whole file, which a replay needs; None without one."""
    if match.origin and match.origin_ply is not None and match.origin_seat:
        return Source(transcript_of(match.origin, None), match.origin_ply, Seat(match.origin_seat))
    return None


def _outcome(match: Match) -> str:
    """Return the value of the field `Winner`; empty while the match runs."""
    if match.finished_at is None:
        return ""
    if match.winner:
        return Seat(match.winner).name.lower()
    return "draw" if match.is_drawn else "none"


def _counted(match: Match) -> str:
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


def seed_fits(match: Match, deal: Deal | None) -> bool:
    """Return whether the seed of a match follows from the values that its commitment fixes.

    Without a deal, the commitment is the hash of the seed itself.
    """
    if deal is None:
        return commitment_of(match.seed) == match.commitment
    committed = commitment_to(deal.server_value, match.pk) == match.commitment
    seed = mixed_seed(deal.server_value, (deal.first_value, deal.second_value), match.pk)
    return committed and seed == bytes(match.seed)


def is_proven(match: Match) -> bool:
    """Return `seed_fits` of a finished match, with its deal if the seed was mixed; does not replay the moves."""
    return seed_fits(match, _mixed_deal(match))


def prove(match: Match) -> Proof:
    """Return the proof of a finished match; it is replayed from the seed, without the cache."""
    seed, deal = bytes(match.seed).hex(), _mixed_deal(match)
    commitment_fits = seed_fits(match, deal)
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
