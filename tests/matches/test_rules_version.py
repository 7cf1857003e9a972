"""A game changes a rule: stored matches keep their version, or without that version their stored result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.services import delete_account
from games.catalogue import games
from games.history.models import Participation
from games.matches.errors import RulesGone
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import Transcript, Unreadable, read
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, offer_rematch, play_move, resign
from games.matches.play.starts import Origin
from games.matches.time.control import TimeControl
from games.rules import IllegalMove, PlayedMove, Seat, say
from tests.example_games.reach.rules import Move, Reach, ReachPosition
from tests.exports import export_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on

THREE_DAYS = TimeControl.correspondence(days=3)

SignedIn = Callable[[User], Client]
WHY = "show this match: its version of the rules is no longer installed."
CENTRE = "b2"


class ReachTwo(Reach):
    """Reach after a change: the centre counts twice, and the first move may not be there."""

    rules_version = 2
    former_versions = (Reach(),)

    def judge(self, position: ReachPosition, move: Move) -> PlayedMove:
        turn = super().judge(position, move)
        if str(move.square) != CENTRE:
            return turn
        if not any(position.squares):
            raise IllegalMove(say("Nobody begins in the centre."))
        return replace(turn, points=2 * turn.points)


class ReachThree(ReachTwo):
    """The same rules again, on a site that has dropped version 1."""

    rules_version = 3
    former_versions = (ReachTwo(),)


def install(game: Reach) -> None:
    """Restart the site with this version of the game."""
    games()["reach"] = game
    positions.clear()


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install version 1 before every test, and restore it afterwards."""
    monkeypatch.setitem(games(), "reach", Reach())


@pytest.fixture
def begin(anna: User, bob: User) -> Callable[[], Match]:
    """Return a function that begins a rated match of Reach, anna against bob."""

    def begin() -> Match:
        options = games()["reach"].options_type()
        return start_match(
            game_slug="reach", options=options, first=anna, second=bob, time_control=THREE_DAYS, rated=True
        )

    return begin


def lay(match: Match, square: str) -> Match:
    """Lay the lowest tile of the player to move on this square, and return the match."""
    match = find_match(match.pk)
    position = cast(ReachPosition, positions.replay(match).position)
    tile = min(position.hands[position.to_move.index])
    return play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, f"{tile}{square}")


def file_of(match: Match) -> Transcript:
    """Read the match's file back."""
    text = exports.as_text(find_match(match.pk), None)
    assert read(text) == read(text.replace("\n", "\r\n"))
    return read(text)


def played_under_one(match: Match) -> Match:
    """Play two moves that version 2 judges differently: the first is in the centre, with its plain points."""
    return lay(lay(match, CENTRE), "a1")


def test_a_running_match_is_played_on_under_its_own_rules(begin: Callable[[], Match], signed_in: SignedIn) -> None:
    match = played_under_one(begin())
    install(ReachTwo())
    match = find_match(match.pk)
    assert (match.game.rules_version, positions.replay(match).position.scores) == (1, (2, 3))
    assertContains(signed_in(match.first).get(reverse("matches:match", args=[match.pk])), 'id="match_view"')
    match = play_on(match, 1)
    assert match.ply == 3
    while not match.finished_at:
        match = play_on(match, 1)
    assert verify(file_of(match)).position
    assert "[Rules" not in exports.as_text(match, None)
    assert exports.prove(match).moves_fit


def test_a_finished_match_replays_and_its_file_holds(begin: Callable[[], Match], anna: User) -> None:
    match = played_under_one(begin())
    resign(match.pk, anna)
    before = exports.as_text(find_match(match.pk), None)
    install(ReachTwo())
    assert exports.as_text(find_match(match.pk), None) == before
    assert verify(read(before)).position
    assert exports.prove(find_match(match.pk)).moves_fit
    for ply in range(3):
        assert Client().get(reverse("matches:turn", args=[match.pk, ply])).status_code == 200


def test_a_new_match_follows_the_new_rule_and_says_so_in_its_file(
    begin: Callable[[], Match], anna: User, bob: User
) -> None:
    install(ReachTwo())
    match = begin()
    assert match.rules_version == 2
    with pytest.raises(IllegalMove):
        lay(match, CENTRE)
    match = lay(lay(match, "a1"), CENTRE)
    assert (match.first_points, match.second_points) == (2, 6)
    resign(match.pk, anna)
    assert "[Rules 2]" in exports.as_text(find_match(match.pk), None)
    assert exports.as_data(find_match(match.pk), None)["rules"] == "2"
    found = file_of(match)
    assert verify(found).position
    with pytest.raises(Unreadable, match="The moves score 2:3"):
        verify(replace(found, rules=1))
    with pytest.raises(Unreadable, match="no longer has version 3 of the rules of Reach"):
        verify(replace(found, rules=3))


def test_a_rematch_follows_the_present_rules_and_a_continuation_those_of_its_origin(
    begin: Callable[[], Match], anna: User, bob: User
) -> None:
    match = played_under_one(begin())
    resign(match.pk, anna)
    install(ReachTwo())
    offer_rematch(match.pk, anna)
    again = offer_rematch(match.pk, bob)
    assert again is not None
    assert again.rules_version == 2
    match = find_match(match.pk)
    origin = Origin(match, 2, Seat.FIRST)
    further = start_match(
        game_slug="reach", options=match.options, first=anna, second=bob, time_control=match.time_control, origin=origin
    )
    assert further.rules_version == 1
    further = play_on(further, 1)
    resign(further.pk, anna)
    assert verify(file_of(further)).position


def test_a_match_of_a_dropped_version_is_shown_as_it_is_stored(
    begin: Callable[[], Match], anna: User, bob: User, signed_in: SignedIn
) -> None:
    match = played_under_one(begin())
    resign(match.pk, anna)
    install(ReachThree())
    run_jobs()
    match = find_match(match.pk)
    with pytest.raises(RulesGone):
        match.game  # noqa: B018 - the access raises
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk]))
    assertContains(page, WHY)
    assertContains(page, "bob wins.")
    assertContains(page, f'<strong class="points">{match.second_points}</strong>', html=True)
    for address in ("/history/", "/history/of/anna/", "/lobby/", "/notifications/"):
        assert signed_in(anna).get(address).status_code == 200, address
    assert Participation.objects.get(match=match, player=bob).outcome == "won"
    text = exports.as_text(match, None)
    assert read(text).moves == tuple(match.moves.values_list("text", flat=True))
    with pytest.raises(Unreadable, match="no longer has version 1"):
        verify(read(text))
    assert exports.prove(match).moves_fit is None


def test_a_running_match_of_a_dropped_version_and_a_player_who_leaves(
    begin: Callable[[], Match], anna: User, bob: User, signed_in: SignedIn
) -> None:
    match = played_under_one(begin())
    install(ReachThree())
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk]))
    assertContains(page, WHY)
    assertContains(page, "can declare it void")
    assertNotContains(page, 'id="draw"')
    move = {"ply": 3, "text": "1a2"}
    assertContains(signed_in(anna).post(reverse("matches:move", args=[match.pk]), move), WHY, status_code=409)
    (kept,) = cast(list[dict[str, list[str]]], export_of(anna)["matches"])
    assert (len(kept["moves"]), "seed" in kept) == (2, False)
    delete_account(anna)
    anna.refresh_from_db()
    assert anna.deleted_at
    match = find_match(match.pk)
    assert (match.ending, match.winner, match.counts) == ("resigned", 2, False)
    assert (match.first_points, match.second_points) == (2, 3)


def test_each_version_of_a_game_has_a_number_of_its_own() -> None:
    for game in (*games().values(), ReachTwo(), ReachThree()):
        versions = [game, *game.former_versions]
        assert len({version.rules_version for version in versions}) == len(versions)
        assert {version.slug for version in versions} == {game.slug}
        assert game.version(game.rules_version) is game
