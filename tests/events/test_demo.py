"""The demo shows an arena about to begin, a finished cup, running leagues and a club."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import User
from games.catalogue import games
from games.clubs.models import Club
from games.computers.services import make_computers
from games.events.models import Event
from games.matches.models import Match
from games.rules import Seat
from numgames.management.commands import demo
from numgames.management.commands.demo import begin_events, found_club
from tests.events.cups import people


def test_the_demo_has_events_in_all_states(db: None) -> None:
    make_computers()
    begin_events(people(4))
    states = {(event.kind, event.state) for event in Event.objects.filter(game_slug="digifeud")}
    assert {("arena", "open"), ("knockout", "over"), ("league", "running")} <= states
    assert not User.objects.exclude(seen_at=None).exists()  # no analysis waits for those of players who are not here


def test_the_demo_has_a_club_with_members_and_a_request(db: None) -> None:
    founder, *members, asking = people(4)
    found_club(founder, members, asking)
    club = Club.objects.get()
    assert sorted(club.members.values_list("role", flat=True)) == ["asked", "founder", "member", "member"]
    assert club.offers.count() == 1


def test_the_demos_matches_are_whole_and_who_is_behind_resigns(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "LONGEST", 12)
    monkeypatch.setattr(demo, "SEASON", 40)
    players, game = people(4), games()["sudoku"]
    plays = [demo._played_on(game, bytes([number]) * 32, [], Random(number)) for number in range(2)]
    demo.play_season(plays, players)
    better = 0
    for match in Match.objects.prefetch_related("moves"):
        play = next(one for one in plays if one.seed == bytes(match.seed))
        points = match.first_points, match.second_points
        behind = Seat.FIRST if points[0] < points[1] else Seat.SECOND
        assert (match.ending, match.winner) == (Match.Ending.RESIGNED, behind.other)
        assert [move.text for move in match.moves.all()] == play.moves[: match.ply]
        assert points == play.positions[match.ply].scores
        better += players.index(match.player(behind.other)) < players.index(match.player(behind))
    assert 22 <= better <= 36  # of forty
