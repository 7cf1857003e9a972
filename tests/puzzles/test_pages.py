"""The pages of puzzles: public, with and without JavaScript, and without the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import resign
from games.matches.templatetags.sentences import localized
from games.puzzles import puzzle_view
from games.puzzles.jobs import SEARCHES
from games.puzzles.models import Attempt, Daily, Puzzle, SolvedDay, Solver, Try
from games.puzzles.services.selection import choose_all, next_puzzle
from games.puzzles.services.solving import give_up, position_of, try_move
from games.puzzles.today import bars
from games.rules import Position, SeededRandom
from tests.exports import export_of
from tests.html import CHANGING, html_of
from tests.jobs.running import run_due, run_jobs
from tests.matches.conftest import match, play_on
from tests.puzzles.conftest import NOON, Clock, make_puzzle
from tests.sizes import cases

__all__ = ["match"]

HTMX = {"HX-Request": "true"}
SignedIn = Callable[[User], Client]
REAL_GAMES = [slug for slug in sorted(games()) if type(games()[slug]).__module__.startswith("games.")]
BY_CHANCE = [slug for slug in REAL_GAMES if slug != "sudoku"]  # there the most points are the best move nearly always
ASKED = {slug: (slug, False) for slug in REAL_GAMES} | {f"{slug} by chance": (slug, True) for slug in BY_CHANCE}
TOKEN = re.compile(r'(csrfmiddlewaretoken" value="|X-CSRFToken": ")[^"]+')


def address(puzzle: Puzzle, name: str = "puzzle") -> str:
    return reverse(f"puzzles:{name}", args=[puzzle.pk])


def everything_sent(puzzle: Puzzle, browser: Client) -> str:
    """Return everything that can be requested about a puzzle without making a move, including headers."""
    answers = [browser.get(address(puzzle)), browser.get(address(puzzle), headers=HTMX), browser.get("/puzzles/")]
    answers += [browser.post(address(puzzle, "preview"), {"text": text}, headers=HTMX) for text in ("", "x", "pass")]
    answers += [browser.get("/lobby/"), browser.get(address(puzzle, "moving_picture"))]
    told = "".join(f"{answer.status_code}{headers_of(answer.headers)}{html_of(answer)}" for answer in answers)
    return CHANGING.sub("", told)


def headers_of(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the headers without the time."""
    return sorted((name, value) for name, value in headers.items() if name != "Expires")


@pytest.mark.slow
@cases("asked", ASKED, default=["digifeud", "summy by chance", "tenbyten by chance"])
def test_no_one_is_told_the_answer_before_a_move(db: None, asked: tuple[str, bool], clock: Clock) -> None:
    slug, by_chance = asked
    puzzle = make_puzzle(slug, by_chance=by_chance)
    Daily.objects.create(game_slug=slug, day=NOON.date(), number=1, puzzle=puzzle)
    told = everything_sent(puzzle, Client())
    assert f"{games()[slug].name}" in told
    answers = {"best": "z", "best_points": 987, "second_points": 985, "choices": 977, "answers": 967, "hardness": 957.1}
    answers |= {"solutions": ["y"], "best_chance": 0.947, "points_chance": 0.937}
    Puzzle.objects.update(**answers)
    assert everything_sent(puzzle, Client()) == told  # a different answer would not change a byte


@pytest.mark.parametrize("slug", REAL_GAMES)
def test_other_hidden_tiles_would_not_change_a_byte(db: None, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(slug)
    choose_all()  # else the first request of the overview would make it today's
    told = everything_sent(puzzle, Client())

    def imagined(puzzle: Puzzle, line: Sequence[str] = ()) -> Position:
        assert not line
        true, game = position_of(puzzle), puzzle.game
        position: Position = game.determinize(game.view(true, true.to_move), SeededRandom(b"another deal"))
        return position

    monkeypatch.setattr(puzzle_view, "position_of", imagined)
    assert everything_sent(puzzle, Client()) == told


def test_a_match_with_hints_leaves_none_in_its_puzzle(db: None) -> None:
    plain, hinted = make_puzzle("sudoku"), make_puzzle("sudoku", number=2)
    Puzzle.objects.filter(pk=hinted.pk).update(option_data={"hints": "yes"})
    one, other = (html_of(Client().get(address(puzzle), headers=HTMX)) for puzzle in (plain, hinted))
    assert "class=hint" not in other
    assert TOKEN.sub("", other.replace(hinted.pk, plain.pk)) == TOKEN.sub("", one)


def test_a_visitor_looks_at_it_and_leaves_no_trace(puzzle: Puzzle) -> None:
    browser = Client()
    page = html_of(browser.get(address(puzzle)))
    assert "Find the move that scores most." in page
    assert 'id="rack"' in page
    assert 'action="' + address(puzzle) in page
    assert not User.objects.exists()


@pytest.mark.parametrize(("text", "sentence"), [("", "Put something"), ("nonsense", ""), ("a1r 9+9=99", "")])
def test_what_is_no_move_says_why_and_makes_no_guest(puzzle: Puzzle, text: str, sentence: str) -> None:
    answer = Client().post(address(puzzle), {"ply": 1, "text": text})
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert not User.objects.exists()


def test_without_a_script_a_visitor_becomes_a_guest_tries_and_solves(puzzle: Puzzle, wrong: str) -> None:
    browser = Client()
    answer = browser.post(address(puzzle), {"ply": 1, "text": wrong})
    assert answer["Location"] == address(puzzle)
    assert User.objects.get().is_guest
    page = html_of(browser.get(address(puzzle)))
    assert f"Your move: {puzzle.second_points} of {puzzle.best_points} points." in page
    assert "a better move" in page
    browser.post(address(puzzle), {"ply": 1, "text": puzzle.best})
    page = html_of(browser.get(address(puzzle)))
    assert "Solved!" in page
    assert "You’re the first to solve it." in page
    assert "sign up" in page


def test_with_a_script_a_new_guests_page_is_loaded_again(puzzle: Puzzle, wrong: str) -> None:
    browser = Client()
    answer = browser.post(address(puzzle), {"ply": 1, "text": wrong}, headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, address(puzzle))
    answer = browser.post(address(puzzle), {"ply": 1, "text": puzzle.best}, headers=HTMX)
    assert answer.json().keys() == {"version", "partials"}
    assert html_of(answer).lstrip().startswith('<div id="match_view"')
    assert "Solved!" in html_of(answer)


def test_a_move_that_the_game_warns_of_is_asked_about(db: None) -> None:
    puzzle = make_puzzle("sudoku")
    game, position = puzzle.game, position_of(puzzle)
    wrong = next(move for move in game.legal_moves(position) if game.judge(position, move).warning)
    asked = Client().post(address(puzzle), {"ply": 1, "text": game.encode(wrong)})
    assert "Are you sure?" in html_of(asked)
    assert not Attempt.objects.exists()
    sure = {"ply": 1, "text": game.encode(wrong), "confirmed": "yes"}
    assert Client().post(address(puzzle), sure).status_code == 302
    assert Attempt.objects.get().points == 0


def test_giving_up_shows_the_solution(puzzle: Puzzle, anna: User, signed_in: SignedIn, wrong: str) -> None:
    browser = signed_in(anna)
    assert browser.get(address(puzzle, "solution")).status_code == 302  # a GET does not show it
    assert not Attempt.objects.exists()
    browser.post(address(puzzle), {"ply": 1, "text": wrong})
    asked = html_of(browser.post(address(puzzle, "solution")))
    assert "counts as missed, also for your rating" in asked
    assert str(puzzle.best_points) not in re.findall(r"\b\d+ points", asked)
    page = html_of(browser.post(address(puzzle, "solution"), {"confirmed": "yes"}, headers=HTMX))
    assert f" · {puzzle.best_points} points</span>" in page
    assert f"Your move: {puzzle.second_points} of {puzzle.best_points} points." in page
    assert "0 of 1 solved it." in page
    assert "not solved" in page


def test_without_tries_left_the_page_says_so(
    puzzle: Puzzle, anna: User, signed_in: SignedIn, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.puzzles.services.solving.MOST_TRIES", 0)
    answer = signed_in(anna).post(address(puzzle), {"ply": 1, "text": wrong})
    assert answer.status_code == 409
    assert "No tries left. Have a look at the solution." in html_of(answer)
    assert not Try.objects.exists()


def test_others_are_counted(puzzle: Puzzle, anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    for player in (bob, carl):
        try_move(puzzle, player, puzzle.best)
    page = html_of(signed_in(anna).post(address(puzzle), {"ply": 1, "text": puzzle.best}, headers=HTMX))
    assert "You and 2 others solved it." in page
    assert "Your puzzle rating: " in page


def shared(page: str) -> str:
    found = re.search(r'<textarea id="shared"[^>]*>([^<]*)<', page)
    assert found
    return found[1]


def test_the_shared_result_gives_nothing_away(
    puzzle: Puzzle, anna: User, signed_in: SignedIn, wrong: str, clock: Clock
) -> None:
    Daily.objects.create(game_slug="digifeud", day=NOON.date(), number=42, puzzle=puzzle)
    SolvedDay.objects.create(player=anna, day=NOON.date().replace(day=1))
    browser = signed_in(anna)
    browser.post(address(puzzle), {"ply": 1, "text": wrong})
    assert "shared" not in html_of(browser.get(address(puzzle)))
    browser.post(address(puzzle), {"ply": 1, "text": puzzle.best})
    text = shared(html_of(browser.get(address(puzzle))))
    bar = bars([puzzle.second_points], puzzle.best_points)
    assert text == (
        f"Numgames Digifeud #42 · solved in 2 tries · {bar}█ · 2\N{NO-BREAK SPACE}days in a row"
        f" http://testserver{address(puzzle)}"
    )
    for secret in (puzzle.best, puzzle.best.split()[0], wrong, f" {puzzle.best_points} ", "points"):
        assert secret not in text


def test_the_bars_say_how_near_and_not_what() -> None:
    assert bars([0, 5, 8, 10], 10) == "▂▄▆█"
    assert bars([1] * 20, 10) == "▂" * 8
    assert bars([], 10) == ""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.usefixtures("points_alone")
def test_the_match_and_its_players_are_named_only_afterwards(
    match: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    match = play_on(match, 12)
    resign(match.pk, anna)
    run_jobs()
    run_due(SEARCHES)
    puzzle = Puzzle.objects.all()[0]
    Puzzle.objects.update(for_daily=False, state=Puzzle.State.OFFERED)
    for player, is_new in ((anna, False), (bob, False), (carl, True), (None, True)):
        assert (next_puzzle(player, "digifeud", None) is not None) == is_new
    browser = signed_in(carl)
    page = html_of(browser.get(address(puzzle)))
    assert not {"anna", "bob", match.pk} & set(re.findall(r"\w+", page))
    assert "one of your own matches" in html_of(signed_in(anna).get(address(puzzle)))
    give_up(puzzle, carl)
    page = html_of(browser.get(address(puzzle)))
    assert "From a match between anna and bob" in page
    assert reverse("matches:turn", args=[match.pk, puzzle.ply]) in page
    turn = positions.replay(match).turns[puzzle.ply]
    assert f"{match.player(turn.seat)}: {localized(turn.text)}" in " ".join(re.sub("<[^>]*>", "", page).split())


def test_the_next_one_is_new_and_of_the_level_that_was_asked_for(db: None, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    easy, hard = make_puzzle(number=1, rating=1250), make_puzzle(number=2, rating=1750)
    wanted = {"easy": {easy.pk}, "hard": {hard.pk}, "near": {easy.pk, hard.pk}}
    for level, pks in wanted.items():
        assert browser.get(f"/puzzles/next/digifeud/{level}/")["Location"].split("/")[2] in pks
    try_move(easy, anna, easy.best)
    assert browser.get("/puzzles/next/digifeud/near/")["Location"] == address(hard)
    told = html_of(browser.get("/puzzles/next/digifeud/easy/", follow=True))  # never a hard one without a word
    assert "No Digifeud puzzle left for “easy”. You can choose: hard." in told
    try_move(hard, anna, hard.best)
    answer = browser.get("/puzzles/next/digifeud/hard/", follow=True)
    assert "No Digifeud puzzles left for now." in html_of(answer)
    assert browser.get("/puzzles/next/digifeud/silly/").status_code == 404
    assert browser.get("/puzzles/next/chess/easy/").status_code == 404


def test_a_level_without_puzzles_cannot_be_chosen(db: None, anna: User, signed_in: SignedIn) -> None:
    easy = make_puzzle(number=1, rating=1250)
    make_puzzle(number=2, rating=1750)
    ways = [f"/puzzles/next/digifeud/{level}/" for level in ("easy", "medium", "hard")]

    def offered() -> list[bool]:
        page = html_of(signed_in(anna).get("/puzzles/"))
        return [f'href="{way}"' in page for way in ways]

    assert offered() == [True, False, True]
    page = html_of(signed_in(anna).get("/puzzles/"))
    assert "None left" in page
    assert "/puzzles/sprint/digifeud/" not in page  # two puzzles are too few for one
    try_move(easy, anna, easy.best)
    assert offered() == [False, False, True]  # hers are counted, not all


def test_a_kind_that_is_not_there_is_said_too(puzzle: Puzzle) -> None:
    answer = html_of(Client().get("/puzzles/next/digifeud/near/?theme=line", follow=True))
    assert "No Digifeud puzzle left for “win the ending”." in answer


def test_a_difficulty_is_what_one_gets_where_there_is_enough(db: None) -> None:
    for number in range(30):
        make_puzzle(number=number, rating=1200 + 20 * number)
    for level, low, high in (("easy", 1100, 1400), ("medium", 1400, 1600), ("hard", 1600, 1900)):
        pk = Client().get(f"/puzzles/next/digifeud/{level}/")["Location"].split("/")[2]
        assert low <= Puzzle.objects.get(pk=pk).rating < high


def test_the_page_of_all_puzzles_costs_the_same_however_many_there_are(
    db: None, anna: User, signed_in: SignedIn, clock: Clock
) -> None:
    browser = signed_in(anna)

    def costs() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get("/puzzles/").status_code == 200
        return len(queries)

    puzzles = [make_puzzle(slug, for_daily=True) for slug in REAL_GAMES]
    choose_all()
    costs()
    try_move(puzzles[0], anna, puzzles[0].best)
    few = costs()
    for number in range(2, 12):
        one = make_puzzle(number=number)
        try_move(one, anna, one.best)
    for one in puzzles[1:]:
        try_move(one, anna, one.best)
    assert costs() <= few
    page = html_of(browser.get("/puzzles/"))
    assert "Your streak: 1 day" in page
    assert page.count("Your rating<") == len(REAL_GAMES)


def test_the_lobby_and_the_front_door_lead_there(db: None, anna: User, signed_in: SignedIn, clock: Clock) -> None:
    without = html_of(Client().get("/"))
    assert 'href="/puzzles/"' in without
    assert "Today’s puzzle" not in without
    puzzle = make_puzzle(for_daily=True)
    picture = reverse("puzzles:picture", args=[puzzle.pk])
    assert Client().get(picture).status_code == 404  # reserved for a day to come
    choose_all()
    front = html_of(Client().get("/"))
    assert f'action="{address(puzzle)}?at=home"' in front
    assert puzzle.best not in front
    assert 'id="board"' in front
    for name in ("picture", "moving_picture"):
        drawn = Client().get(reverse(f"puzzles:{name}", args=[puzzle.pk]))
        assert drawn["Content-Type"] == "image/svg+xml"
        assert {*drawn["Cache-Control"].split(", ")} == {"public", "max-age=3600"}
    assert address(puzzle) in html_of(signed_in(anna).get("/lobby/"))


def test_the_front_door_counts_nothing_that_is_nothing(db: None, clock: Clock) -> None:
    puzzle = make_puzzle("tenbyten", for_daily=True, ply=0, moves=[])
    choose_all()
    counts = re.compile(r"<b>(\d+)</b>")
    whole = html_of(Client().get(address(puzzle))).partition('id="scores"')[2].partition("</section>")[0]
    assert "0" in counts.findall(whole)
    front = html_of(Client().get("/")).partition('id="scores"')[2].partition("</section>")[0]
    assert "Chips in the container" in front
    assert "0" not in counts.findall(front)


def test_a_players_page_shows_the_puzzle_rating(puzzle: Puzzle, anna: User) -> None:
    path = reverse("matches:player", args=["anna"])
    assert 'id="solver"' not in html_of(Client().get(path))
    try_move(puzzle, anna, puzzle.best)
    page = html_of(Client().get(path))
    assert 'id="solver"' in page
    assert f"{round(Solver.objects.get().rating)}?" in page  # provisional


def test_what_was_tried_is_in_the_players_data_and_goes_with_the_player(puzzle: Puzzle, anna: User, wrong: str) -> None:
    try_move(puzzle, anna, wrong)
    told = export_of(anna)["puzzles"]
    assert isinstance(told, dict)
    assert told["attempts"][0]["tried"] == [{"move": wrong, "points": puzzle.second_points}]
    assert puzzle.best not in str(told)
    delete_account(anna)
    assert not Attempt.objects.exists()
    assert not Solver.objects.exists()
    assert Puzzle.objects.get().tried == 1


@pytest.mark.parametrize("name", ["puzzle", "preview", "solution"])
def test_a_puzzle_that_is_not_there(db: None, name: str) -> None:
    path = reverse(f"puzzles:{name}", args=["0000000000"])
    assert Client().post(path, {"ply": 1, "text": "pass"}).status_code == 404


@pytest.mark.parametrize("data", [{}, {"ply": "x"}, {"ply": 1, "text": "☃" * 300}, {"ply": 1, "text": "\x07"}])
def test_garbage_gets_a_sentence(puzzle: Puzzle, data: dict[str, object]) -> None:
    for name in ("puzzle", "preview"):
        answer = Client().post(address(puzzle, name), data)
        assert answer.status_code in (200, 422)
        assert answer.content
    assert not Attempt.objects.exists()


def test_a_sprint_without_puzzles_says_so(anna: User, signed_in: SignedIn) -> None:
    page = signed_in(anna).post(reverse("puzzles:sprint", args=["summy"]), follow=True)
    assert "There are too few puzzles of this game for that right now." in html_of(page)
