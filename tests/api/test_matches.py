"""Two programs play a match by the API; others see of it what its page shows."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from accounts.models import AccessToken, User
from core import clock
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.notifications.turns import waiting_turns
from tests.api.conftest import Caller, data_of, problem_of
from tests.matches.conftest import legal_move
from tests.matches.test_mirrors import begun as mirrored
from tests.matches.test_mirrors import move

Calling = Callable[..., Caller]
DAYS, LIVE = TimeControl.parse("3d"), TimeControl.parse("5m+8s")


def begin(slug: str, first: User, second: User, control: TimeControl = DAYS, *, rated: bool = False) -> Match:
    terms = {"game_slug": slug, "options": games()[slug].options_type(), "time_control": control, "rated": rated}
    return start_match(**terms, first=first, second=second)


@pytest.mark.parametrize("slug", games())
def test_two_programs_play_by_what_the_api_says(slug: str, anna: User, bob: User, calling: Calling) -> None:
    match = begin(slug, anna, bob)
    programs = {"first": calling(anna, "matches:play"), "second": calling(bob, "matches:play")}
    for ply in range(1, 5):
        state = data_of(programs["first"].get(f"/matches/{match.pk}"))
        program = programs[state["to_move"]]
        legal = data_of(program.get(f"/matches/{match.pk}/legal-moves?limit=20"))
        assert legal["ply"] == ply
        best = max(legal["moves"], key=lambda one: one["points"])
        previews = data_of(program.post(f"/matches/{match.pk}/preview", {"move": best["move"]}))
        assert best["points"] in [one["points"] for one in previews]
        after = data_of(program.post(f"/matches/{match.pk}/moves", {"ply": ply, "move": best["move"]}))
        assert (after["ply"], after["last"]["move"], after["last"]["points"]) == (ply, best["move"], best["points"])
    moves = data_of(programs["first"].get(f"/matches/{match.pk}/moves?since=1"))
    assert [move["ply"] for move in moves] == [2, 3, 4]


def test_bots_play_by_a_scope_of_their_own(anna: User, bob: User, calling: Calling) -> None:
    match, person, token = begin("sudoku", anna, bob), calling(bob), calling(anna, "matches:play", "bot:play")
    path = f"/matches/{match.pk}/legal-moves"
    assert data_of(token.get(path))["ply"] == 1
    User.objects.filter(pk=anna.pk).update(is_bot=True)
    refused = problem_of(token.get(path), 403)
    assert refused["code"] == "wrong_account"
    assert "bot:play is for bot accounts alone" in refused["detail"]
    assert data_of(token.get(f"/matches/{match.pk}"))["you"] is None
    bot = calling(User.objects.get(pk=anna.pk))
    assert data_of(bot.get(path))["ply"] == 1
    assert "matches:play" not in data_of(bot.get("/me"))["scopes"]
    assert "bot:play" not in data_of(person.get("/me"))["scopes"]


def test_a_person_cannot_play_by_the_scope_of_bots(anna: User, bob: User, calling: Calling) -> None:
    match, caller = begin("sudoku", anna, bob), calling(anna, "bot:play")
    assert problem_of(caller.get(f"/matches/{match.pk}/legal-moves"), 403)["code"] == "missing_scope"
    AccessToken.objects.update(scopes="bot:play")  # as before this rule
    assert problem_of(caller.get(f"/matches/{match.pk}/legal-moves"), 403)["code"] == "wrong_account"


def test_no_list_of_moves_helps_a_person_in_a_rated_match(anna: User, bob: User, calling: Calling) -> None:
    match, program = begin("sudoku", anna, bob, rated=True), calling(anna, "matches:play", "bot:play")
    refused = problem_of(program.get(f"/matches/{match.pk}/legal-moves"), 403)
    assert (refused["code"], "help" in refused["detail"]) == ("help", True)
    assert data_of(program.post(f"/matches/{match.pk}/preview", {"move": legal_move(match)}))[0]["points"] >= 0
    User.objects.filter(pk__in=[anna.pk, bob.pk]).update(is_bot=True)
    bot = calling(User.objects.get(pk=anna.pk))
    assert data_of(bot.get(f"/matches/{match.pk}/legal-moves"))["moves"]


def test_a_move_once_more_is_answered_like_the_first(anna: User, bob: User, calling: Calling) -> None:
    match, program = begin("sudoku", anna, bob), calling(anna, "matches:play")
    legal = data_of(program.get(f"/matches/{match.pk}/legal-moves"))["moves"]
    sent = {"ply": 1, "move": legal[0]["move"]}
    first, again = (program.post(f"/matches/{match.pk}/moves", sent) for _ in range(2))
    assert data_of(first) == data_of(again)
    old = problem_of(program.post(f"/matches/{match.pk}/moves", {**sent, "move": legal[1]["move"]}), 409)
    assert (old["code"], old["match"]["ply"]) == ("stale_move", 1)


def test_an_illegal_move_is_refused_in_the_words_of_players(anna: User, bob: User, calling: Calling) -> None:
    match, program = begin("sudoku", anna, bob), calling(anna, "matches:play")
    path = f"/matches/{match.pk}/moves"
    assert problem_of(program.post(path, {"ply": 1, "move": "z9"}), 422)["code"] in ("illegal_move", "bad_notation")
    dutch = program.post(path, {"ply": 1, "move": "!"}, **{"Accept-Language": "nl"})
    english = program.post(path, {"ply": 1, "move": "!"})
    assert problem_of(dutch, 422)["detail"] != problem_of(english, 422)["detail"]


def test_tiles_are_shown_to_their_player_alone(
    anna: User, bob: User, carl: User, calling: Calling, visitor: Caller
) -> None:
    match = begin("digifeud", anna, bob)
    path = f"/matches/{match.pk}"
    racks = [
        data_of(caller.get(path))["position"]["racks"]
        for caller in (calling(anna, "matches:play"), calling(anna, "chat:write"), calling(carl), visitor)
    ]
    assert racks[0]["first"]
    assert not racks[0]["second"]
    assert racks[1:] == [{"first": None, "second": None}] * 3


def test_a_token_may_do_what_its_scopes_say(anna: User, bob: User, calling: Calling, visitor: Caller) -> None:
    match = begin("sudoku", anna, bob)
    refused = problem_of(calling(anna, "chat:write").post(f"/matches/{match.pk}/resign"), 403)
    assert (refused["code"], refused["scopes"]) == ("missing_scope", ["matches:play", "bot:play"])
    assert "matches:play" in refused["detail"]
    answer = visitor.post(f"/matches/{match.pk}/resign")
    problem_of(answer, 401)
    assert answer["WWW-Authenticate"].startswith("Bearer")
    problem_of(Caller("ng_nonsense").get(f"/matches/{match.pk}"), 401)


def test_a_live_match_begins_when_both_are_there(anna: User, bob: User, calling: Calling) -> None:
    match = begin("sudoku", anna, bob, LIVE)
    programs = calling(anna), calling(bob)
    for program in programs:
        waiting = data_of(program.post(f"/matches/{match.pk}/arrive"))["is_waiting"]
    assert not waiting
    assert data_of(programs[0].get(f"/matches/{match.pk}"))["clocks"]["first"]["left"] == 300


def test_players_resign_and_agree(anna: User, bob: User, carl: User, calling: Calling) -> None:
    match = begin("sudoku", anna, bob)
    refused = problem_of(calling(carl).post(f"/matches/{match.pk}/resign"), 403)
    assert (refused["code"], "match" in refused) == ("not_playing", False)
    ended = data_of(calling(bob).post(f"/matches/{match.pk}/resign"))
    assert (ended["ending"], ended["seed"]) == ("aborted", bytes(match.seed).hex())
    over = problem_of(calling(anna).post(f"/matches/{match.pk}/offer-draw"), 409)
    assert (over["code"], over["match"]["ending"]) == ("match_over", "aborted")


def test_a_player_exports_all_matches(anna: User, bob: User, calling: Calling) -> None:
    matches = [begin("sudoku", anna, bob).pk for _ in range(3)]
    answer = calling(anna, "profile:read").get("/exports/matches")
    assert answer["Content-Type"] == "application/x-ndjson"
    lines = b"".join(answer.streaming_content).decode().splitlines()  # type: ignore[attr-defined]
    assert [json.loads(line)["match"] for line in lines] == matches


def test_a_list_goes_on_where_its_page_ended(anna: User, bob: User, visitor: Caller) -> None:
    matches = {begin("sudoku", anna, bob).pk for _ in range(5)}
    Match.objects.exclude(pk=min(matches)).update(moved_at=clock.now())  # at the same moment
    path, seen = "/players/anna/matches?limit=2", []
    while path:
        answer = visitor.get(path)
        page = data_of(answer)
        seen += [one["match"] for one in page["items"]]
        assert ("Link" in answer) == bool(page["next"])
        path = f"/players/anna/matches?limit=2&cursor={page['next']}" if page["next"] else ""
    assert (len(seen), set(seen)) == (5, matches)
    problem_of(visitor.get("/players/anna/matches?cursor=bm9uc2Vuc2U"), 422)


def test_my_turns_are_the_matches_that_wait_for_me(anna: User, bob: User, calling: Calling) -> None:
    """A move that is sealed until that of the other board waits for no player."""
    program, other = calling(anna), mirrored(anna, bob)
    running = [begin("sudoku", anna, bob), begin("sudoku", bob, anna)]
    resign(begin("sudoku", anna, bob).pk, bob)
    assert {one["match"] for one in data_of(program.get("/me/turns"))} == {running[0].pk, other[0].pk}
    assert move(other[0]).sealed_move
    assert [one["match"] for one in data_of(program.get("/me/turns"))] == [running[0].pk]
    assert list(waiting_turns(anna)) == [running[0]]
