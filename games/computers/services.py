"""The only code that writes computer players and guides: create accounts, begin and leave matches, hide the guide."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.names import computer_account
from core import clock
from games.catalogue import bots, games
from games.computers.bot_turns import can_place
from games.computers.errors import NoSuchComputer
from games.computers.matchmaking import finished_matches, fitting_level
from games.computers.models import Computer, Guide
from games.matches.errors import NotPlaying
from games.matches.models import Match
from games.matches.play.deals import NO_MIX, Mix, prepared
from games.matches.play.services import find_match, resign, start_match
from games.matches.play.starts import check_may_play_computer, running_with_computers
from games.matches.time.control import STRICT_CORRESPONDENCE, TimeControl

MOST_DEALS = 5  # for a first turn that can place something
DOUBLE_CLICK = timedelta(seconds=5)  # the same button pressed twice within it begins one match


def make_computers() -> list[User]:
    """Return the accounts of the computer players of all levels of the games; create missing ones. Idempotent."""
    levels = {level for by_level in bots().values() for level in by_level}
    return [find_computer(level) for level in sorted(levels)]


def find_computer(level: int) -> User:
    """Return the account of the computer player of this level; create it if it is missing. Idempotent."""
    computers = Computer.objects.select_related("user").filter(level=level)
    if computer := computers.first():
        return computer.user
    try:
        with transaction.atomic():
            return _make_computer(level)
    except IntegrityError:  # another request was quicker
        return computers.get().user


def check_challenge(player: User, computer: User, game_slug: str) -> None:
    """Raise NoSuchComputer if this computer does not play the game, or TooManyMatches at the player's limit."""
    if not Computer.objects.filter(user=computer, level__in=bots().get(game_slug, ())).exists():
        raise NoSuchComputer
    check_may_play_computer(player)


def begin_match(
    player: User,
    game_slug: str,
    level: int,
    *,
    time_control: TimeControl = STRICT_CORRESPONDENCE,
    rated: bool = False,
    mix: Mix = NO_MIX,
) -> Match:
    """Begin a match against the computer of this level, with the default options and a random starting player.

    `mix` is the browser's part of the deal's randomness; a computer adds none. A second request within `DOUBLE_CLICK`
    returns the same match. Raises NoSuchComputer and TooManyMatches.
    """
    computer = computer_for(game_slug, level)
    seats = partial(_start, game_slug, player, computer, by_chance=True)
    start = partial(seats, time_control=time_control, rated=rated, mix=mix)
    return _begin(player, computer, game_slug, start, guided=False)


def begin_guided(player: User, game_slug: str) -> Match:
    """Begin a player's first match of a game: casual, guided, against its weakest computer. The player starts.

    Raises like `begin_match`.
    """
    computer = computer_for(game_slug, min(bots().get(game_slug, ()), default=0))
    return _begin(player, computer, game_slug, partial(_start_guided, game_slug, player, computer), guided=True)


def begin_now(player: User, game_slug: str, *, mix: Mix = NO_MIX) -> Match:
    """Return the player's latest running casual match of this game against a computer; begin one if there is none.

    A new one is guided for a player without a finished match of the game, else against a computer of about the player's
    strength. Idempotent. Raises like `begin_match`.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # serialized, or a double click begins two
        standing = running_with_computers(player).filter(game_slug=game_slug, rated=False, origin=None)
        if match := standing.select_related("first", "second").order_by("-started_at").first():
            return match
        if not finished_matches(player).filter(game_slug=game_slug).exists():
            return begin_guided(player, game_slug)
        return begin_match(player, game_slug, fitting_level(player, game_slug), mix=mix)


def hide_guide(match_id: str, player: User) -> Match:
    """Hide the guide of the player's own match; does nothing in others. Idempotent."""
    match = find_match(match_id)
    if match.seat_of(player):
        Guide.objects.filter(match=match).update(shown=False)
    return match


def leave_guided(match_id: str, player: User) -> Match:
    """Resign the player's guided match, which does not count; raises NotPlaying without a guide, and other Refused."""
    if not Guide.objects.filter(match=match_id).exists():
        raise NotPlaying
    return resign(match_id, player)


def _make_computer(level: int) -> User:
    user = User(username=computer_account(level), is_computer=True)
    user.set_unusable_password()
    user.save(force_insert=True)
    Computer.objects.create(user=user, level=level)
    return user


def computer_for(game_slug: str, level: int) -> User:
    """Return the computer player of this level; raises NoSuchComputer if it does not play the game."""
    if level not in bots().get(game_slug, {}):
        raise NoSuchComputer
    return find_computer(level)


def _begin(player: User, computer: User, game_slug: str, start: Callable[[], Match], *, guided: bool) -> Match:
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # serialized, or a double click begins two
        if twin := _just_begun(running_with_computers(player), computer, game_slug, guided=guided):
            return twin
        check_may_play_computer(player)
        return start()


def _start(
    game_slug: str,
    first: User,
    second: User,
    *,
    time_control: TimeControl = STRICT_CORRESPONDENCE,
    rated: bool = False,
    mix: Mix = NO_MIX,
    by_chance: bool = False,
) -> Match:
    return start_match(
        game_slug=game_slug,
        options=games()[game_slug].options_type(),
        first=first,
        second=second,
        time_control=time_control,
        rated=rated,
        deal=prepared(mix),
        values=(mix.value, b""),
        by_chance=by_chance,
    )


def _start_guided(game_slug: str, first: User, second: User) -> Match:
    """Begin a guided match whose first turn can place something: deal again if not, `MOST_DEALS` times at most."""
    for deal in range(MOST_DEALS):
        with transaction.atomic():
            match = _start(game_slug, first, second)
            if deal == MOST_DEALS - 1 or can_place(match):
                Guide.objects.create(match=match)
                break
            transaction.set_rollback(True)
    return match


def _just_begun(running: QuerySet[Match], computer: User, game_slug: str, *, guided: bool) -> Match | None:
    fresh = running.filter(game_slug=game_slug, started_at__gt=clock.now() - DOUBLE_CLICK, ply__lte=1)
    with_it = fresh.filter(Q(first=computer) | Q(second=computer), guide__isnull=not guided)
    return with_it.select_related("first", "second").first()
