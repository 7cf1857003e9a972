"""Real threads at one match: whoever is quicker decides, and nothing is lost or played twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.services import end_overdue, find_match, offer_rematch, play_move, resign
from games.rules import IllegalMove
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions: Callable[[], object]) -> list[object]:
    """What each action gave, or the refusal it met, all started in the same moment in a thread of its own."""
    ready = Barrier(len(actions))
    outcomes: list[object] = []

    def act(action: Callable[[], object]) -> None:
        ready.wait()
        try:
            outcomes.append(action())
        except (Refused, IllegalMove) as refusal:
            outcomes.append(refusal)
        finally:
            connection.close()

    threads = [Thread(target=act, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
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
    """Without a first move it is cancelled, with it bob has lost: one or the other, never both."""
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
    """Before, at and after the deadline: whatever comes first stands, and nothing comes after the end."""
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
