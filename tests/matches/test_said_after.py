"""What is said of a match that is over, to spectators, and at the ends of a rule's range."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.http import QueryDict

from accounts.models import User
from games.catalogue import games
from games.matches.errors import MatchOver, NoDraws, NotPlaying
from games.matches.forms import PreviewForm
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.pages import previews
from games.matches.pages.data import match_data, moves_data, position_data
from games.matches.pages.match_view import MatchView, fingerprint, is_known
from games.matches.pages.play import rematch, story
from games.matches.pages.previews import answer_preview, tell_if_false
from games.matches.pages.questions import answer_question
from games.matches.pages.record import turns_since
from games.matches.pages.scores import status
from games.matches.play import positions, requests
from games.matches.play.deals import rematch_deal
from games.matches.play.opening import start_match
from games.matches.play.requests import NUDGE_PAUSE, accept_draw, give_time, nudge, offer_draw
from games.matches.play.services import end_on_time, find_match, offer_rematch, play_move, resign
from games.matches.time.control import TimeControl
from games.rules import FalseSum, Handicap, Seat, plain
from tests.matches.conftest import play_on
from tests.matches.test_courtesies import live
from tests.matches.test_draws import reach
from tests.matches.test_mirrors import begun, move

__all__ = ["live", "reach"]
SEATS = (Seat.FIRST, Seat.SECOND, None)


def notices(match: Match) -> list[object]:
    """Return what anna, bob and a spectator read besides whose turn it is."""
    return [status(MatchView(match, seat)).inputs["notices"] for seat in SEATS]


def test_courtesies_are_told_to_both_players_while_the_match_runs(match: Match, anna: User, bob: User) -> None:
    given = give_time(match.pk, bob)
    assert notices(given) == [("bob gave you one more day.",), ("anna got one more day.",), ()]
    assert notices(resign(given.pk, anna)) == [(), (), ()]


def test_a_nudge_is_told_to_both_players_while_the_match_runs(match: Match, anna: User, bob: User) -> None:
    with time_machine.travel(match.moved_at + NUDGE_PAUSE, tick=False):
        nudged = nudge(match.pk, bob)
        assert notices(nudged) == [("bob is waiting for your move.",), ("You nudged anna.",), ()]
        assert notices(resign(nudged.pk, anna)) == [(), (), ()]


def test_a_handicap_is_told_until_both_have_moved(anna: User, bob: User) -> None:
    kind = games()["sudoku"].options_type
    assert isinstance(kind.handicaps, Handicap)
    options, control = kind.read({"handicap": kind.handicaps.stored(12)}), TimeControl.correspondence(days=3)
    match = start_match(game_slug="sudoku", options=options, first=anna, second=bob, time_control=control)
    for words in ("Handicap: ", "Handicap: ", ""):
        said = str(status(MatchView(match, Seat.FIRST)).inputs["after"])
        assert said.startswith(words) if words else not said
        match = play_on(match, 1)
    again = start_match(game_slug="sudoku", options=options, first=anna, second=bob, time_control=control)
    assert "Handicap" not in str(status(MatchView(resign(again.pk, anna), Seat.FIRST)).inputs["after"])


def test_the_story_names_who_ran_out_of_time(reach: Match, anna: User) -> None:
    late = reach.moved_at + timedelta(days=30)
    assert end_on_time(reach, late)
    assert [story(MatchView(find_match(reach.pk), seat)) for seat in SEATS] == ["anna ran out of time."] * 3


def test_the_story_names_who_resigned(reach: Match, bob: User) -> None:
    over = resign(reach.pk, bob)
    assert [story(MatchView(over, seat)) for seat in SEATS] == ["bob resigned."] * 3


def test_the_data_of_a_live_match_have_clocks_until_it_is_over(live: Match, anna: User) -> None:
    match = play_on(live, 2)
    clocks = match_data(match, Seat.FIRST)["clocks"]
    assert clocks
    assert set(clocks) == {"first", "second"}
    assert match_data(resign(match.pk, anna), Seat.FIRST)["clocks"] is None


def test_a_spectator_is_offered_nothing_that_players_do(reach: Match) -> None:
    with time_machine.travel(reach.moved_at + 2 * NUDGE_PAUSE, tick=False):
        for seat, may in ((Seat.SECOND, True), (None, False)):
            view = MatchView(reach, seat)
            assert (view.may_offer_draw, view.offers_time, view.may_nudge) == (may, may, may)
    assert MatchView(reach, None).claimable_at is None
    assert MatchView(reach, None).commands == ()


@pytest.mark.parametrize("seat", [Seat.FIRST, Seat.SECOND])
def test_there_is_no_draw_with_a_computer(reach: Match, anna: User, bob: User, seat: Seat) -> None:
    User.objects.filter(pk=reach.player_id(seat)).update(is_computer=True)
    person = bob if seat is Seat.FIRST else anna
    with pytest.raises(NoDraws):
        offer_draw(reach.pk, person)
    assert find_match(reach.pk).draw_offered_by is None


def test_a_draw_is_agreed_once_and_an_open_offer_ends_with_a_match(reach: Match, anna: User, bob: User) -> None:
    offer_draw(reach.pk, anna)
    over = accept_draw(reach.pk, bob)
    assert (over.ended, over.winner) == (Ending.AGREED, None)
    assert offer_draw(reach.pk, anna).version == over.version
    assert not requests.may_offer_draw(over)


@pytest.mark.parametrize(("version", "ply"), [(-1, 0), (0, 3), (0, -1), (0, 1)])
def test_a_page_of_moves_that_never_were_is_drawn_again(match: Match, version: int, ply: int) -> None:
    """A page with neither version nor state is trusted; one with more moves than the match has is not."""
    state = fingerprint(match, 0)
    now = play_on(match, 2)
    assert is_known(now, now.version - 1 if version == 0 else version, ply, state) is (version < 0)
    assert is_known(now, now.version - 1, 0, state)
    assert not is_known(now, now.version + 1, 0, state)


def test_what_cannot_be_read_is_no_reason_for_who_may_not_play(match: Match, anna: User) -> None:
    form = PreviewForm(QueryDict("placements=rubbish"))
    assert str(answer_preview(match, Seat.FIRST, form)["reason"]).startswith("We can’t read that move.")
    assert answer_preview(match, None, form) == {"reason": NotPlaying.reason}
    over = resign(match.pk, anna)
    assert answer_preview(over, Seat.FIRST, form) == {"reason": MatchOver.reason}


def test_a_false_sum_is_told_to_the_class_on_the_pupils_own_turn(
    match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[User, str]] = []

    def note(_match: Match, pupil: User, refusal: FalseSum) -> None:
        told.append((pupil, type(refusal).__name__))

    monkeypatch.setattr(User, "is_pupil", True)
    monkeypatch.setattr(previews, "false_sums", [note])
    for pressed in ("", "1"):
        answer_preview(match, Seat.FIRST, PreviewForm(QueryDict(f"text=g7r 1%2B1=3&pressed={pressed}")))
    for seat in (Seat.SECOND, None):  # who waits, and a spectator
        tell_if_false(match, seat, FalseSum(plain("It is not true."), "1 + 1 = 3"))
    assert told == [(anna, "FalseSum")]


def test_no_clock_runs_while_a_sealed_move_waits(anna: User, bob: User) -> None:
    first, _second = begun(anna, bob)
    assert str(answer_question(first, Seat.FIRST, "time")).startswith("anna: ")
    move(first)
    assert answer_question(find_match(first.pk), Seat.FIRST, "time") == "No clock is running."


def test_a_rematch_is_asked_for_on_one_board_and_of_open_accounts(
    match: Match, anna: User, bob: User, carl: User
) -> None:
    over = resign(play_on(match, 2).pk, anna)
    assert rematch(MatchView(over, Seat.FIRST))
    first, second = begun(anna, carl)
    for board, has_one in ((resign(first.pk, anna), True), (resign(second.pk, anna), False)):
        assert bool(rematch(MatchView(board, board.seat_of(anna)))) is has_one
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert not rematch(MatchView(find_match(match.pk), Seat.FIRST))
    assert rematch(MatchView(find_match(match.pk), Seat.SECOND))


def test_the_deal_of_a_rematch_is_fixed_once_for_who_is_asked(match: Match, anna: User, bob: User, carl: User) -> None:
    over = resign(play_on(match, 2).pk, anna)
    assert rematch_deal(over.pk, bob) is None
    offer_rematch(over.pk, anna)
    deal = rematch_deal(over.pk, bob)
    assert deal
    assert rematch_deal(over.pk, bob) == deal
    assert [rematch_deal(over.pk, other) for other in (anna, carl)] == [None, None]
    again = offer_rematch(over.pk, bob)
    assert again
    assert (again.pk, rematch_deal(over.pk, bob)) == (deal.match_id, None)


def test_nothing_is_played_from_a_cancelled_match(match: Match, anna: User) -> None:
    assert MatchView(match, Seat.SECOND).face_down
    over = resign(match.pk, anna)
    view = MatchView(over, Seat.SECOND)
    assert (view.face_down, view.commands, view.notice) == (range(0), (), None)
    assert MatchView(over, None).face_down == range(0)


def test_a_downtime_stands_after_its_turn_where_that_is_shown(match: Match) -> None:
    match = play_on(match, 3)
    match.downtimes = "0:60 1:3600 3:7200 "

    def rows(ply: int, since: int) -> list[str]:
        html = turns_since(MatchView(match, None, ply=ply), since)
        return ["down" if "down" in row.partition(">")[0] else "turn" for row in html.split("<li")[1:]]

    assert rows(3, 0) == ["down", "turn", "down", "turn", "turn", "down"]
    assert rows(2, 0) == ["down", "turn", "down", "turn"]
    assert rows(3, 2) == ["turn", "down"]
    assert rows(2, 2) == []


def test_data_have_the_notice_and_the_hints_of_who_is_to_move(generous: Match, anna: User) -> None:
    match = play_move(generous.pk, anna, 1, "4a1 row")
    for seat, notice, hint in ((Seat.SECOND, "This is your last turn.", "7"), (Seat.FIRST, "", ""), (None, "", "")):
        position = match_data(match, seat)["position"]
        assert position
        assert position["notice"] == notice
        hints = {square.get("hint", "") for square in position["squares"]}
        assert hints <= {hint, ""}
        assert (hint in hints) or not hint
        hidden = position_data(match.game, match.game.view(positions.current(match), seat), hints=False)
        assert not any(square.get("hint") for square in hidden["squares"])


def test_the_moves_of_a_match_are_told_in_parts(match: Match) -> None:
    match = play_on(match, 3)
    turns = positions.replay(match).turns

    def plies(since: int, most: int | None) -> list[int]:
        return [one["ply"] for one in moves_data(match, Seat.FIRST, turns, since=since, most=most)]

    assert [plies(0, None), plies(0, 2), plies(1, 2), plies(2, 2), plies(3, None)] == [
        [1, 2, 3],
        [1, 2],
        [2, 3],
        [3],
        [],
    ]
