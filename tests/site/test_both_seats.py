"""What is done with the matches of a player is done with those in either seat, and with no stranger's."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import cast

import pytest
from django.http import HttpRequest
from django.test import TestCase

from accounts.models import User
from core import clock
from games.analysis import exports as analysis_files
from games.analysis.models import Analysis
from games.catalogue import games
from games.classes import exports as class_files
from games.classes import rounds, services
from games.classes.models import Pupil, Round
from games.computers import exports as computer_files
from games.computers.models import Guide
from games.computers.services import finished_matches
from games.events.formats.arena import playing_live
from games.events.lists import open_matches_of
from games.events.models import Entry, Event, Pairing
from games.history.views import _running
from games.lobby import exports as lobby_files
from games.lobby import lists, own, standing
from games.lobby.bot_accounts import may_become_bot
from games.lobby.models import Offer, Standing
from games.matches.api import my_turns, player_matches
from games.matches.files.exports import matches_of
from games.matches.live.streams import things_of
from games.matches.models import Match
from games.matches.play import seals, starts, vacation
from games.matches.play.opening import start_match
from games.matches.play.services import resign_all
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE
from games.notifications.turns import waiting_turns
from games.planned.models import PlannedMove
from games.planned.services import plans_by
from games.puzzles.models import Puzzle, Source
from games.puzzles.services.selection import _free
from games.rules import Seat
from tests.alike import one, someone
from tests.undone import undone

pytestmark = pytest.mark.django_db
Look = Callable[[Match, User], object]
HOUR = timedelta(hours=1)
EARLIER = clock.now() - HOUR
SINCE = EARLIER - HOUR
OWN = object()  # stands for the seat of the player


def asking(player: User) -> HttpRequest:
    """Return a request of a program of this player."""
    return cast("HttpRequest", SimpleNamespace(user=player, auth=None, build_absolute_uri=lambda: "/"))


def changed(match: Match, act: Callable[[], object]) -> bool:
    """Return whether this changes the stored match."""
    rows = Match.objects.filter(pk=match.pk)
    before = rows.values().first()
    act()
    return rows.values().first() != before


def later(moment: datetime) -> datetime:
    """Return the moment an hour after this one."""
    return moment + HOUR


def is_told(match: Match, player: User) -> bool:
    """Return whether the pages of the match are told when the class of the player is paused."""
    school_class = one(Pupil, user=player).school_class
    with TestCase.captureOnCommitCallbacks() as told:
        services.set_paused(school_class, paused=True)
    return any(match.pk in getattr(one, "args", ()) for one in told)


def against_computer(match: Match, player: User) -> object:
    """Return the running matches against computers, where the other players are computers."""
    User.objects.filter(pk__in=[match.first_id, match.second_id]).exclude(pk=player.pk).update(is_computer=True)
    return list(starts.running_with_computers(player))


def rests_at(match: Match, player: User, **facts: object) -> bool:
    """Return whether the match is not shown as played now, as the player is such a one and the others are computers."""
    against_computer(match, player)
    User.objects.filter(pk=player.pk).update(**facts)
    return match not in lists.played_now(match.first, 5)


def may_see_another(match: Match, player: User) -> bool:
    """Return whether the player sees a hidden match of the same deal, as this one is over."""
    return seals.may_see(one(Match, commitment=match.commitment, sealed_until=later(clock.now())), player)


def round_of(match: Match, player: User) -> object:
    """Return what the file of a pupil says of a round of the class, of which the match is."""
    pupil = one(Pupil, user=player)
    one(Round, school_class=pupil.school_class, game_slug=match.game_slug).matches.add(match)
    return class_files._rounds(pupil.school_class, pupil)[0]["matches"]


def in_event(match: Match, player: User) -> object:
    """Return the open matches of a player in an event, of which the match is."""
    event = one(Event, game_slug=match.game_slug)
    entries = {user.pk: one(Entry, event=event, player=user) for user in {match.first, match.second, player}}
    one(Pairing, first=entries[match.first.pk], second=entries[match.second.pk], match=match, result="")
    return open_matches_of(entries[player.pk])


def agreed(match: Match, act: Callable[[Standing], object]) -> object:
    """Return what comes of a standing challenge between the two of the match."""
    return act(one(Standing, first=match.first, second=match.second, match=match, game_slug=match.game_slug))


def stops(match: Match, player: User) -> object:
    """Return whether all standing challenges of the player are ended."""
    agreed(match, lambda row: standing.stop_all(player))
    return Standing.objects.get().ended_at


def is_free(match: Match, player: User) -> bool:
    """Return whether a puzzle of the match is given to the player."""
    puzzle = one(Puzzle, source=one(Source, match=match))
    return _free(Puzzle.objects.filter(pk=puzzle.pk), player).exists()


def level_of(match: Match, player: User) -> object:
    """Return whether the level of arithmetic of the match is the latest one of a pupil."""
    options = games()["summy"].options_type
    level = next(level for level in options.levels() if level != options().level)
    Match.objects.filter(pk=match.pk).update(game_slug="summy", option_data=options.of_level(level).data())
    return level in rounds.latest_levels(player).values()


def with_plan(match: Match, player: User) -> object:
    """Return whether the file of a player has that player's plan alone, where both have planned."""
    for seat in Seat:
        one(PlannedMove, match=match, seat=seat, text=str(seat))
    return len(plans_by(player)) == 1


LIVE: dict[str, object] = {"time_kind": USUAL_LIVE.kind}
OVER: dict[str, object] = {"finished_at": EARLIER, "ending": "resigned"}
AWAY: dict[str, object] = LIVE | {"{seat}_away_since": EARLIER, "clock_since": None}
LOOKS: dict[str, tuple[dict[str, object], Look]] = {
    "in an arena": (LIVE, lambda match, player: playing_live([player.pk]) & {player.pk}),
    "in an event": ({}, in_event),
    "in the file of a pupil": ({}, round_of),
    "the latest level of a pupil": ({}, level_of),
    "standing, in a file": ({}, lambda match, player: agreed(match, lambda row: lobby_files.standing_of(player))),
    "standing": ({}, lambda match, player: agreed(match, lambda row: list(standing.standing_of(player)))),
    "stopped": ({}, stops),
    "has played": ({}, lambda match, player: not may_become_bot(player)),
    "played now": ({"ply": 2, "started_at": EARLIER}, lambda match, player: lists.played_now(player, 5)),
    "of a guest": ({"ply": 2, "started_at": EARLIER}, lambda match, player: rests_at(match, player, is_guest=True)),
    "live with a person": (LIVE, lambda match, player: list(lists.live_with_a_person(player))),
    "in the lobby": ({}, lambda match, player: own._own_matches([player.pk])[player.pk]),
    "mine": ({}, lambda match, player: _running(player)),
    "finished": (OVER, lambda match, player: list(finished_matches(player))),
    "with people": ({}, lambda match, player: list(starts._running_with_people(player))),
    "guided": ({}, lambda match, player: one(Guide, match=match) and computer_files.help_of(player)["guides"]),
    "in a file": ({}, lambda match, player: list(matches_of(player))),
    "rests": (
        {"rests": True}, lambda match, player: changed(match, lambda: vacation._move_deadlines(player, later)),
    ),
    "given up": ({}, lambda match, player: changed(match, lambda: resign_all(player))),
    "of an API": ({}, lambda match, player: json.loads(player_matches(asking(player), str(player)).content)["items"]),
    "of programs": ({}, lambda match, player: list(things_of(player, None, None))),
    "planned": ({}, with_plan),
    "told of a pause": ({}, is_told),
    "with computers": ({}, against_computer),
    "of the same deal": (OVER | {"sealed_until": later(EARLIER)}, may_see_another),
    "called off": (OVER | {"called_off_by": OWN}, lambda match, player: list(starts._called_off_by(player, SINCE))),
    "waits for a move": ({"to_move": OWN}, lambda match, player: list(waiting_turns(player))),
    "waits, of an API": ({"to_move": OWN}, lambda match, player: my_turns(asking(player))),
    "waits for the player": (AWAY, lambda match, player: one(Offer, match=match) and lists.awaiting_match(player)),
    "known puzzles": ({}, lambda match, player: not is_free(match, player)),
    "analysed": ({}, lambda match, player: one(Analysis, match=match) and list(analysis_files.analyses_of(player))),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_both_players_and_no_stranger(anna: User, bob: User, name: str) -> None:
    facts, look = LOOKS[name]
    terms = {"options": games()["digifeud"].options_type(), "time_control": USUAL_CORRESPONDENCE}
    match = start_match(game_slug="digifeud", first=anna, second=bob, **terms)
    found = []
    for player, seat in ((anna, Seat.FIRST), (bob, Seat.SECOND), (someone(), Seat.SECOND)):
        with undone():
            own_facts = {
                key.format(seat=seat.name.lower()): seat if value is OWN else value for key, value in facts.items()
            }
            Match.objects.filter(pk=match.pk).update(**own_facts)
            found.append(bool(look(Match.objects.get(pk=match.pk), player)))
    assert found == [True, True, False]
