"""The start of matches: of one, or of many in one transaction with a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Required, TypedDict, Unpack

from django.db import transaction

from accounts.models import User
from accounts.player import lock_players
from accounts.sessions import shared_places
from core import clock
from games.catalogue import games
from games.matches.errors import Blocked
from games.matches.hooks import begin_turns, match_started
from games.matches.models import Deal, Match, commitment_of
from games.matches.play import deals, positions, sealing, updates
from games.matches.play.seals import SealedDeal
from games.matches.play.starts import Origin
from games.matches.play.vacation import rest_schedule
from games.matches.time.clock import NEVER_RESTS, Clock, Pair
from games.matches.time.control import GATHERING, TimeControl
from games.rules import Options, Seat


@dataclass(frozen=True)
class Opening:
    """A match that is about to begin, its deal, and how long its players have to arrive; nothing is stored yet."""

    match: Match
    deal: Deal
    gathering: timedelta
    twin: Opening | None = None  # the second board of a mirror match


class Terms(TypedDict, total=False):
    """The arguments of `opened`."""

    game_slug: Required[str]
    options: Required[Options]
    first: Required[User]
    second: Required[User]
    time_control: Required[TimeControl]
    rated: bool
    origin: Origin | None
    deal: Deal | None
    values: tuple[bytes, bytes]
    by_chance: bool
    sealed: SealedDeal | None
    gathering: timedelta
    event_key: str


def start_match(**terms: Unpack[Terms]) -> Match:
    """Create a match with these terms, and begin it or wait for its players; see `opened`.

    Of a mirror match it is the first board. Raises Blocked where a player's account is closed, and as `opened` does.
    """
    opening = opened(**terms)
    with transaction.atomic():
        if not lock_players(terms["first"], terms["second"]):
            raise Blocked
        begin_all([opening])
    return opening.match


def opened(
    *,
    game_slug: str,
    options: Options,
    first: User,
    second: User,
    time_control: TimeControl,
    rated: bool = False,
    origin: Origin | None = None,
    deal: Deal | None = None,
    values: tuple[bytes, bytes] = (b"", b""),
    by_chance: bool = False,
    sealed: SealedDeal | None = None,
    gathering: timedelta = GATHERING,
    event_key: str = "",
) -> Opening:
    """Return a match; `first` begins, unless `by_chance` or the `origin` decides. Live, it waits for both players.

    With the options of a mirror match, it has both boards (`sealing`). It is never rated with a guest, between a bot
    and a person, as a mirror match among bots, with a handicap, or with an `origin`, the match that it continues with
    its points and rules. The seed is derived from the `deal`, whose commitment was made before, and the `values` of
    both browsers; so is who begins `by_chance`. Without a deal the server draws both, but for the seed of a `sealed`
    deal, which others play too. Live, both players have `gathering` to arrive. `event_key` is that of the event in
    which it is played, if any. Raises NoMirror, and RulesGone for an origin that cannot be replayed.
    """
    now = clock.now()
    is_mirror = options.is_mirror and not origin
    may_count = not (origin or any(options.given) or (is_mirror and first.is_bot))
    seed = deals.mixed_seed(deal.server_value, values, deal.match_id) if deal else None
    if by_chance and deals.starter_by_chance(seed, values):
        first, second, values, options = second, first, values[::-1], options.seats_exchanged()
    match = Match(
        game_slug=game_slug,
        rules_version=origin.match.rules_version if origin else games()[game_slug].rules_version,
        option_data=(options if origin else options.renewed()).data(),
        first=first,
        second=second,
        rated=rated and may_count and first.may_play_rated(second),
        event_key=event_key,
        started_at=now,
        moved_at=now,
        **({"id": deal.match_id, "seed": seed} if deal else {}),
        **(sealed._asdict() if sealed else {}),
        **(origin.columns if origin else {}),
    )
    match.time_control = time_control
    if deal is None:
        deal = deals.unmixed_deal(match.pk, commitment_of(match.seed))
    deal.first_value, deal.second_value = values
    deal.by_chance = by_chance
    match.commitment, match.mixed_by = deal.commitment, deals.mixed_by(deal)
    position = positions.replay(match).position
    match.to_move = position.to_move
    (match.first_points, match.second_points), match.tallies = position.scores, position.tallies
    if not is_mirror:
        return Opening(match, deal, gathering)
    sealing.check_mirror(match)
    match.twin = twin = sealing.twin_of(match)
    twin_opening = Opening(twin, deals.unmixed_deal(twin.pk, twin.commitment), gathering)
    return Opening(match, deal, gathering, twin_opening)


def begin_all(openings: Sequence[Opening]) -> None:
    """Store matches, and begin their first turns. Call it in a transaction that has locked their players."""
    boards = [board for opening in openings for board in (opening, opening.twin) if board]
    rated = [board.match for board in boards if board.match.rated]
    for match, place in zip(rated, shared_places([(one.first, one.second) for one in rated]), strict=True):
        match.shared_place = place
    for board in boards:
        match, control = board.match, board.match.time_control
        # Behind the lock: a vacation that is planned meanwhile counts.
        rests = rest_schedule(match.player(Seat(match.to_move)), match.started_at) if control.rests else NEVER_RESTS
        away_since = Pair(*(None if player.is_computer else match.started_at for player in (match.first, match.second)))
        match.clock = Clock.started(
            control, Seat(match.to_move), match.started_at, away_since, gathering=board.gathering, rests=rests
        )
    matches = [board.match for board in boards]
    deals.save_begun([board.deal for board in boards])
    Match.objects.bulk_create(matches)
    for follow in match_started:
        follow(matches)
    begin_turns(*matches)
    transaction.on_commit(partial(_announce, matches))


def _announce(matches: Iterable[Match]) -> None:
    for match in matches:
        updates.announce(match)
