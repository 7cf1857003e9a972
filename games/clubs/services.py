"""The only code that writes clubs: make, join, leave, roles, close, and the rule for a club without a captain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from core import clock
from core.live import fanout
from core.prepared import PreparedRows
from games.clubs import notices
from games.clubs.errors import (
    Banned,
    ClubIsFull,
    NameTaken,
    NoGuestMembers,
    NoMember,
    NoSuchClub,
    NotCaptain,
    NotFounder,
    TooManyClubs,
)
from games.clubs.hooks import members_left
from games.clubs.models import IN, LEADERS, Club, Member, new_key
from games.notifications.services import notify

MOST_CLUBS = 20  # of a player, requests included
MOST_MEMBERS = 300  # and as many requests beside them, so that requests keep no place of a member
AWAY = timedelta(days=60)  # a captain who was not here for so long no longer counts as one by the rule
RECENT = timedelta(days=14)  # who was here since then may become captain by the rule
Role = Member.Role


def topic_of(key: str) -> str:
    """Return the topic of the open pages of a club."""
    return f"live.club.{key}"


def announce(club_id: str) -> None:
    """Have open pages of the club brought up to date after the commit."""
    transaction.on_commit(partial(fanout.publish, [topic_of(club_id)], {"type": "page.changed"}))


def visible_to(viewer: User | None) -> QuerySet[Club]:
    """Return the clubs that are not closed and that this viewer may see: listed ones, and those of the viewer."""
    alive = Club.objects.filter(closed_at=None)
    listed = alive.exclude(entry=Club.Entry.LINK)
    if viewer is None:
        return listed
    own = Member.objects.filter(club=OuterRef("pk"), player=viewer, role__in=IN)
    return listed | alive.filter(Exists(own))


def find_club(key: str, viewer: User | None) -> Club:
    """Return a club that this viewer may see; raises NoSuchClub."""
    club = _visible.first(key, viewer.pk) if viewer else _public.first(key)
    if club is None:
        raise NoSuchClub
    return club


_visible = PreparedRows(lambda key, viewer: visible_to(User(pk=viewer)).filter(pk=key), str, int)
_public = PreparedRows(lambda key: visible_to(None).filter(pk=key), str)


def club_by_link(key: str) -> Club:
    """Return the club whose link has this key; raises NoSuchClub."""
    club = Club.objects.filter(link_key=key, closed_at=None).first()
    if club is None:
        raise NoSuchClub
    return club


def members_of(club: Club) -> QuerySet[Member]:
    """Return the members by name."""
    return club.members.filter(role__in=IN).select_related("player").order_by("player__name_key")


def role_of(club: Club, player: User | None) -> str:
    """Return the role of a player in the club; empty for none."""
    return next((role for (role,) in _roles(club.pk, player.pk)), "") if player else ""


_roles = PreparedRows(
    lambda club, player: Member.objects.filter(club=club, player=player).values_list("role"), str, int
)


def are_members(club_id: str, *players: User) -> bool:
    """Return whether all these players are members of a club."""
    keys = {player.pk for player in players}
    return Member.objects.filter(club=club_id, player__in=keys, role__in=IN).count() == len(keys)


def clubs_of(player: User) -> QuerySet[Club]:
    """Return the clubs of which a player is a member, by name."""
    return Club.objects.filter(closed_at=None, members__player=player, members__role__in=IN).order_by("name")


def make(club: Club, founder: User) -> Club:
    """Store a new club with its founder. Raises Refused for guests, at the limit, and for a name that is taken."""
    with _one_of_each_name(), transaction.atomic():
        _check_may_join(founder)
        club.save(force_insert=True)
        Member.objects.create(club=club, player=founder, role=Role.FOUNDER, joined_at=clock.now())
    return club


def join(club: Club, player: User, *, by_link: bool = False) -> str:
    """Join a club, or ask to; return the role. Idempotent. Raises Refused.

    The link is the permission of a captain: who has it joins at once, unless banned.
    """
    with transaction.atomic():
        _lock(club)
        theirs = club.members.filter(player=player).first()
        if theirs and theirs.role == Role.BANNED:
            raise Banned
        role = Role.MEMBER if by_link or club.entry == Club.Entry.OPEN else Role.ASKED
        if theirs and (theirs.is_in or theirs.role == role):
            return theirs.role
        if club.entry == Club.Entry.LINK and not by_link:
            raise NoSuchClub
        if theirs is None:
            _check_may_join(player)
        alike = club.members.filter(role__in=IN) if role == Role.MEMBER else club.members.filter(role=role)
        _check_has_room(alike)
        club.members.update_or_create(player=player, defaults={"role": role, "joined_at": clock.now()})
        if role == Role.ASKED:
            for one in members_of(club).filter(role__in=LEADERS):
                notify(one.player, notices.Asked.key, f"{club.pk}.{player.pk}", other=player)
    announce(club.pk)
    return role


def leave(club: Club, player: User) -> None:
    """Leave a club, or take back a request. Always possible; the last member closes it. Idempotent."""
    with transaction.atomic():
        _lock(club)
        club.members.filter(player=player).exclude(role=Role.BANNED).delete()
        fill_offices(club, clock.now())
        _tell_left(club)
    announce(club.pk)


def admit(club: Club, captain: User, player: User) -> None:
    """Accept a request. Idempotent. Raises Refused."""
    with transaction.atomic():
        _lock(club)
        check_leads(club, captain)
        asked = club.members.filter(player=player, role=Role.ASKED)
        if asked.exists():
            _check_has_room(club.members.filter(role__in=IN))
            asked.update(role=Role.MEMBER, joined_at=clock.now())
            notify(player, notices.Admitted.key, club.pk)
    announce(club.pk)


def ban(club: Club, captain: User, player: User) -> None:
    """Remove a player, or refuse a request, for good; a captain can be banned by the founder alone. Raises Refused."""
    with transaction.atomic():
        _lock(club)
        own = check_leads(club, captain)
        theirs = club.members.filter(player=player).first()
        if theirs is None:
            raise NoMember
        if theirs.leads and (own != Role.FOUNDER or theirs.role == Role.FOUNDER):
            raise NotFounder
        club.members.filter(pk=theirs.pk).update(role=Role.BANNED)
        _tell_left(club)
    announce(club.pk)


def unban(club: Club, captain: User, player: User) -> None:
    """Let a banned player join again. Idempotent. Raises Refused."""
    with transaction.atomic():
        _lock(club)
        check_leads(club, captain)
        club.members.filter(player=player, role=Role.BANNED).delete()
    announce(club.pk)


def appoint(club: Club, founder: User, player: User, role: str) -> None:
    """Make a member a captain or a member, or hand the club over to a new founder. Idempotent. Raises Refused."""
    with transaction.atomic():
        _lock(club)
        if role_of(club, founder) != Role.FOUNDER:
            raise NotFounder
        theirs = club.members.filter(player=player, role__in=IN)
        if not theirs.exists() or player.pk == founder.pk:
            raise NoMember
        if role == Role.FOUNDER:
            club.members.filter(player=founder).update(role=Role.CAPTAIN)
        if theirs.exclude(role=role).update(role=role) and role in LEADERS:
            notify(player, notices.Appointed.key, f"{club.pk}.{role}", other=founder)
    announce(club.pk)


def change(club: Club, captain: User) -> None:
    """Store the name, text and way to join of a club. Raises Refused."""
    check_leads(club, captain)
    with _one_of_each_name(), transaction.atomic():
        club.save(update_fields=["name", "name_key", "text", "entry"])
    announce(club.pk)


def renew_link(club: Club, captain: User) -> None:
    """Replace the link; the former one leads nowhere. Raises Refused."""
    check_leads(club, captain)
    Club.objects.filter(pk=club.pk).update(link_key=new_key())
    announce(club.pk)


def close(club: Club, founder: User | None) -> None:
    """Close a club for good; staff (None) may as well as its founder. Idempotent. Raises Refused."""
    with transaction.atomic():
        _lock(club)
        if founder and role_of(club, founder) != Role.FOUNDER:
            raise NotFounder
        _close(club, clock.now())
    announce(club.pk)


def _close(club: Club, now: datetime) -> None:
    """Close a club; its link, members and text go, and what a report or a result may need as soon as none does."""
    Club.objects.filter(pk=club.pk, closed_at=None).update(closed_at=now, text="", link_key=club.pk)
    club.members.all().delete()
    club.lines.filter(erased_at=None).update(erased_at=now)
    _tell_left(club)


def _tell_left(club: Club) -> None:
    for heed in members_left:
        heed(club)


def fill_offices(club: Club, now: datetime) -> None:
    """Give a club a leader by the written rule, and close it without members; call it with the club locked.

    As long as a founder or captain was here within `AWAY`, nothing changes. Else the member becomes captain who joined
    first of those who were here within `RECENT`; without one, a club that has no leader at all takes the one who
    joined first. The office of a founder that is vacant goes to the captain who joined first.
    """
    members = [one for one in members_of(club) if one.player.is_active]
    if not members:
        _close(club, now)
        return
    members.sort(key=lambda one: (one.joined_at, one.pk))
    leaders = [one for one in members if one.leads]
    if not any(_was_here(one.player, now - AWAY) for one in leaders):
        recent = [one for one in members if not one.leads and _was_here(one.player, now - RECENT)]
        if chosen := next(iter(recent or ([] if leaders else members)), None):
            chosen.role = Role.CAPTAIN
            chosen.save(update_fields=["role"])
            leaders.append(chosen)
            notify(chosen.player, notices.Captain.key, club.pk)
    if not any(one.role == Role.FOUNDER for one in leaders):
        club.members.filter(role=Role.FOUNDER).update(role=Role.MEMBER)  # of an account that staff have closed
        club.members.filter(pk=leaders[0].pk).update(role=Role.FOUNDER)


def keep_offices(now: datetime | None = None) -> None:
    """Apply the rule to all clubs whose founder and captains are away."""
    now = now or clock.now()
    here = Member.objects.filter(
        club=OuterRef("pk"), role__in=LEADERS, player__is_active=True, player__seen_at__gte=now - AWAY
    )
    for club in Club.objects.filter(closed_at=None).exclude(Exists(here)):
        with suppress(NoSuchClub), transaction.atomic():
            _lock(club)
            fill_offices(club, now)
        announce(club.pk)


def leave_all(player: User) -> None:
    """Have a player whose account is deleted leave all clubs, and forget bans of that account."""
    for club in Club.objects.filter(members__player=player, closed_at=None).order_by("pk"):
        with suppress(NoSuchClub):  # closed meanwhile: it has no members
            _lock(club)
            club.members.filter(player=player).delete()
            fill_offices(club, clock.now())
        announce(club.pk)


def _was_here(player: User, since: datetime) -> bool:
    return player.seen_at is not None and player.seen_at >= since


def _lock(club: Club) -> None:
    """Lock the row, so that two changes of members follow each other; raises NoSuchClub if it was closed meanwhile."""
    if not Club.objects.select_for_update().filter(pk=club.pk, closed_at=None).exists():
        raise NoSuchClub


@contextmanager
def _one_of_each_name() -> Iterator[None]:
    """Raise NameTaken where another request has stored the name since the form looked."""
    try:
        yield
    except IntegrityError as fault:
        raise NameTaken from fault


def _check_has_room(alike: QuerySet[Member]) -> None:
    if alike.count() >= MOST_MEMBERS:
        raise ClubIsFull


def check_leads(club: Club, captain: User) -> str:
    """Return the role of a captain; raises NotCaptain for others."""
    role = role_of(club, captain)
    if role not in LEADERS:
        raise NotCaptain
    return role


def _check_may_join(player: User) -> None:
    if player.is_guest or player.is_computer:
        raise NoGuestMembers
    if Member.objects.filter(player=player, club__closed_at=None).exclude(role=Role.BANNED).count() >= MOST_CLUBS:
        raise TooManyClubs
