"""Challenges between classmates: direct ones of the lobby, casual and in correspondence, inside the class only."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.catalogue import games
from games.classes.errors import NoChallenges, NoClassmate, NoSuchGame, Paused
from games.classes.models import Pupil, SchoolClass
from games.classes.services import announce, pupils_of
from games.lobby import services as lobby
from games.lobby.errors import NoSuchOffer
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.time.control import STRICT_CORRESPONDENCE


def classmates_of(school_class: SchoolClass, user: User) -> QuerySet[Pupil]:
    """Return the other pupils of the class, in the order of its list."""
    return pupils_of(school_class).exclude(user=user)


def challenges_of(school_class: SchoolClass) -> QuerySet[Offer]:
    """Return the challenges between pupils of the class that wait for an answer, the oldest first."""
    waiting = _between(school_class).filter(status=Offer.Status.OPEN, game_slug__in=games())
    return waiting.select_related("challenger", "opponent").order_by("made_at", "pk")


def challenge(school_class: SchoolClass, user: User, classmate: str, slug: str, level: str) -> Offer:
    """Have a pupil challenge a classmate, who is named by the key in the class. Idempotent. Raises Refused."""
    _check_open(school_class)
    classmate_row = classmates_of(school_class, user).filter(pk=classmate).first() if classmate.isdecimal() else None
    if classmate_row is None:
        raise NoClassmate
    try:
        options = games()[slug].options_type.of_level(level)
    except (KeyError, ValueError):
        raise NoSuchGame from None
    with transaction.atomic():
        offer = lobby.make_offer(
            challenger=user,
            game_slug=slug,
            options=options,
            time_control=STRICT_CORRESPONDENCE,
            kind=Offer.Kind.DIRECT,
            opponent=classmate_row.user,
        )
        announce(school_class)
    return offer


def accept(school_class: SchoolClass, user: User, offer_id: str) -> Match:
    """Start the match of a challenge to this pupil. Idempotent. Raises Refused."""
    _check_open(school_class)
    _check_inside(school_class, offer_id)
    with transaction.atomic():
        match = lobby.accept_offer(offer_id, user)
        announce(school_class)
    return match


def decline(school_class: SchoolClass, user: User, offer_id: str) -> None:
    """Decline a challenge to this pupil. Idempotent. Raises Refused."""
    _check_inside(school_class, offer_id)
    with transaction.atomic():
        lobby.decline_offer(offer_id, user)
        announce(school_class)


def withdraw(school_class: SchoolClass, user: User, offer_id: str) -> None:
    """Withdraw a challenge by this pupil. Idempotent. Raises Refused."""
    _check_inside(school_class, offer_id)
    with transaction.atomic():
        lobby.withdraw_offer(offer_id, user)
        announce(school_class)


def allow(school_class: SchoolClass, *, allowed: bool) -> None:
    """Let the pupils challenge each other, or withdraw what waits and let them no longer. Idempotent."""
    school_class.has_challenges = allowed
    with transaction.atomic():
        school_class.save(update_fields=["has_challenges"])
        if not allowed:
            lobby.withdraw_these(challenges_of(school_class))
        announce(school_class)


def _between(school_class: SchoolClass) -> QuerySet[Offer]:
    pupils = school_class.pupils.values("user")
    return Offer.objects.filter(kind=Offer.Kind.DIRECT, challenger__in=pupils, opponent__in=pupils)


def _check_inside(school_class: SchoolClass, offer_id: str) -> None:
    """Raise NoSuchOffer for an offer that is not one between pupils of the class, such as an open one of the lobby."""
    if not _between(school_class).filter(pk=offer_id).exists():
        raise NoSuchOffer


def _check_open(school_class: SchoolClass) -> None:
    """Raise Refused where the pupils cannot challenge each other now."""
    if not school_class.has_challenges:
        raise NoChallenges
    if school_class.is_paused:
        raise Paused
