"""The only code that writes offers: make, accept, decline, withdraw, expire."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.online import presence
from accounts.player import lock_players
from accounts.services import blocked_between
from core import clock
from core.prepared import PreparedRows
from games.catalogue import games
from games.clubs import services as clubs
from games.clubs.models import IN, Club, Member
from games.computers.services import check_challenge
from games.lobby import notices
from games.lobby.errors import (
    Casual,
    CasualWithBot,
    Closed,
    NoSuchOffer,
    NoSuchPlayer,
    NotInClub,
    Taken,
    TooManyChallenges,
    TooManyOffers,
    Yourself,
)
from games.lobby.models import Offer
from games.lobby.notices import tell_call, tell_challenge
from games.lobby.own import check_acceptable
from games.lobby.programs import tell_programs
from games.lobby.standing import begin, check_standing
from games.matches.errors import Blocked
from games.matches.models import Deal, Match
from games.matches.play.deals import NO_MIX, Mix, new_deal, prepared
from games.matches.play.heartbeat import heart
from games.matches.play.opening import start_match
from games.matches.play.sealing import check_mirror
from games.matches.play.starts import check_may_begin
from games.matches.time.control import CALLING, GATHERING, USUAL_CORRESPONDENCE, TimeControl
from games.matches.time.terms import played_live
from games.rules import Options, Seat

INVITATIONS = (Offer.Kind.LINK, Offer.Kind.DIRECT)
LISTED = (Offer.Kind.OPEN, Offer.Kind.CLUB)
MOST_OFFERS = 10  # open ones of a player
MOST_CHALLENGES = 3  # of one player to one other

# How long an open offer stays after its challenger was last online, and at most
GUESTS_STAY = timedelta(minutes=10)
PLAYERS_STAY = timedelta(days=3)
INVITATIONS_STAY = CALLING  # live links and challenges: the challenger sends them by another app, and is called
LONGEST = timedelta(days=14)


def make_offer(
    *,
    challenger: User,
    game_slug: str,
    options: Options,
    time_control: TimeControl = USUAL_CORRESPONDENCE,
    starts: str = Offer.Starts.RANDOM,
    kind: str = Offer.Kind.OPEN,
    opponent: User | None = None,
    club: Club | None = None,
    rated: bool = False,
    closes_at: datetime | None = None,
    flexible: bool = False,
    standing: bool = False,
    mix: Mix = NO_MIX,
) -> Offer:
    """Make an offer; a direct one names its opponent, one to members its club.

    Idempotent: an equal open offer is returned instead.

    An equal one that Play now left behind becomes the offer that is wanted: without expiry, and for guests only if they
    are wanted. At `closes_at` it is withdrawn, whether or not its challenger is online. One that is rated and
    `flexible` may be accepted by a guest, as a link may: the match is casual then. `mix` is what the challenger's
    browser adds to the deal. After a `standing` one further matches follow by themselves (`games.lobby.standing`).

    A computer player accepts at once: such an offer has its match already. Raises Refused if the opponent is the
    challenger, unknown, blocked or a computer that does not play this game; at the limits; and if it is rated by or
    to a guest. With a handicap the match is casual.
    """
    rated = rated and not any(options.given)
    if rated and not (challenger.plays_rated and (opponent is None or opponent.plays_rated)):
        raise Casual
    if rated and opponent and not challenger.may_play_rated(opponent):
        raise CasualWithBot
    if opponent:
        _check_opponent(challenger, opponent, game_slug)
    if club and not clubs.are_members(club.pk, challenger):
        raise NotInClub
    new_offer = Offer(
        kind=kind,
        challenger=challenger,
        opponent=opponent,
        club=club,
        game_slug=game_slug,
        option_data=options.data(),
        starts=starts,
        rated=rated,
        closes_at=closes_at,
        flexible=flexible,
        standing=standing,
    )
    new_offer.time_control = time_control
    check_standing(new_offer)
    if options.is_mirror:
        check_mirror(new_offer)
    with transaction.atomic():  # the lock serialises requests, which together could exceed the limits
        if not lock_players(challenger, *([opponent] if opponent else [])):
            raise NoSuchPlayer
        waiting = list(Offer.objects.filter(challenger=challenger, status=Offer.Status.OPEN))
        if twin := next((offer for offer in waiting if _equal(offer, new_offer)), None):
            if new_offer.closes_at is None and twin.closes_at:
                twin.closes_at, twin.flexible = None, flexible
                twin.save(update_fields=["closes_at", "flexible"])
                notices.announce_offers([twin])
            return twin
        _check_limits(waiting, new_offer)
        check_may_begin(challenger, live=new_offer.is_live)
        if deal := prepared(mix):
            deal.save(force_insert=True)
            new_offer.deal = deal
        new_offer.save(force_insert=True)
        if opponent and opponent.is_computer:
            new_offer.match = accept_offer(new_offer.pk, opponent)
        elif opponent:
            tell_challenge(opponent, challenger, new_offer.pk, game_slug)
            tell_programs("challenge.received", new_offer)
        notices.announce_offers([new_offer])
    return new_offer


def find_offer(offer_id: str) -> Offer:
    """Return the offer with its challenger, open or closed; raises NoSuchOffer."""
    offer = _find.first(offer_id)
    if offer is None:
        raise NoSuchOffer
    return offer


_find = PreparedRows(lambda pk: Offer.objects.select_related("challenger", "match", "deal", "club").filter(pk=pk), str)


def deal_of(offer_id: str, player: User | None) -> Deal:
    """Return the deal of an open offer, whose commitment is thereby fixed. Raises Refused like `accept_offer`."""
    offer = find_offer(offer_id)
    check_acceptable(offer, player)
    if offer.deal is None:
        with transaction.atomic():
            deal = new_deal()
            deal.save(force_insert=True)
            if Offer.objects.filter(pk=offer.pk, status=Offer.Status.OPEN, deal=None).update(deal=deal):
                return deal
            transaction.set_rollback(True)
        offer = find_offer(offer_id)
    if offer.deal is None:
        raise Closed
    return offer.deal


def accept_offer(offer_id: str, player: User, *, instead: Offer | None = None, mix: Mix = NO_MIX) -> Match:
    """Start the match that is offered. Of two players who accept at the same instant, one gets Taken.

    `instead` is an offer of the player's own that is withdrawn in the same transaction. `mix` is what the player's
    browser adds to the deal; without it, what it had added to `instead`. Idempotent: the player who has accepted it
    gets the same match again. Raises Refused.
    """
    offer = find_offer(offer_id)
    if match := _accepted_by(offer, player):
        return match
    check_acceptable(offer, player)
    try:
        with transaction.atomic():
            if not lock_players(offer.challenger, player):  # before the offers, as in account deletion (no deadlock)
                raise Closed
            check_may_begin(player, offer.challenger, live=offer.is_live)
            return _start(offer, player, instead, mix)
    except Taken:
        if match := _accepted_by(find_offer(offer_id), player):
            return match
        raise


def challenge_back(offer_id: str, player: User, *, mix: Mix = NO_MIX) -> Offer:
    """Challenge the player whose link is over, on the same terms; casual if one of the two is a guest.

    Raises NoSuchOffer for anything but a link by another player, and Refused like `make_offer`.
    """
    offer = find_offer(offer_id)
    if offer.kind != Offer.Kind.LINK or offer.challenger_id == player.pk or not offer.has_rules:
        raise NoSuchOffer
    return make_offer(
        challenger=player,
        game_slug=offer.game_slug,
        options=offer.options.seats_exchanged(),
        time_control=offer.time_control,
        kind=Offer.Kind.DIRECT,
        opponent=offer.challenger,
        rated=offer.rated and player.may_play_rated(offer.challenger),
        mix=mix,
    )


def decline_offer(offer_id: str, player: User) -> None:
    """Decline a challenge; the challenger's page shows it. Idempotent. Raises Refused."""
    offer = find_offer(offer_id)
    if offer.kind != Offer.Kind.DIRECT or offer.opponent_id != player.pk:
        raise NoSuchOffer
    if offer.status != Offer.Status.DECLINED:
        _close(offer, Offer.Status.DECLINED)


def withdraw_offer(offer_id: str, player: User) -> None:
    """Withdraw the player's own offer. Idempotent. Raises Refused, also if it was accepted a moment ago."""
    offer = find_offer(offer_id)
    if offer.challenger_id != player.pk:
        raise NoSuchOffer
    if offer.status != Offer.Status.WITHDRAWN:
        _close(offer, Offer.Status.WITHDRAWN)


def keep_open(offer: Offer) -> None:
    """Let the offer wait while its challenger is online, without a time limit."""
    Offer.objects.filter(pk=offer.pk).update(closes_at=None)
    offer.closes_at = None


def withdraw_passing(player: User, *, but: str) -> None:
    """Withdraw the player's challenges that close by themselves, except those of the game `but`."""
    passing = Offer.objects.filter(challenger=player, status=Offer.Status.OPEN, closes_at__isnull=False)
    _close_many(passing.exclude(game_slug=but).values_list("pk", flat=True), clock.now())


def withdraw_all(player: User) -> int:
    """Withdraw every open offer of a player whose account is deleted, and every challenge to them; return how many."""
    theirs = Offer.objects.filter(Q(challenger=player) | Q(opponent=player), status=Offer.Status.OPEN)
    return _close_many(theirs.values_list("pk", flat=True), clock.now())


def withdraw_these(offers: QuerySet[Offer]) -> int:
    """Withdraw these offers as far as they are open, as a teacher may those of a class; return how many."""
    return _close_many(offers.values_list("pk", flat=True), clock.now())


def close_stale_offers(now: datetime | None = None) -> int:
    """Withdraw open offers that have expired or whose challengers are offline, live ones soon; return how many.

    Live links and challenges stay longer: their challengers send them by another app, and are called.
    So are offers by and to accounts that staff have closed, to clubs that their challengers have left, and those with
    options that their games no longer know: they could not be accepted. While the site is down, when all are offline,
    none is withdrawn.
    """
    if heart.is_silent():
        return 0
    now = now or clock.now()
    player_gone = Q(challenger__seen_at=None) | Q(challenger__seen_at__lt=now - PLAYERS_STAY)
    guest_gone = Q(challenger__seen_at=None) | Q(challenger__seen_at__lt=now - GUESTS_STAY)
    just_gone = Q(challenger__seen_at=None) | Q(challenger__seen_at__lt=now - presence.PRESENT)
    inviter_gone = Q(challenger__seen_at=None) | Q(challenger__seen_at__lt=now - INVITATIONS_STAY)
    member = Member.objects.filter(club=OuterRef("club"), player=OuterRef("challenger"), role__in=IN)
    stale = Offer.objects.filter(status=Offer.Status.OPEN).filter(
        Q(made_at__lt=now - LONGEST)
        | Q(closes_at__lte=now)
        | Q(challenger__is_active=False)
        | Q(opponent__is_active=False)
        | Q(guest_gone, kind__in=LISTED, challenger__is_guest=True, made_at__lt=now - GUESTS_STAY)
        | Q(just_gone, played_live(), kind__in=LISTED, made_at__lt=now - presence.PRESENT)
        | Q(inviter_gone, played_live(), kind__in=INVITATIONS, made_at__lt=now - INVITATIONS_STAY)
        | Q(player_gone, kind__in=LISTED, made_at__lt=now - PLAYERS_STAY)
        | (Q(kind=Offer.Kind.CLUB) & ~Exists(member))
        | Q(pk__in=_without_rules())
    )
    return _close_many(stale.values_list("pk", flat=True), now)


def resume_offers(silent_since: datetime, now: datetime) -> None:
    """Postpone the expiry of open offers by the time for which the site was down."""
    offers = Offer.objects.filter(status=Offer.Status.OPEN, closes_at__gt=silent_since)
    offers.update(closes_at=F("closes_at") + (now - silent_since))


def _without_rules() -> list[str]:
    """Return the keys of open offers whose game is installed and does not know their options."""
    installed = Offer.objects.filter(status=Offer.Status.OPEN, game_slug__in=games())
    return [offer.pk for offer in installed.only("game_slug", "option_data") if not offer.has_rules]


def _check_opponent(challenger: User, opponent: User, game_slug: str) -> None:
    if challenger.pk == opponent.pk:
        raise Yourself
    if not opponent.is_active or (challenger.is_pupil != opponent.is_pupil and not opponent.is_computer):
        raise NoSuchPlayer
    if blocked_between(challenger, opponent):
        raise Blocked
    if opponent.is_computer:
        check_challenge(challenger, opponent, game_slug)


def _equal(offer: Offer, new_offer: Offer) -> bool:
    names = (
        "kind",
        "opponent_id",
        "club_id",
        "game_slug",
        "option_data",
        "time_control",
        "starts",
        "rated",
        "standing",
    )
    return new_offer.kind != Offer.Kind.LINK and all(getattr(offer, name) == getattr(new_offer, name) for name in names)


def _check_limits(waiting: list[Offer], new_offer: Offer) -> None:
    if len(waiting) >= MOST_OFFERS:
        raise TooManyOffers
    to_the_same = [offer for offer in waiting if offer.opponent_id == new_offer.opponent_id]
    if new_offer.opponent_id and len(to_the_same) >= MOST_CHALLENGES:
        raise TooManyChallenges


def _accepted_by(offer: Offer, player: User) -> Match | None:
    """Return the match that came of the offer, if this player accepted it."""
    match = offer.match
    return match if match and player.pk != offer.challenger_id and match.seat_of(player) else None


def _start(offer: Offer, player: User, instead: Offer | None, mix: Mix) -> Match:
    """Close the offer, or raise, and start its match; call it in a transaction."""
    if instead:
        _lock(offer, instead)
        _close(instead, Offer.Status.WITHDRAWN)
    _close(offer, Offer.Status.ACCEPTED)
    agreed = Offer.objects.select_related("deal").get(pk=offer.pk).deal
    value = mix.value or _proposal(instead.deal if instead else None)
    deal = agreed or prepared(Mix(value, mix.ticket))
    players, values, options = (offer.challenger, player), (_proposal(agreed), value), offer.options
    if offer.starts == Offer.Starts.OPPONENT:
        players, values, options = players[::-1], values[::-1], options.seats_exchanged()
    match = start_match(
        game_slug=offer.game_slug,
        options=options,
        first=players[0],
        second=players[1],
        time_control=offer.time_control,
        rated=offer.rated,
        deal=deal,
        values=values,
        by_chance=offer.starts == Offer.Starts.RANDOM,
        gathering=CALLING if offer.kind in INVITATIONS else GATHERING,
    )
    Offer.objects.filter(pk=offer.pk).update(match=match)
    begin(offer, match)
    if match.is_called:
        tell_call(offer.challenger, player, match)
    return match


def call_awaited(match: Match, seat: Seat) -> None:
    """Call the player in this seat, whose opponent has arrived, to a match that came of a link or challenge."""
    if match.is_called:
        tell_call(match.player(seat), match.player(seat.other), match)


def _lock(*offers: Offer) -> None:
    """Lock the rows in one order, so that two players who accept each other's offers do not deadlock."""
    keys = [offer.pk for offer in offers]
    list(Offer.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


def _proposal(deal: Deal | None) -> bytes:
    """Return the value that the challenger's browser has added; empty without one."""
    return bytes(deal.proposal) if deal else b""


def _close(offer: Offer, status: str) -> None:
    """Close the offer if it is still open (compare-and-set); else raise Taken or Closed."""
    still_open = Offer.objects.filter(pk=offer.pk, status=Offer.Status.OPEN)
    if not still_open.update(status=status, closed_at=clock.now()):
        raise Taken if find_offer(offer.pk).status == Offer.Status.ACCEPTED else Closed
    tell_programs(f"challenge.{status}", offer)
    notices.announce_offers([offer])


def _close_many(keys: QuerySet[Offer, str], now: datetime) -> int:
    still_open = Offer.objects.filter(pk__in=list(keys), status=Offer.Status.OPEN)
    offers = list(still_open)
    count = still_open.update(status=Offer.Status.WITHDRAWN, closed_at=now)
    if count:
        tell_programs(f"challenge.{Offer.Status.WITHDRAWN}", *offers)
        notices.announce_offers(offers)
    return count
