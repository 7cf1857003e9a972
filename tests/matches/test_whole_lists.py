"""Whole lists of matches: for a player's programs, in the API, and in jobs that go through all of them in parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from accounts.services import block
from core import clock
from games.catalogue import games
from games.jobs.models import Job
from games.matches import hooks
from games.matches.errors import Blocked, TooManyRunning
from games.matches.files.exports import matches_of
from games.matches.live.streams import things_of
from games.matches.models import Match, Vacation
from games.matches.play import starts, updates
from games.matches.play.services import begin_rematch, find_match, resign
from games.matches.play.vacation import cancel_vacation
from games.matches.templatetags.sentences import localized
from games.matches.time.control import HOUR, USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl
from tests.alike import one, someone
from tests.api.conftest import Caller, data_of, problem_of
from tests.daily.test_deals import calling
from tests.matches.conftest import play_on
from tests.matches.stories import LIVE, Story

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
Row = tuple[str, str, tuple[str, ...], bool, object, object]


def test_what_a_players_programs_are_told_of(story: Story, anna: User, bob: User) -> None:
    keys: dict[str, str] = {}
    days = TimeControl.correspondence(days=1)
    for name, control in (("over", days), ("theirs", LIVE), ("mine", USUAL_CORRESPONDENCE), ("live", LIVE)):
        story.passes(timedelta(minutes=1))
        story.begin(control=control)
        keys[story.key] = name
    over, _theirs, mine, live = keys
    resign(over, anna)
    at = find_match(over).finished_at
    play_on(find_match(mine), 2)
    Match.objects.filter(pk=_theirs).update(to_move=2)

    def told(player: User, chosen: list[str] | None = None, since: datetime | None = None) -> list[Row]:
        things = things_of(player, chosen, since)
        return [
            (keys[one.key], str(one.version), one.marks, one.over, one.data["you"], one.data["is_waiting"])
            for one in things
        ]

    begun, turn = ("match.started",), ("match.started", "match.turn 2")
    running = [
        ("theirs", "0", begun, False, "first", True),
        ("mine", "2", turn, False, "first", False),
        ("live", "0", begun, False, "first", True),
    ]
    ended = ("over", "1", ("match.ended",), True, "first", False)
    assert told(anna) == running
    assert told(anna, None, at) == [ended, *running]
    assert told(anna, None, at + timedelta(seconds=1) if at else None) == running
    assert told(anna, [over, live]) == [ended, running[2]]
    assert told(bob, [mine]) == [("mine", "2", begun, False, "second", False)]
    assert told(someone(), [mine]) == []


def test_lists_of_programs(story: Story, anna: User, bob: User) -> None:
    keys = {}
    for name, days in (("late", 7), ("soon", 1), ("theirs", 3), ("over", 3), ("sealed", 3)):
        story.passes(timedelta(minutes=1))
        story.begin("summy" if name == "soon" else "digifeud", control=TimeControl.correspondence(days=days))
        keys[story.key] = name
    late, _soon, theirs, over, sealed = keys
    play_on(find_match(theirs), 1)
    resign(over, bob)
    Match.objects.filter(pk=sealed).update(sealed_move="pass")
    Match.objects.filter(pk=late).update(moved_at=clock.now() + HOUR)
    program = calling(anna)

    def listed(caller: Caller, path: str) -> list[str]:
        rows = data_of(caller.get(path))
        return [keys[row["match"]] for row in (rows if isinstance(rows, list) else rows["items"])]

    assert listed(program, "/me/turns") == ["soon", "late"]
    assert listed(calling(bob), "/me/turns") == ["theirs"]
    everything = ["late", "sealed", "over", "theirs", "soon"]
    assert sorted(listed(Caller(), "/players/anna/matches")) == sorted(everything)
    assert listed(Caller(), "/players/anna/matches")[0] == "late"
    assert listed(Caller(), "/players/anna/matches?state=finished") == ["over"]
    assert sorted(listed(Caller(), "/players/bob/matches?state=running")) == sorted({*everything} - {"over"})
    assert listed(Caller(), "/players/anna/matches?game=summy") == ["soon"]
    Match.objects.filter(pk=over).update(sealed_until=clock.now() + HOUR)
    assert listed(Caller(), "/players/anna/matches?state=finished") == []
    assert [keys[str(one["match"])] for one in matches_of(anna)] == ["late", "soon", "theirs", "over", "sealed"]


def test_games_as_data(db: None) -> None:
    listed = data_of(Caller().get("/games"))
    assert [one["game"] for one in listed] == list(games())
    for one_game, data in zip(games().values(), listed, strict=True):
        choices = one_game.options_type.choices()
        assert data["options"] == [
            {
                "name": choice.name,
                "label": localized(choice.label),
                "answers": {value: localized(label) for value, label in choice.answers.items()},
                "usual": choice.default,
            }
            for choice in choices
        ]
        rest = {name: data[name] for name in ("example", "rules", "hides_tiles", "draws_by_agreement", "notation")}
        assert rest == {
            "example": one_game.example,
            "rules": one_game.rules_version,
            "hides_tiles": not one_game.perfect_information,
            "draws_by_agreement": one_game.draws_by_agreement,
            "notation": f"/games/{one_game.slug}/",
        }


def test_a_program_is_there_and_sees_the_first_moves(story: Story, anna: User) -> None:
    story.begin(control=LIVE)
    User.objects.filter(pk=anna.pk).update(seen_at=None)
    program = calling(anna)
    assert data_of(program.post(f"/matches/{story.key}/arrive"))["is_waiting"]
    assert User.objects.get(pk=anna.pk).seen_at == clock.now()
    moves = f"/matches/{story.key}/legal-moves"
    assert problem_of(program.get(moves), 409)["code"] == "not_begun"
    story.begin()
    moves = f"/matches/{story.key}/legal-moves"
    every = data_of(program.get(moves))
    many = len(every["moves"])
    for limit, is_complete in ((many - 1, False), (many, True)):
        some = data_of(program.get(f"{moves}?limit={limit}"))
        assert (some["ply"], len(some["moves"]), some["is_complete"]) == (1, limit, is_complete)
    play_on(story.match, 3)
    assert [move["ply"] for move in data_of(program.get(f"/matches/{story.key}/moves?since=1"))] == [2, 3]
    assert problem_of(program.get(moves), 409)["code"] == "not_your_turn"
    story.begin(rated=True)
    assert problem_of(program.get(f"/matches/{story.key}/legal-moves"), 403)["code"] == "help"


@pytest.mark.parametrize(("many", "is_again"), [(1, False), (2, True), (3, True)])
def test_tallies_are_written_in_parts(db: None, monkeypatch: pytest.MonkeyPatch, many: int, is_again: bool) -> None:
    monkeypatch.setattr(updates, "AT_ONCE", 2)
    matches = sorted((one(Match, game_slug="tenbyten") for _number in range(many)), key=lambda match: match.pk)
    other = one(Match, game_slug="digifeud")
    job = one(Job)
    updates.write_tallies(job)
    assert [find_match(match.pk).tallies is None for match in matches] == [False, False, True][:many]
    assert find_match(other.pk).tallies is None
    assert (job.again_at is not None) is is_again


def test_turns_get_their_jobs_in_parts(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "AT_ONCE", 1)
    found: list[str] = []

    def none_of(matches: Sequence[Match]) -> dict[tuple[str, str], datetime]:
        found.extend(match.pk for match in matches)
        return {}

    monkeypatch.setattr(hooks, "jobs_of_turns", none_of)
    running = [one(Match, game_slug="digifeud") for _number in range(3)]
    one(Match, game_slug="digifeud", finished_at=clock.now())
    one(Match, game_slug="vanished")
    hooks.write_turns(one(Job))
    assert found == sorted(match.pk for match in running)


def test_who_begins_no_rematch(match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    over = resign(match.pk, anna)
    monkeypatch.setattr(starts, "MOST_RUNNING", 1)
    one(Match, first=anna, time_control=USUAL_LIVE)
    with pytest.raises(TooManyRunning):
        begin_rematch(over)
    monkeypatch.setattr(starts, "MOST_RUNNING", 9)
    block(bob, anna)
    with pytest.raises(Blocked):
        begin_rematch(over)
    assert find_match(match.pk).rematch is None


@pytest.mark.parametrize(
    ("minutes", "left"),
    [(-1, None), (0, None), (1, (0, 60)), (60, (0, 60)), (61, (0, 120)), (121, (0, 180)), (180, (0, 180))],
)
@time_machine.travel(NOW, tick=False)
def test_a_vacation_ends_at_the_next_hour(db: None, minutes: int, left: tuple[int, int] | None) -> None:
    player = someone()
    vacation = Vacation.objects.create(player=player, begins_at=NOW, ends_at=NOW + 3 * HOUR)
    cancel_vacation(player, vacation.pk, NOW + timedelta(minutes=minutes))
    minutes_of: Callable[[datetime], int] = lambda moment: (moment - NOW) // timedelta(minutes=1)  # noqa: E731
    kept = [(minutes_of(row.begins_at), minutes_of(row.ends_at)) for row in Vacation.objects.all()]
    assert kept == ([left] if left else [])
