"""Whole answers about matches, analyses, studies and puzzles: every member has the value of its own thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from accounts.models import User
from accounts.services import make_guest
from games.analysis.models import Analysis
from games.computers.services import find_computer
from games.matches.models import Match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.puzzles.models import Attempt, Daily, Mistake, Puzzle
from games.puzzles.services.practice import ENOUGH
from games.puzzles.services.selection import choose_all
from games.studies.models import Study
from games.studies.services import keep
from tests.alike import one
from tests.analysis.conftest import TURNS, made_up
from tests.api.conftest import Caller, data_of, problem_of
from tests.api.test_matches import begin
from tests.matches.conftest import match, play_on
from tests.puzzles.conftest import DAY, NOON, make_puzzle, others
from tests.puzzles.test_mistakes import mistake_of

__all__ = ["match"]
Calling = Callable[..., Caller]
ANNA = {"name": "anna", "is_guest": False, "is_computer": False}
TODAY = NOON.date().isoformat()


@pytest.fixture(autouse=True)
def _noon() -> Any:  # noqa: ANN401 - of the generator
    with time_machine.travel(NOON, tick=False):
        yield


def told(moment: object) -> str:
    return str(moment).replace(" ", "T").replace("+00:00", "Z")


def flat(answer: dict[str, object]) -> dict[str, object]:
    """Return an answer without its position, of which only the size and the points that are public stay."""
    position: Any = answer.pop("position")
    return answer | {"position": position and [position["rows"], position["columns"], *position["held"]]}


def test_all_that_is_said_of_puzzles(db: None, anna: User, bob: User, calling: Calling) -> None:
    first = make_puzzle(for_daily=True, rating=1390.4, deviation=120.0, tried=9, solved=4)
    second = make_puzzle("sudoku", number=2, for_daily=True, rating=1600.4, deviation=60.0, solved=7, tried=8)
    choose_all()
    Daily.objects.filter(puzzle=second).update(number=17)
    mine, path = calling(anna, "puzzles:play"), f"/puzzles/{first.pk}"
    assert data_of(mine.get("/puzzles/daily")) == [
        {"game": "digifeud", "day": TODAY, "number": 1, "puzzle": first.pk},
        {"game": "sudoku", "day": TODAY, "number": 17, "puzzle": second.pk},
    ]
    shown = {
        "puzzle": second.pk,
        "game": "sudoku",
        "options": {"hints": "no"},
        "kind": "ending",
        "question": "Which move wins most often?",
        "rating": 1600,
        "tried": 8,
        "solved": 7,
        "to_move": "first",
        "step": 0,
        "attempt": None,
        "solution": None,
        "position": [9, 9, 1, 0],
    }
    one(Attempt, puzzle=second, player=bob, solved_at=NOON)  # which anna is told nothing of
    assert flat(data_of(mine.get(f"/puzzles/{second.pk}"))) == shown
    wrong = others(first)[0][0]
    attempt = {"tries": 1, "is_solved": False, "is_given_up": False, "line": [], "rating_change": -234}
    after = flat(data_of(mine.post(f"{path}/attempts", {"move": wrong})))
    assert (after["attempt"], after["solution"], after["rating"]) == (attempt, None, None)
    assert (after["question"], after["position"]) == ("Which move scores the most points?", [13, 13, 12, 12])
    assert flat(data_of(calling(anna, "chat:write").get(path)))["attempt"] is None
    assert data_of(mine.get(f"/puzzles/{second.pk}"))["attempt"] is None  # not tried yet
    solved = data_of(mine.post(f"{path}/attempts", {"move": first.best}))
    assert solved["attempt"] == attempt | {"tries": 2, "is_solved": True}
    parts = [("2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}1 on red", 2, "m9")]
    parts += [("2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}64 for the answer on red", 128, "m13")]
    best = {
        "ply": 1,
        "player": "first",
        "move": "m9d 1x64=64",
        "text": "1 × 64 = 64",
        "detail": "",
        "points": 130,
        "squares": ["m9", "m10", "m11", "m12", "m13"],
        "parts": [{"text": text, "points": points, "square": square} for text, points, square in parts],
    }
    assert solved["solution"] == [best]
    gone = data_of(mine.post(f"/puzzles/{second.pk}/solution"))["attempt"]
    assert (gone["tries"], gone["is_solved"], gone["is_given_up"], gone["rating_change"] < 0) == (0, False, True, True)


def test_all_that_is_said_of_ones_own_mistakes(match: Match, anna: User, bob: User, calling: Calling) -> None:
    mine = calling(anna, "puzzles:play")
    due = mistake_of(anna, match, 1, cost=0.25, due_at=NOON)
    later = mistake_of(anna, match, 2, "passing", due_at=NOON + DAY, shown=3, solved=ENOUGH - 1)
    mistake_of(anna, match, 3, solved=ENOUGH, due_at=NOON)
    others_own = mistake_of(bob, match, 4, due_at=NOON)
    said = {
        "mistake": due.puzzle_id,
        "match": match.pk,
        "ply": due.puzzle.ply + 1,
        "game": "digifeud",
        "theme": "endings",
        "cost": 0.25,
        "due_at": told(NOON),
        "times_shown": 0,
        "times_solved": 0,
        "is_learned": False,
        "position": [13, 13, 12, 12],
    }
    last = {"theme": "passing", "cost": 0.2, "due_at": told(NOON + DAY), "times_shown": 3, "times_solved": 1}
    listed = [flat(one) for one in data_of(mine.get("/puzzles/mistakes"))]
    assert listed == [said, said | last | {"mistake": later.puzzle_id, "position": None}]
    wrong = {"move": others(due.puzzle)[0][0]}
    answer = data_of(mine.post(f"/puzzles/mistakes/{due.puzzle_id}/answers", wrong))
    assert (answer["is_right"], answer["best"]["move"], answer["best"]["ply"]) == (False, due.puzzle.best, 1)
    assert flat(answer["mistake"]) == said | {"times_shown": 1, "due_at": told(NOON + 3 * DAY), "position": None}
    assert problem_of(mine.post(f"/puzzles/mistakes/{later.puzzle_id}/answers", wrong), 409)["code"] == "not_ready"
    problem_of(mine.post(f"/puzzles/mistakes/{others_own.puzzle_id}/answers", wrong), 404)
    Mistake.objects.filter(pk=later.pk).update(due_at=NOON)
    right = data_of(mine.post(f"/puzzles/mistakes/{later.puzzle_id}/answers", {"move": later.puzzle.best}))
    assert (right["is_right"], right["mistake"]["is_learned"], right["mistake"]["times_solved"]) == (True, True, 2)
    assert not Attempt.objects.exists()


def test_no_position_to_solve_tells_what_its_moves_score(match: Match, anna: User, calling: Calling) -> None:
    """Not even one of a match with hints."""
    puzzle, own = (make_puzzle("sudoku", number, state=state) for number, state in ((1, "offered"), (2, "own")))
    Puzzle.objects.update(option_data={"hints": "yes"})
    one(Mistake, player=anna, match=match, puzzle=own, due_at=NOON)
    mine = calling(anna, "puzzles:play")
    for told in (data_of(mine.get(f"/puzzles/{puzzle.pk}")), data_of(mine.get("/puzzles/mistakes"))[0]):
        assert {"hint" in square for square in told["position"]["squares"]} == {False}


def test_a_puzzle_of_the_level_and_kind_that_is_asked_for(db: None, anna: User, calling: Calling) -> None:
    mine, asked = calling(anna, "puzzles:play"), "/puzzles/next?game=digifeud"
    found = {
        f"&level={level}&kind=sum": make_puzzle(number=number, rating=rating).pk
        for number, (level, rating) in enumerate([("easy", 1399.9), ("medium", 1599.9), ("hard", 1600.0)])
    }
    found["&kind=pass"] = make_puzzle(number=9, passing=True, rating=1500.0).pk
    assert {query: data_of(mine.get(asked + query))["puzzle"] for query in found} == found
    for query in ("&kind=line", "&kind=pass&level=hard"):
        problem_of(mine.get(asked + query), 404)
    problem_of(mine.get("/puzzles/next?game=chess"), 404)
    problem_of(Caller().get(asked), 401)
    assert problem_of(calling(anna, "chat:write").get(asked), 403)["scopes"] == ["puzzles:play"]
    Puzzle.objects.update(state=Puzzle.State.WITHHELD)
    problem_of(mine.get(asked), 404)
    problem_of(mine.get(f"/puzzles/{found['&kind=pass']}"), 404)


def test_all_that_is_said_of_an_analysis(match: Match, anna: User, calling: Calling, visitor: Caller) -> None:
    over = resign(play_on(match, TURNS).pk, anna)
    path = f"/matches/{over.pk}/analysis"
    empty: dict[str, object] = {"match": over.pk, "start": None, "players": [], "turns": [], "moments": []}
    assert data_of(visitor.get(path)) == empty | {"state": "none", "turns_done": 0}
    assert data_of(calling(anna, "profile:read").post(path)) == empty | {"state": "asked", "turns_done": 0}
    for state, done in (("working", 3), ("failed", 2)):
        Analysis.objects.update(state=state, done=done)
        assert data_of(visitor.get(path)) == empty | {"state": state, "turns_done": done - 1}
    Analysis.objects.all().delete()
    made_up(over)
    assert data_of(visitor.get(f"/matches/{over.pk}"))["points"] == [1, 49]
    said = data_of(visitor.get(path))
    turns = [(one["ply"], one["player"], one["points"], one["chance"], one["cost"]) for one in said["turns"]]
    assert turns == [
        (1, "first", 54, 0.5494, 0.0),
        (2, "second", 45, 0.4663, 0.004),
        (3, "first", 29, 0.4889, 0.19),
        (4, "second", 4, 0.5627, 0.04),
        (5, "first", 4, 0.4681, 0.08),
    ]
    assert said["turns"][2]["best"] == [
        {"move": "i11r 7+45=?52", "points": 52, "chance": 0.7},
        {"move": "i9r ?9+1=10", "points": 29, "chance": 0.51},
        {"move": "i11r 2+45=47", "points": 47, "chance": 0.3},
    ]
    assert said | {"turns": []} == {
        "match": over.pk,
        "state": "done",
        "turns_done": 5,
        "start": 0.4398,
        "players": [
            {"player": "first", "accuracy": 64, "luck": 96},
            {"player": "second", "accuracy": 91, "luck": 92},
        ],
        "turns": [],
        "moments": [
            {"ply": 3, "better": "i11r 2+45=47", "key": "points", "reason": "It scores 12 more now."},
            *({"ply": ply, "better": None, "key": None, "reason": None} for ply in (4, 5)),
        ],
    }


def test_all_that_is_said_of_a_finished_match(anna: User, calling: Calling, visitor: Caller) -> None:
    guest, computer = make_guest(), find_computer(2)
    casual = begin("sudoku", anna, guest)
    over = resign(begin("sudoku", computer, anna, TimeControl.parse("5m+8s"), rated=True).pk, anna)
    listed = data_of(visitor.get("/players/anna/matches"))["items"]
    said = {one["match"]: one for one in listed}
    person = {"name": guest.username, "is_guest": True, "is_computer": False}
    assert said[casual.pk] == {
        "match": casual.pk,
        "game": "sudoku",
        "options": {"hints": "no"},
        "pace": "3d",
        "rated": False,
        "first": ANNA,
        "second": person,
        "started": told(NOON),
        "version": 0,
        "ply": 0,
        "to_move": "first",
        "deadline": told(NOON + 3 * DAY),
        "points": [0, 0],
        "finished": None,
        "ending": None,
        "winner": None,
        "twin": None,
        "is_sealed": False,
    }
    assert said[over.pk] | {"options": {}} == said[casual.pk] | {
        "match": over.pk,
        "options": {},
        "pace": "5m+8s",
        "rated": True,
        "first": {"name": computer.username, "is_guest": False, "is_computer": True},
        "second": ANNA,
        "version": 1,
        "to_move": None,
        "deadline": None,
        "finished": told(NOON),
        "ending": "aborted",
        "winner": "none",
    }
    running = data_of(visitor.get("/players/anna/matches?state=running&game=sudoku"))["items"]
    assert [one["match"] for one in running] == [casual.pk]
    finished = data_of(visitor.get("/players/anna/matches?state=finished"))["items"]
    assert [one["match"] for one in finished] == [over.pk]
    assert data_of(visitor.get("/players/anna/matches?game=summy"))["items"] == []


def test_all_that_is_said_of_studies(anna: User, bob: User, calling: Calling, visitor: Caller) -> None:
    over = resign(play_on(begin("sudoku", anna, bob), 2).pk, bob)
    study = keep(anna, over, 2, ["d4"], "A study")
    Study.objects.filter(pk=study.pk).update(comment="Why not?", sharing=Study.Sharing.LINK)
    shown = {
        "study": study.pk,
        "owner": ANNA,
        "name": "A study",
        "comment": "Why not?",
        "match": over.pk,
        "ply": 2,
        "line": ["d4"],
        "sharing": "link",
        "made": told(NOON),
    }
    assert data_of(visitor.get(f"/studies/{study.pk}")) == shown
    assert data_of(calling(anna).get("/me/studies")) == [shown]
    assert data_of(calling(bob).get("/me/studies")) == []
    Study.objects.update(sharing=Study.Sharing.OWN)
    problem_of(visitor.get(f"/studies/{study.pk}"), 404)
    problem_of(calling(bob).get(f"/studies/{study.pk}"), 404)
    problem_of(calling(anna, "chat:write").get(f"/studies/{study.pk}"), 404)
    assert data_of(calling(anna).get(f"/studies/{study.pk}")) == shown | {"sharing": "own"}
