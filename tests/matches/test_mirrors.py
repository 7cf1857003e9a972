"""Mirror matches: two boards in step between anna and bob, which end together, with one result."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.catalogue import games
from games.matches.errors import MoveSealed, NoMirror, NotDecided, NotYourTurn
from games.matches.files import exports
from games.matches.files.transcript import read
from games.matches.models import Deal, Match
from games.matches.outcomes import Ending
from games.matches.pages.match_view import MatchView
from games.matches.play import positions
from games.matches.play.mirrors import boards_of, result_of
from games.matches.play.requests import claim_win, may_offer_draw
from games.matches.play.sealing import reveal
from games.matches.play.services import end_overdue, find_match, play_move, resign, start_match, void_match
from games.matches.time.control import TimeControl
from games.notifications.turns import count_waiting
from games.ratings.models import Rating, RatingChange
from games.ratings.recount import differences, pools, recompute
from games.rules import Seat
from tests.jobs.running import run_jobs
from tests.matches.conftest import legal_move
from tests.sizes import cases

Boards = tuple[Match, Match]


def begun(anna: User, bob: User, slug: str = "sudoku", *, rated: bool = True) -> Boards:
    """Return both boards of a mirror match; anna begins on the first one, bob on the second."""
    options = replace(games()[slug].options_type(), mirror="yes")
    control = TimeControl.correspondence(days=3)
    first = start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=control, rated=rated)
    return boards_of(first)


def fresh(boards: Boards) -> Boards:
    return find_match(boards[0].pk), find_match(boards[1].pk)


def move(match: Match, *, seat: Seat | None = None) -> Match:
    """Play a legal move for the player to move."""
    match = find_match(match.pk)
    return play_move(match.pk, match.player(seat or Seat(match.to_move)), match.ply + 1, legal_move(match))


def run_out_of_time(boards: Boards) -> None:
    """Let the time of every running turn be up."""
    turns = Match.objects.filter(pk__in=[board.pk for board in boards], deadline_at__isnull=False)
    turns.update(deadline_at=clock.now() - timedelta(seconds=1))
    for board in boards:
        positions.forget_match(board.pk)


def play_rounds(boards: Boards, rounds: int) -> Boards:
    for _round in range(rounds):
        for board in fresh(boards):
            if not board.finished_at:
                move(board)
    return fresh(boards)


def play_out(boards: Boards) -> Boards:
    while not all(board.finished_at for board in boards):
        boards = play_rounds(boards, 1)
    run_jobs()
    return fresh(boards)


@pytest.fixture
def boards(anna: User, bob: User) -> Boards:
    return begun(anna, bob)


def test_seats_are_exchanged_and_both_boards_are_dealt_alike(boards: Boards, anna: User, bob: User) -> None:
    first, second = boards
    assert (first.first, first.second, second.first, second.second) == (anna, bob, bob, anna)
    assert positions.replay(first).position == positions.replay(second).position
    assert first.commitment == second.commitment
    assert Deal.objects.filter(pk__in=[first.pk, second.pk]).count() == 2


def test_a_move_is_sealed_until_the_same_turn_is_played_on_the_other_board(boards: Boards, anna: User) -> None:
    assert MatchView(boards[0], Seat.FIRST).my_turn
    after = move(boards[0])
    assert (after.ply, after.deadline_at, bool(after.sealed_move)) == (0, None, True)
    assert not MatchView(after, Seat.FIRST).my_turn
    assert count_waiting(anna) == 0
    other = move(boards[1])
    first, second = fresh(boards)
    assert (first.ply, second.ply, first.sealed_move, second.sealed_move, other.ply) == (1, 1, "", "", 1)
    assert first.deadline_at
    assert second.deadline_at
    assert count_waiting(anna) == 1


def test_a_sealed_move_stands(boards: Boards, anna: User, bob: User) -> None:
    text = legal_move(boards[0])
    play_move(boards[0].pk, anna, 1, text)
    assert play_move(boards[0].pk, anna, 1, text).sealed_move == text  # a repeated request
    other = next(one for one in ("a1", "b2", "c3", "d4", "e5") if one != text)
    with pytest.raises(MoveSealed):
        play_move(boards[0].pk, anna, 1, other, sure=True)
    with pytest.raises(NotYourTurn):
        play_move(boards[0].pk, bob, 1, text)


def test_who_copies_the_moves_of_the_other_board_sees_none(boards: Boards, bob: User) -> None:
    """Bob has nothing to copy: what anna has sealed is in no page, file or answer of his."""
    client = Client()
    before = pages_for(client, bob, boards)
    move(boards[0])
    sealed = re.compile(rf"\b{find_match(boards[0].pk).sealed_move}\b")  # a word: a token or a seal may have its signs
    assert not any(map(sealed.search, pages_for(client, bob, boards, only_text=True)))
    assert len(before) == len(pages_for(client, bob, boards))


def pages_for(client: Client, viewer: User, boards: Boards, *, only_text: bool = False) -> list[str]:
    client.force_login(viewer)
    texts = []
    for board in boards:
        for name in ("notation", "fairness"):
            texts.append(client.get(reverse(f"matches:{name}", args=[board.pk])).content.decode())
        if not only_text:
            texts.append(client.get(reverse("matches:match", args=[board.pk])).content.decode())
    return texts


def test_a_process_that_died_between_both_is_made_up_for(boards: Boards) -> None:
    """The moves are both sealed, and nothing has committed them: a job does."""
    for board in boards:
        Match.objects.filter(pk=board.pk).update(sealed_move=legal_move(board), deadline_at=None)
    reveal(boards[1].pk)
    reveal(boards[1].pk)
    assert [board.ply for board in fresh(boards)] == [1, 1]


def test_the_seed_is_shown_when_both_boards_are_over(boards: Boards, anna: User, bob: User, client: Client) -> None:
    """The end of one board must not tell what the other still draws."""
    boards = play_rounds(boards, 2)
    Match.objects.filter(pk=boards[0].pk).update(
        finished_at=clock.now(), ending=Ending.RESIGNED, winner=Seat.SECOND, deadline_at=None
    )
    seed = bytes(boards[0].seed).hex()
    for viewer in (anna, bob, None):
        client.force_login(viewer) if viewer else client.logout()
        for board in boards:
            names = ("match", "notation", "fairness")
            addresses = [reverse(f"matches:{name}", args=[board.pk]) for name in names]
            for address in (*addresses, f"/api/v1/matches/{board.pk}", f"/matches/{board.pk}/match.json"):
                assert seed not in client.get(address).content.decode(), address
    Match.objects.filter(pk=boards[1].pk).update(
        finished_at=clock.now(), ending=Ending.RESIGNED, winner=Seat.SECOND, deadline_at=None
    )
    assert seed in client.get(reverse("matches:notation", args=[boards[0].pk])).content.decode()


@cases("slug", ["digifeud", "summy", "tenbyten"], default=["tenbyten"])
def test_both_boards_are_played_out_and_their_files_verify(anna: User, bob: User, slug: str) -> None:
    boards = play_out(begun(anna, bob, slug))
    result = result_of(*boards)
    assert result
    assert result.points == (
        boards[0].first_points + boards[1].second_points,
        boards[0].second_points + boards[1].first_points,
    )
    for board, twin in (boards, boards[::-1]):
        transcript = exports.transcript_of(board, None)
        assert transcript.mirror == twin.pk
        assert exports.verify(read(transcript.text)).position
        assert exports.prove(board).holds


def test_the_sum_decides_and_counts_once_in_a_pool_of_its_own(boards: Boards, anna: User, bob: User) -> None:
    boards = play_out(boards)
    result = result_of(*boards)
    assert result
    assert result.winner == (
        None if result.points[0] == result.points[1] else Seat.FIRST if result.points[0] > result.points[1] else 2
    )
    assert RatingChange.objects.count() == 2
    assert {(one.pool.pace, one.matches) for one in Rating.objects.select_related("pool")} == {("mirror", 1)}
    mirror_pool = next(pool for pool in pools() if pool.is_mirror)
    assert differences(mirror_pool) == (1, [])
    assert recompute(mirror_pool) == 1
    assert differences(mirror_pool) == (1, [])


@pytest.mark.thorough
def test_the_card_at_the_end_tells_of_both_boards(boards: Boards, anna: User, bob: User, client: Client) -> None:
    boards = play_out(boards)
    first, second = result_of(*boards).points  # type: ignore[union-attr]  # both are over
    for viewer, own, other in ((anna, first, second), (bob, second, first)):
        client.force_login(viewer)
        page = client.get(f"/matches/{boards[0].pk}/").content.decode()
        card = page.partition('id="end"')[2].partition("</section>")[0]
        assert ("You win!" if own > other else "wins." if own < other else "A draw.") in card
        assert card.index(f"<b>{own}</b>") < card.rindex(f"<b>{other}</b>")
        assert f"Both boards: anna {first}, bob {second}." in card
        assert "this board." in page


@pytest.mark.thorough
def test_among_bots_it_is_casual(anna: User, bob: User) -> None:
    User.objects.filter(pk__in=[anna.pk, bob.pk]).update(is_bot=True)
    bots = User.objects.get(pk=anna.pk), User.objects.get(pk=bob.pk)
    boards = play_out(begun(*bots))
    assert not any(board.rated for board in boards)
    assert not pools()


def test_the_ratings_of_mirror_matches_have_a_table(boards: Boards, anna: User, client: Client) -> None:
    resign(play_rounds(boards, 2)[0].pk, anna)
    run_jobs()
    assert "mirror matches" in client.get("/ratings/sudoku/mirror/").content.decode()
    assert "/ratings/sudoku/mirror/" in client.get("/ratings/").content.decode()
    assert "/ratings/sudoku/mirror/" not in client.get("/ratings/bots/").content.decode()
    (rating,) = client.get("/api/v1/players/anna/ratings").json()
    assert (rating["pace"], rating["pool"], rating["won"] + rating["drawn"] + rating["lost"]) == ("mirror", "people", 1)
    assert client.get("/api/v1/ratings/sudoku/mirror").json()["items"] == []
    assert client.get("/api/v1/ratings/sudoku/mirror?pool=bots").status_code == 404


@pytest.mark.thorough  # by default: addresses of such a match in test_noninterference_mirrors.py
def test_a_seal_and_the_other_board_both_keep_the_seed(boards: Boards) -> None:
    first, second = play_out(boards)
    assert first.is_revealed
    assert first.is_over
    first.sealed_until = clock.now() + timedelta(hours=1)
    assert (first.is_over, first.is_revealed) == (True, False)
    Match.objects.filter(pk=first.pk).update(finished_at=None)
    assert (second.is_over, second.is_revealed) == (False, False)


def test_who_resigns_on_one_board_loses_both(boards: Boards, anna: User, bob: User) -> None:
    boards = play_rounds(boards, 2)
    resign(boards[1].pk, anna)
    run_jobs()
    first, second = fresh(boards)
    assert (first.ended, first.forfeited_by, second.forfeited_by) == (Ending.RESIGNED, Seat.FIRST, Seat.SECOND)
    result = result_of(first, second)
    assert result
    assert (result.winner, result.forfeited_by) == (Seat.SECOND, Seat.FIRST)
    assert Rating.objects.get(player=bob).won == 1


def test_cancelling_one_board_before_the_first_move_cancels_both(boards: Boards, bob: User) -> None:
    move(boards[0])
    resign(boards[0].pk, bob)
    run_jobs()
    assert [board.ended for board in fresh(boards)] == [Ending.ABORTED, Ending.ABORTED]
    assert not RatingChange.objects.exists()


def test_who_has_sealed_a_move_does_not_run_out_of_time(boards: Boards) -> None:
    boards = play_rounds(boards, 2)
    move(boards[0])
    run_out_of_time(boards)
    assert end_overdue() == 1
    run_jobs()
    first, second = fresh(boards)
    loser = second.player(Seat(second.to_move))
    assert (first.ended, second.ended) == (Ending.TIME, Ending.TIME)
    assert first.player(first.forfeited_by or Seat.FIRST) == second.player(second.forfeited_by or Seat.FIRST) == loser


def test_both_out_of_time_is_a_draw(boards: Boards) -> None:
    boards = play_rounds(boards, 2)
    run_out_of_time(boards)
    end_overdue()
    run_jobs()
    result = result_of(*fresh(boards))
    assert result
    assert (result.winner, result.counts) == (None, True)


@pytest.mark.thorough
def test_staff_void_both(boards: Boards) -> None:
    boards = play_out(boards)
    void_match(boards[1].pk)
    run_jobs()
    assert all(board.voided_at for board in fresh(boards))
    assert not RatingChange.objects.exists()


def test_nothing_ends_one_board_alone(boards: Boards, anna: User) -> None:
    """A claim or a draw would cut off what the other could still score for the sum."""
    first, _second = play_rounds(boards, 2)
    assert not may_offer_draw(first)
    for player in (first.first, first.second):
        with pytest.raises(NotDecided):
            claim_win(first.pk, player)


def test_live_ones_are_refused(anna: User, bob: User) -> None:
    options = replace(games()["sudoku"].options_type(), mirror="yes")
    with pytest.raises(NoMirror):
        start_match(
            game_slug="sudoku",
            options=options,
            first=anna,
            second=bob,
            time_control=TimeControl.live(minutes=5, increment=5),
        )


def test_the_export_has_both_boards_without_the_seed(boards: Boards, anna: User) -> None:
    move(boards[0])
    seed = bytes(boards[0].seed).hex()
    data = json.dumps(list(exports.matches_of(anna)), default=str)
    assert boards[0].pk in data
    assert boards[1].pk in data
    assert seed not in data
