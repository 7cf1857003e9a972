"""Challenges, chat, puzzles, ratings and analyses by the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.services import block
from games.analysis.models import VERSION, Analysis
from games.matches.play.services import find_match, resign
from games.ratings.models import Rating
from tests.api.conftest import Caller, data_of, problem_of
from tests.api.test_matches import begin
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on
from tests.puzzles.conftest import make_puzzle, others

Calling = Callable[..., Caller]


def test_a_challenge_is_made_seen_and_accepted(
    anna: User, bob: User, carl: User, calling: Calling, visitor: Caller
) -> None:
    first, second, third = calling(anna), calling(bob), calling(carl)
    sent = {"game": "sudoku", "pace": "5m+8s", "starts": "challenger", "options": {"hints": "no"}}
    answer = first.post("/challenges", sent)
    offer = data_of(answer)
    assert (answer.status_code, offer["pace"], offer["challenger"]["name"]) == (201, "5m+8s", "anna")
    assert [one["challenge"] for one in data_of(visitor.get("/challenges"))] == [offer["challenge"]]
    assert problem_of(first.post(f"/challenges/{offer['challenge']}/accept"), 409)["code"] == "own_offer"
    taken = data_of(second.post(f"/challenges/{offer['challenge']}/accept"))
    match = find_match(taken["match"])
    assert (match.first, match.second, match.is_live) == (anna, bob, True)
    assert problem_of(third.post(f"/challenges/{offer['challenge']}/accept"), 409)["code"] == "taken"


def test_a_challenge_to_one_player_is_for_the_two_alone(
    anna: User, bob: User, carl: User, calling: Calling, visitor: Caller
) -> None:
    sent = {"game": "digifeud", "kind": "direct", "opponent": "BOB"}
    offer = data_of(calling(anna).post("/challenges", sent))["challenge"]
    assert [one["challenge"] for one in data_of(calling(bob).get("/me/challenges"))] == [offer]
    assert data_of(calling(carl).get("/me/challenges")) == []
    for stranger in (visitor, calling(carl), calling(bob, "chat:write")):
        problem_of(stranger.get(f"/challenges/{offer}"), 404)
    assert data_of(calling(bob).post(f"/challenges/{offer}/decline"))["status"] == "declined"
    block(by=bob, of=anna)
    assert problem_of(calling(anna).post("/challenges", sent), 403)["code"] == "blocked"


@pytest.mark.parametrize(
    ("field", "value"),
    [("game", "chess"), ("options", {"hints": "maybe"}), ("pace", "1s"), ("pace", "400m+0s"), ("opponent", "bob")],
)
def test_a_challenge_that_the_form_would_not_offer_is_refused(
    field: str, value: object, anna: User, bob: User, calling: Calling
) -> None:
    problem = problem_of(calling(anna).post("/challenges", {"game": "sudoku", field: value}), 422)
    assert problem["errors"][0]["field"] == f"body.{field}"


def test_players_and_spectators_chat_in_their_rooms(
    anna: User, bob: User, carl: User, calling: Calling, visitor: Caller
) -> None:
    path = f"/matches/{begin('sudoku', anna, bob).pk}/chat"
    said = {"text": "Hello \u202ebob", "key": "k1"}
    message, again = (data_of(calling(anna).post(path, said)) for _ in range(2))
    assert (message["id"], message["text"], message["room"]) == (again["id"], "Hello bob", "players")
    calling(carl).post(path, {"phrase": "luck"})
    assert [one["author"] for one in data_of(calling(bob).get(path))] == ["anna"]
    assert [one["text"] for one in data_of(calling(carl).get(path))] == ["Good luck!"]
    problem_of(visitor.get(path), 401)
    assert problem_of(calling(anna).post(path, {"text": " "}), 422)["code"] == "empty_message"


def test_a_puzzle_is_tried_and_its_solution_shown_afterwards(anna: User, calling: Calling, visitor: Caller) -> None:
    puzzle, program = make_puzzle(), calling(anna, "puzzles:play")
    path = f"/puzzles/{puzzle.pk}"
    shown = data_of(visitor.get(path))
    assert (shown["attempt"], shown["solution"]) == (None, None)
    assert shown["position"]["racks"][shown["to_move"]]
    assert data_of(program.get("/puzzles/next?game=digifeud"))["puzzle"] == puzzle.pk
    wrong = others(puzzle)[0][0]
    after = data_of(program.post(f"{path}/attempts", {"move": wrong}))
    assert (after["attempt"]["tries"], after["solution"]) == (1, None)
    assert problem_of(program.post(f"{path}/attempts", {"move": "nonsense"}), 422)["code"] == "bad_notation"
    solved = data_of(program.post(f"{path}/attempts", {"move": puzzle.best}))
    assert solved["attempt"]["is_solved"]
    assert [one["move"] for one in solved["solution"]] == [puzzle.best]
    problem_of(program.get("/puzzles/next?game=digifeud"), 404)


def test_who_gives_up_sees_the_solution(anna: User, calling: Calling) -> None:
    puzzle = make_puzzle()
    answer = data_of(calling(anna).post(f"/puzzles/{puzzle.pk}/solution"))
    assert (answer["attempt"]["is_given_up"], answer["solution"][0]["move"]) == (True, puzzle.best)


def test_an_analysis_is_asked_for_when_the_match_is_over(
    anna: User, bob: User, calling: Calling, visitor: Caller
) -> None:
    match = begin("sudoku", anna, bob)
    path = f"/matches/{match.pk}/analysis"
    assert problem_of(visitor.get(path), 409)["code"] == "not_over"
    resign(play_on(match, 2).pk, bob)
    assert data_of(visitor.get(path))["state"] == "none"
    problem_of(visitor.post(path), 401)
    assert data_of(calling(anna).post(path))["state"] == "asked"
    assert Analysis.objects.get().version == VERSION


def test_ratings_and_results_are_those_of_the_pages(anna: User, bob: User, visitor: Caller) -> None:
    match = begin("sudoku", anna, bob, rated=True)
    resign(play_on(match, 2).pk, bob)
    run_jobs()
    (own,) = data_of(visitor.get("/players/anna/ratings"))
    assert (own["game"], own["pace"], own["won"], own["is_settled"]) == ("sudoku", "days", 1, False)
    assert own["rating"] == round(Rating.objects.get(player=anna).rating)
    (result,) = data_of(visitor.get("/players/ANNA/statistics"))["results"]
    assert (result["game"], result["won"]) == ("sudoku", 1)
    assert data_of(visitor.get("/ratings/sudoku/days"))["items"] == []
    Rating.objects.update(settled_until=match.started_at.replace(year=2100))
    table = data_of(visitor.get("/ratings/sudoku/days?limit=1"))
    assert [one["player"] for one in table["items"]] == ["anna"]
    rest = data_of(visitor.get(f"/ratings/sudoku/days?limit=1&cursor={table['next']}"))
    assert [one["player"] for one in rest["items"]] == ["bob"]
