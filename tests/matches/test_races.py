"""Races between real threads in one match: the first one wins, and no move is lost or played twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.requests import accept_draw, decline_draw, offer_draw
from games.matches.play.services import end_overdue, find_match, offer_rematch, play_move, resign
from games.matches.time.control import TimeControl
from games.ratings.models import RatingChange
from games.rules import IllegalMove
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Start all actions at the same moment in threads; return the result or refusal of each.

    An error that is no refusal is raised after all threads have ended.
    """
    ready = Barrier(len(actions))
    outcomes: list[object] = []
    errors: list[Exception] = []

    def act(action: Callable[[], object]) -> None:
        ready.wait()
        try:
            outcomes.append(action())
        except (Refused, IllegalMove) as refusal:
            outcomes.append(refusal)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=act, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise ExceptionGroup("In the threads", errors)
    return outcomes


def test_eight_tabs_play_the_same_move_and_it_stands_once(match: Match, anna: User) -> None:
    text = legal_move(match)
    outcomes = at_once(*[lambda: play_move(match.pk, anna, 1, text)] * 8)
    assert [outcome.ply for outcome in outcomes if isinstance(outcome, Match)] == [1] * 8
    assert find_match(match.pk).moves.count() == 1
    assert find_match(match.pk).version == match.version + 1


def test_two_tabs_play_different_moves_and_one_is_told(match: Match, anna: User) -> None:
    text = legal_move(match)
    outcomes = at_once(lambda: play_move(match.pk, anna, 1, text), lambda: play_move(match.pk, anna, 1, "pass"))
    assert sorted(isinstance(outcome, Refused) for outcome in outcomes) == [False, True]
    assert find_match(match.pk).moves.count() == 1


def test_a_move_and_a_resignation_at_once_end_the_match_with_or_without_it(match: Match, anna: User, bob: User) -> None:
    """Without a first move the match is cancelled, with it bob has lost; never both."""
    text = legal_move(match)
    at_once(lambda: play_move(match.pk, anna, 1, text), lambda: resign(match.pk, bob))
    ended = find_match(match.pk)
    assert ended.moves.count() == ended.ply
    lost, cancelled = (Match.Ending.RESIGNED, 1), (Match.Ending.ABORTED, None)
    assert (ended.ending, ended.winner) == (lost if ended.ply else cancelled)


@pytest.mark.parametrize("late", [timedelta(0), timedelta(milliseconds=20), timedelta(seconds=30)])
def test_a_move_a_resignation_and_two_clocks_at_once_end_in_one_way(
    match: Match, anna: User, bob: User, late: timedelta
) -> None:
    """Before, at and after the deadline: the first commit wins, and nothing happens after the end."""
    match = play_on(match, 2)
    text = legal_move(match)
    Match.objects.update(deadline_at=timezone.now() + late)
    at_once(
        lambda: play_move(match.pk, anna, 3, text),
        lambda: resign(match.pk, bob),
        *[lambda: [end_overdue() for _sweep in range(5)]] * 2,
    )
    ended = find_match(match.pk)
    moved = ended.moves.count() - 2
    assert (ended.ply, ended.version) == (2 + moved, match.version + moved + 1)
    assert (ended.ending, ended.winner) in (
        [(Match.Ending.RESIGNED, 1)] if moved else [(Match.Ending.RESIGNED, 1), (Match.Ending.TIME, 2)]
    )


def test_both_ask_for_a_rematch_at_once_and_get_one(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    at_once(*[lambda: offer_rematch(match.pk, anna), lambda: offer_rematch(match.pk, bob)] * 3)
    assert Match.objects.count() == 2
    assert find_match(match.pk).rematch is not None


@pytest.fixture
def reach(anna: User, bob: User) -> Match:
    """Return a rated match of Reach after two moves, in which players may agree on a draw."""
    options, control = games()["reach"].options_type(goal="15"), TimeControl.correspondence(days=3)
    match = start_match(game_slug="reach", options=options, first=anna, second=bob, time_control=control, rated=True)
    return play_on(match, 2)


def test_both_offer_a_draw_at_once_and_it_is_one_draw(reach: Match, anna: User, bob: User) -> None:
    outcomes = at_once(lambda: offer_draw(reach.pk, anna), lambda: offer_draw(reach.pk, bob))
    assert all(isinstance(outcome, Match) for outcome in outcomes), outcomes
    match = find_match(reach.pk)
    assert (match.ending, match.winner, match.version) == ("agreed", None, reach.version + 2)
    assert RatingChange.objects.filter(match=match).count() == 2


def test_a_draw_is_accepted_in_four_tabs_and_counted_once(reach: Match, anna: User, bob: User) -> None:
    offer_draw(reach.pk, anna)
    outcomes = at_once(*[lambda: accept_draw(reach.pk, bob)] * 4)
    assert [outcome.ending for outcome in outcomes if isinstance(outcome, Match)] == ["agreed"] * 4
    assert RatingChange.objects.filter(match=reach).count() == 2


def test_accepting_declining_moving_and_resigning_at_once_end_in_one_way(reach: Match, anna: User, bob: User) -> None:
    """Bob answers anna's offer while she moves: the first commit wins."""
    offer_draw(reach.pk, anna)
    text = legal_move(reach)
    at_once(
        lambda: accept_draw(reach.pk, bob),
        lambda: decline_draw(reach.pk, bob),
        lambda: play_move(reach.pk, anna, 3, text),
        lambda: resign(reach.pk, bob),
    )
    match = find_match(reach.pk)
    assert (match.ending, match.winner) in {("agreed", None), ("resigned", 1)}
    assert match.ply == match.moves.count()
    assert match.draw_offered_by is None
    assert RatingChange.objects.filter(match=match).count() == 2
