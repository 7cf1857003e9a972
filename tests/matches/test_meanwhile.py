"""Between two things: what another does in the instant before a write, or asks for right after it.

A service reads the row of a match, decides, and writes it by compare-and-set. Here the other player acts after the
decision and before the write, on the same connection, so that no chance is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games.catalogue import games
from games.matches.errors import MatchOver, NoDrawOffer, NotWaiting, Refused, TooSoon
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.requests import NUDGE_PAUSE, accept_draw, claim_win, decline_draw, give_time, nudge, offer_draw
from games.matches.play.services import end_on_time, find_match, play_move, resign, void_match
from games.matches.time.control import PATIENCE, PATIENCE_LIVE, TimeControl
from games.rules import Seat
from tests.matches.conftest import legal_move, play_on
from tests.matches.test_claim import DAYS, LIVE, decided

pytestmark = pytest.mark.sql
TABLE = Match._meta.db_table
Act = Callable[[Match], object]


@contextmanager
def just_before_the_write(act: Callable[[], object]) -> Iterator[None]:
    """Have this happen once, when the first write to a match is about to be executed."""
    waiting = [act]

    def execute(run: Callable[..., object], sql: str, params: object, many: bool, context: object) -> object:
        if waiting and sql.startswith("UPDATE") and TABLE in sql:
            waiting.pop()()
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield
    assert not waiting, "nothing was written"


@pytest.fixture
def reach(anna: User, bob: User) -> Match:
    """Return a match of Reach, in which draws may be offered, after two moves; anna is to move and offers one."""
    options, control = games()["reach"].options_type(goal="15"), TimeControl.correspondence(days=3)
    match = play_on(start_match(game_slug="reach", options=options, first=anna, second=bob, time_control=control), 2)
    return offer_draw(match.pk, anna)


def moves(match: Match) -> Match:
    """Play the next move for the player to move."""
    latest = find_match(match.pk)
    return play_move(match.pk, latest.player(Seat(latest.to_move)), latest.ply + 1, legal_move(latest))


@dataclass(frozen=True)
class Race:
    """What bob does, what anna does meanwhile, what bob is told, and how the match stands then."""

    act: Act
    meanwhile: Act
    refusal: type[Refused] | None
    ending: str
    voids: bool = False


RACES = {
    "a draw that is withdrawn is not accepted": Race(
        lambda match: accept_draw(match.pk, match.second),
        lambda match: decline_draw(match.pk, match.first),
        NoDrawOffer,
        "",
    ),
    "a draw is agreed though its offerer has moved": Race(
        lambda match: accept_draw(match.pk, match.second), moves, None, "agreed"
    ),
    "who has moved needs no time": Race(lambda match: give_time(match.pk, match.second), moves, NotWaiting, ""),
    "who resigns after a move loses all the same": Race(
        lambda match: resign(match.pk, match.second), moves, None, "resigned"
    ),
    "who resigns second has not lost": Race(
        lambda match: resign(match.pk, match.second),
        lambda match: resign(match.pk, match.first),
        MatchOver,
        "resigned",
    ),
    "what ended is void all the same": Race(
        lambda match: void_match(match.pk), lambda match: resign(match.pk, match.first), None, "resigned", voids=True
    ),
}


@pytest.mark.parametrize("name", RACES)
def test_what_comes_just_before_a_write_counts(reach: Match, name: str) -> None:
    race = RACES[name]
    with just_before_the_write(lambda: race.meanwhile(reach)):
        if race.refusal:
            with pytest.raises(race.refusal):
                race.act(reach)
        else:
            race.act(reach)
    after = find_match(reach.pk)
    assert (after.ending, bool(after.finished_at)) == (race.ending, bool(race.ending))
    assert bool(after.voided_at) == race.voids


def test_time_that_was_given_meanwhile_is_not_over(match: Match, bob: User) -> None:
    assert match.deadline_at
    with time_machine.travel(match.deadline_at - timedelta(seconds=1), tick=False):
        late = match.deadline_at + timedelta(seconds=1)
        with just_before_the_write(lambda: give_time(match.pk, bob)):
            assert not end_on_time(match, late)
    assert find_match(match.pk).finished_at is None


REPEATS: dict[str, tuple[Callable[[Match, User], Match], Seat]] = {
    "move": (lambda match, player: play_move(match.pk, player, match.ply + 1, legal_move(match)), Seat.FIRST),
    "time": (lambda match, player: give_time(match.pk, player), Seat.SECOND),
    "resignation": (lambda match, player: resign(match.pk, player), Seat.FIRST),
}


@pytest.mark.parametrize("name", REPEATS)
def test_a_request_is_repeated_by_its_own_player_alone(match: Match, name: str) -> None:
    """What was done is done once, and the opponent who asks for the same is told that it is not theirs."""
    (act, seat), match = REPEATS[name], play_on(match, 2)
    done = act(match, match.player(seat))
    assert act(match, match.player(seat)).version == done.version
    with pytest.raises(Refused):
        act(match, match.player(seat.other))
    assert find_match(match.pk).version == done.version


@pytest.mark.parametrize(("control", "patience"), [(DAYS, PATIENCE), (LIVE, PATIENCE_LIVE)], ids=["days", "live"])
def test_a_win_is_claimed_at_its_time_and_not_a_second_before(
    anna: User, bob: User, control: TimeControl, patience: timedelta
) -> None:
    match = decided(anna, bob, control)
    since = match.clock_since or match.moved_at
    with time_machine.travel(since + patience - timedelta(seconds=1), tick=False), pytest.raises(TooSoon):
        claim_win(match.pk, anna)
    with time_machine.travel(since + patience, tick=False):
        assert claim_win(match.pk, anna).winner is Seat.FIRST


def test_a_nudge_comes_at_its_time_and_not_a_second_before(match: Match, bob: User) -> None:
    with time_machine.travel(match.moved_at + NUDGE_PAUSE - timedelta(seconds=1), tick=False), pytest.raises(Refused):
        nudge(match.pk, bob)
    with time_machine.travel(match.moved_at + NUDGE_PAUSE, tick=False):
        assert nudge(match.pk, bob).nudged_at
