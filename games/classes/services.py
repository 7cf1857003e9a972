"""Services of classes: making and deleting them, their pupils, cards, and who belongs to which."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, ProtectedError, Q, QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise

from accounts.models import User
from accounts.services import delete_account
from accounts.sessions import delete_sessions, end_sessions_of
from core import clock
from core.live import fanout
from core.sweeps import Sweep
from games.classes import cards, notices
from games.classes.errors import ClassIsFull, NoGuestTeachers, Paused, TooManyClasses
from games.classes.forms import MOST_PUPILS
from games.classes.models import LONGEST_SUM, Pupil, SchoolClass, WrongSum
from games.matches.models import Deal, Match
from games.matches.play.updates import announce_live_partial
from games.notifications.services import notify
from games.puzzles.models import Puzzle
from games.rules import FalseSum
from games.social.models import Message, ModerationAction, Report

MOST_CLASSES = 12  # of a teacher
WARNED_BEFORE = timedelta(days=14)
MOST_WRONG_SUMS = 200  # kept of a pupil, the latest
PAUSE = "class_pause"  # the name of the live partial on pages of matches
BATCH = 20  # classes that one pass deletes
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
_ends = Sweep("ends of classes")


@dataclass(frozen=True)
class Card:
    """A card as it is printed; code and picture are known at this moment only."""

    name: str
    code: str
    picture: tuple[str, ...]

    @property
    def tiles(self) -> list[tuple[str, str | Promise]]:
        """The tiles of the picture, each with how it is read aloud."""
        return [(name, cards.TILES[name]) for name in self.picture]


def classes_of(teacher: User) -> QuerySet[SchoolClass]:
    """Return the classes of a teacher by name."""
    return SchoolClass.objects.filter(teacher=teacher).order_by("name", "pk")


def class_of(user: User) -> SchoolClass | None:
    """Return the class of a pupil; None for anyone else."""
    if not user.is_pupil:
        return None
    return SchoolClass.objects.filter(pupils__user=user).first()


def pupils_of(school_class: SchoolClass) -> QuerySet[Pupil]:
    """Return the pupils in the order in which the teacher has typed them."""
    return school_class.pupils.select_related("user").order_by("pk")


def may_watch(match: Match, viewer: User) -> bool:
    """Return whether a viewer may see a match of a pupil: the pupils of the same class and its teacher."""
    keys = [player.pk for player in (match.first, match.second) if player.is_pupil]
    of_class = SchoolClass.objects.filter(pupils__user__in=keys)
    own = Pupil.objects.filter(user=viewer).values("school_class")
    return of_class.filter(Q(teacher=viewer) | Q(pk__in=own)).exists()


def find_class(key: str, viewer: User | None) -> SchoolClass:
    """Return the class of this key, if the viewer is its teacher or a pupil of it; raises SchoolClass.DoesNotExist."""
    if viewer is None:
        raise SchoolClass.DoesNotExist
    school_class = SchoolClass.objects.filter(Q(teacher=viewer) | Q(pupils__user=viewer), pk=key).distinct().first()
    if school_class is None:
        raise SchoolClass.DoesNotExist
    return school_class


def topic_of(key: str) -> str:
    """Return the topic of the open pages of a class."""
    return f"class.{key}"


def announce(school_class: SchoolClass) -> None:
    """Have the open pages of the class brought up to date after the commit."""
    transaction.on_commit(partial(fanout.publish, [topic_of(school_class.pk)], {"type": "page.changed"}), robust=True)


def set_paused(school_class: SchoolClass, *, paused: bool) -> None:
    """Pause the boards of all pupils, or let them go on, and tell all open pages. Idempotent."""
    school_class.paused_at = clock.now() if paused else None
    with transaction.atomic():
        school_class.save(update_fields=["paused_at"])
        announce(school_class)
        theirs = school_class.pupils.values("user")
        running = Match.objects.filter(Q(first__in=theirs) | Q(second__in=theirs), finished_at=None)
        for key in running.values_list("pk", flat=True):
            transaction.on_commit(partial(announce_live_partial, key, PAUSE), robust=True)


def check_not_paused(pupil: User) -> None:
    """Raise Paused if the teacher has paused the boards of this pupil's class."""
    own = class_of(pupil)
    if own and own.is_paused:
        raise Paused


def keep_wrong_sum(match: Match, user: User, false: FalseSum) -> None:
    """Keep a false sum that a pupil wanted to play, once for each turn, and of each pupil the latest ones."""
    pupil = Pupil.objects.filter(user=user).first()
    if pupil is None:
        return
    equation = false.equation[:LONGEST_SUM]
    _kept, is_new = WrongSum.objects.get_or_create(pupil=pupil, match=match, ply=match.ply + 1, equation=equation)
    if is_new:
        oldest = pupil.wrong_sums.order_by("-pk").values("pk")[MOST_WRONG_SUMS:]
        WrongSum.objects.filter(pk__in=list(oldest.values_list("pk", flat=True))).delete()


def make(teacher: User, name: str, names: Sequence[str], ends_on: date) -> SchoolClass:
    """Make a class with its pupils. Raises Refused."""
    if teacher.is_guest or teacher.is_computer or teacher.is_bot:
        raise NoGuestTeachers
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=teacher.pk)
        if classes_of(teacher).count() >= MOST_CLASSES:
            raise TooManyClasses
        school_class = SchoolClass.objects.create(teacher=teacher, name=name, ends_on=ends_on)
        add_pupils(school_class, names)
    return school_class


def add_pupils(school_class: SchoolClass, names: Sequence[str]) -> None:
    """Add pupils of these names, who have no card yet. Raises ClassIsFull."""
    with transaction.atomic():
        SchoolClass.objects.select_for_update(no_key=True).get(pk=school_class.pk)
        if school_class.pupils.count() + len(names) > MOST_PUPILS:
            raise ClassIsFull
        for name in names:
            user = User(username=_user_name(), pupil_name=name, is_guest=True)
            user.set_unusable_password()
            user.save(force_insert=True)
            Pupil.objects.create(user=user, school_class=school_class)


def make_cards(pupils: Iterable[Pupil]) -> list[Card]:
    """Give these pupils new codes and pictures, and return their cards. The former codes and sessions end."""
    made: list[Card] = []
    with transaction.atomic():
        for pupil in pupils:
            code, picture = cards.new_code(), cards.new_picture()
            pupil.code_digest, pupil.card_made_at = cards.digest(code), clock.now()
            pupil.picture_digest = cards.picture_digest(pupil.code_digest, picture)
            pupil.save(update_fields=["code_digest", "picture_digest", "card_made_at"])
            _end_sessions(pupil.user)
            made.append(Card(pupil.user.pupil_name, code, picture))
    return made


def pupil_with(typed: str) -> Pupil | None:
    """Return the pupil whose card has this code."""
    digest = cards.digest(typed)
    return Pupil.objects.select_related("user").filter(code_digest=digest).first() if digest else None


def has_picture(pupil: Pupil, tapped: Sequence[str]) -> bool:
    """Return whether these tiles are the picture of the pupil's card; any are for a card that was made without one."""
    stored = pupil.picture_digest
    return not stored or constant_time_compare(stored, cards.picture_digest(pupil.code_digest or "", tapped))


def remove(pupil: Pupil) -> None:
    """Delete a pupil with everything."""
    with transaction.atomic():
        _delete_users([pupil.user])
        announce(pupil.school_class)


def delete(school_class: SchoolClass) -> None:
    """Delete a class with everything of all its pupils. Idempotent."""
    with transaction.atomic():
        _delete_users([pupil.user for pupil in pupils_of(school_class)])
        SchoolClass.objects.filter(pk=school_class.pk).delete()


def delete_all_of(user: User) -> None:
    """Delete the classes of a teacher whose account is deleted, and take a pupil out of the class."""
    for school_class in classes_of(user):
        delete(school_class)
    Pupil.objects.filter(user=user).delete()


def end_classes(now: datetime | None = None) -> None:
    """Delete the classes whose day has come, and tell teachers two weeks before, once."""
    today = (now or clock.now()).date()
    due = SchoolClass.objects.filter(ends_on__lte=today).order_by("pk")
    sum(_ends.run(due, _delete_one, BATCH))
    soon = SchoolClass.objects.filter(ends_on__gt=today, ends_on__lte=today + WARNED_BEFORE, warned_at=None)
    for school_class in soon.select_related("teacher"):
        with transaction.atomic():
            if SchoolClass.objects.filter(pk=school_class.pk, warned_at=None).update(warned_at=clock.now()):
                notify(school_class.teacher, notices.Ending.key, school_class.pk)


def _delete_one(school_class: SchoolClass) -> bool:
    delete(school_class)
    return True


def _delete_users(users: Sequence[User]) -> None:
    """Delete pupils with their matches, chats and all else: the rows, as no one else needs them.

    What staff have acted on, which their log refers to, is made anonymous instead, as with other accounts.
    """
    with transaction.atomic():
        matches = Match.objects.filter(Q(first__in=users) | Q(second__in=users))
        keys = list(matches.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
        acted_on = ModerationAction.objects.filter(match__in=keys).values_list("match", flat=True)
        theirs = Match.objects.filter(pk__in=set(keys) - set(acted_on))
        for user in users:
            _end_sessions(user)
        Report.objects.filter(Q(by__in=users) | Q(about__in=users), moderation_actions=None).delete()
        Message.objects.filter(Q(author__in=users) | Q(match__in=theirs)).delete()
        theirs.update(origin=None, origin_ply=None, origin_seat=None, origin_line="")
        # What is left of a deal is its line in the public log: a number and hashes.
        dealt = Deal.objects.filter(pk__in=[*theirs.values_list("pk", flat=True)])
        dealt.update(server_value=b"", proposal=b"", first_value=b"", second_value=b"")
        Puzzle.objects.filter(Q(source__match__in=theirs) | Q(mistake__match__in=theirs)).delete()
        theirs.delete()
        for user in users:
            try:
                with transaction.atomic():
                    user.delete()
            except ProtectedError:
                delete_account(user)


def _end_sessions(user: User) -> None:
    """Sign a pupil out everywhere, and have open pages notice after the commit."""
    User.objects.filter(pk=user.pk).update(sessions_epoch=F("sessions_epoch") + 1)
    delete_sessions(user)
    transaction.on_commit(partial(end_sessions_of, user.pk))


def _user_name() -> str:
    """Return a name that tells nothing about the child."""
    return "Pupil-" + "".join(secrets.choice(SIGNS) for _sign in range(10))
