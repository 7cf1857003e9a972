"""Rounds: all pupils who are here play their neighbours, or a computer, at a press of the teacher."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.online import presence
from core import clock
from games.catalogue import bots, games
from games.classes.models import SchoolClass
from games.classes.services import pupils_of
from games.computers.services import computer_for
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import STRICT_CORRESPONDENCE


def here_of(school_class: SchoolClass) -> list[User]:
    """Return the pupils who are online, in the order of the list."""
    since = clock.now() - presence.PRESENT
    return [one.user for one in pupils_of(school_class) if one.user.seen_at and one.user.seen_at > since]


def begin_round(school_class: SchoolClass, slug: str, *, alone: bool = False) -> list[Match]:
    """Pair the pupils who are here with their neighbours, or all with the easiest computer; return the matches.

    The odd one out plays the computer. Who has a match of this game without a move gets no other, as after a double
    press.
    """
    with transaction.atomic():
        SchoolClass.objects.select_for_update(no_key=True).get(pk=school_class.pk)
        waiting = [pupil for pupil in here_of(school_class) if not _has_begun(pupil, slug)]
        pairs: list[tuple[User, User]] = []
        while len(waiting) > 1 and not alone:
            pairs.append((waiting.pop(0), waiting.pop(0)))
        if waiting and (levels := bots().get(slug)):
            computer = computer_for(slug, min(levels))
            pairs += [(pupil, computer) for pupil in waiting]
        return [_start(slug, *pair) for pair in pairs]


def _has_begun(pupil: User, slug: str) -> bool:
    fresh = Match.objects.filter(Q(first=pupil) | Q(second=pupil), game_slug=slug, finished_at=None, ply=0)
    return fresh.exists()


def _start(slug: str, first: User, second: User) -> Match:
    options = games()[slug].options_type()
    return start_match(game_slug=slug, options=options, first=first, second=second, time_control=STRICT_CORRESPONDENCE)
