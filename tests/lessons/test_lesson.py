"""The page of a lesson: open to visitors, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.catalogue import display_of, games, lessons
from games.lessons.courses import played
from games.rules import AnyGame, Lesson
from tests.html import html_of
from tests.sizes import examples

pytestmark = pytest.mark.any_stack  # lessons store nothing, and a visitor has no row

HTMX = {"HX-Request": "true"}
EVERY = [
    pytest.param(slug, number, lesson, id=f"{slug} {number}")
    for slug in games()
    for number, lesson in enumerate(lessons(slug), 1)
]
every_lesson = pytest.mark.parametrize(("slug", "number", "lesson"), EVERY[:: examples(4, 1)])


def address(slug: str, number: int, name: str = "lesson") -> str:
    return reverse(f"lessons:{name}", args=[slug, number])


def another_move(game: AnyGame, lesson: Lesson) -> str:
    """Return a legal move, in notation, that does not solve the lesson; empty if all do."""
    position = lesson.position
    moves = game.legal_moves(position)
    others = (game.encode(one) for one in moves if not lesson.is_solved_by(game, one, game.judge(position, one)))
    return next(others, "")


MISSED = [
    pytest.param(slug, number, text, id=f"{slug} {number}")
    for slug, game in games().items()
    for number, lesson in enumerate(lessons(slug), 1)
    if (text := another_move(game, lesson))
]


@every_lesson
def test_a_visitor_sees_the_task_and_the_board(
    db: None, client: Client, slug: str, number: int, lesson: Lesson
) -> None:
    page = html_of(client.get(address(slug, number)))
    assert f'<h1 id="task-title">{lesson.title}</h1>' in page
    assert 'id="board"' in page
    assert 'data-turn="mine"' in page
    assert f"{number} of {len(lessons(slug))}" in page
    assert page.count('aria-current="step"') == 1


@every_lesson
def test_the_answer_solves_it(db: None, client: Client, slug: str, number: int, lesson: Lesson) -> None:
    answer = client.post(
        address(slug, number), {"ply": "1", "text": lesson.answers[0], "variant": lesson.answers[0]}, headers=HTMX
    )
    shown = html_of(answer)
    assert answer.status_code == 200
    assert answer.json().keys() == {"version", "partials"}
    assert shown.startswith("{#") is False
    assert 'data-turn="over"' in shown
    assert "<html" not in shown
    assert f"{lesson.points} point" in shown
    game, mover = games()[slug], lesson.position.to_move
    after = played(game, lesson, game.decode(lesson.answers[0]))
    for words, seat in (("Your points", mover), ("Your opponent’s points", mover.other)):
        assert f"{words} <b>{after.scores[seat.index]}</b>" in shown
    onward = address(slug, number + 1) if number < len(lessons(slug)) else reverse("lobby:play_now")
    assert onward in shown


@pytest.mark.parametrize(("slug", "number", "text"), MISSED[:: examples(4, 1)])
def test_another_move_is_told_what_it_would_bring(db: None, client: Client, slug: str, number: int, text: str) -> None:
    answer = client.post(address(slug, number), {"ply": "1", "text": text}, headers=HTMX)
    shown = html_of(answer)
    assert answer.status_code == 422
    assert "not the task" in shown
    assert f'value="{text}"' in shown
    assert 'data-turn="mine"' in shown


@every_lesson
def test_show_me_plays_the_answer(db: None, client: Client, slug: str, number: int, lesson: Lesson) -> None:
    page = html_of(client.get(address(slug, number, "answer")))
    assert "<html" in page
    assert 'data-turn="over"' in page
    assert f"{lesson.points} point" in page


@every_lesson
def test_chance_is_the_same_for_everybody(db: None, client: Client, slug: str, number: int, lesson: Lesson) -> None:
    game = games()[slug]
    first, again = (played(game, lesson, game.decode(lesson.answers[0])) for _time in range(2))
    assert first == again


@every_lesson
def test_the_preview_promises_the_points(db: None, client: Client, slug: str, number: int, lesson: Lesson) -> None:
    shown = html_of(client.post(address(slug, number, "preview"), {"text": lesson.answers[0]}, headers=HTMX))
    assert 'class="legal"' in shown
    promises = [f"scores {lesson.points} point"] if lesson.points else ["0 points", "Take nothing"]
    assert any(promise in shown for promise in promises)


def test_laid_tiles_are_previewed(db: None, client: Client) -> None:
    laid = "e7:5 f7:+ g7:8 h7:= i7:1 i7:3"
    shown = html_of(client.post(address("digifeud", 1, "preview"), {"placements": laid}, headers=HTMX))
    assert 'data-text="e7r 5+8=13"' in shown
    assert "scores 21 points" in shown


def test_several_ways_to_play_are_offered(db: None, client: Client) -> None:
    shown = html_of(client.post(address("tenbyten", 6, "preview"), {"placements": "c3:3"}, headers=HTMX))
    assert shown.count('type="radio"') == 4


def test_an_illegal_move_gets_its_reason(db: None, client: Client) -> None:
    answer = client.post(address("digifeud", 1), {"ply": "1", "text": "e7r 5+8=14"}, headers=HTMX)
    assert answer.status_code == 422
    assert 'class="illegal"' in html_of(answer)
    assert 'value="e7r 5+8=14"' in html_of(answer)


@pytest.mark.parametrize("data", [{}, {"text": ""}, {"ply": "1", "text": "x" * 500}, {"ply": "1", "text": "<b>"}])
def test_garbage_gets_a_sentence(db: None, client: Client, data: dict[str, str]) -> None:
    answer = client.post(address("digifeud", 1), data)
    page = html_of(answer)
    assert answer.status_code == 422
    assert 'class="illegal"' in page
    assert "<b>.</b>" not in page
    assert f'value="{escape(data.get("text", ""))}"' in page


@pytest.mark.parametrize("laid", ["g7", "z99:5", "a" * 500, "g7:<b>"])
def test_a_preview_of_garbage_gets_a_sentence(db: None, client: Client, laid: str) -> None:
    shown = html_of(client.post(address("digifeud", 1, "preview"), {"placements": laid}, headers=HTMX))
    assert 'class="illegal"' in shown
    assert "<b>" not in shown


def test_without_a_script_the_form_and_its_buttons_do(db: None, client: Client) -> None:
    checked = html_of(client.post(address("tenbyten", 2, "preview"), {"ply": "1", "text": "4d1"}))
    assert "<html" in checked
    assert 'name="variant" value="4d1xb1:d1"' in checked
    solved = html_of(client.post(address("tenbyten", 2), {"ply": "1", "text": "4d1", "variant": "4d1xb1:d1"}))
    assert 'data-turn="over"' in solved
    swapped = html_of(client.post(address("summy", 6), {"ply": "1", "text": "swap", "pick": ["+", "-"]}))
    assert "Exchanges 2 pieces" in swapped


def test_without_a_script_a_bad_move_is_asked_about(db: None, client: Client) -> None:
    move = {"ply": "1", "text": "d4"}
    page = html_of(client.post(address("sudoku", 4), move))
    assert "This breaks the sudoku rule and scores 0: play anyway?" in page
    assert f'action="{address("sudoku", 4)}"' in page
    assert f'href="{address("sudoku", 4)}"' in page
    solved = html_of(client.post(address("sudoku", 4), {**move, "confirmed": "yes"}))
    assert 'data-turn="over"' in solved


def test_squares_light_up_as_in_a_match(db: None, client: Client) -> None:
    told = client.get(address("digifeud", 1, "lights"), {"tile": "="}).json()
    game, position = games()["digifeud"], lessons("digifeud")[0].position
    fitting = display_of(game).legal_squares(game.view(position, position.to_move), "=")
    assert told == {"fits": " ".join(map(str, sorted(fitting)))}
    assert client.get(address("sudoku", 1, "lights"), {"square": "a1"}).json()["line"]
    assert client.get(address("tenbyten", 1, "lights"), {"square": "a1"}).json() == {}


@pytest.mark.parametrize("asked", [{"square": "z99"}, {"tile": "12345"}, {"placements": "<b>:5"}, {}, {"square": "💥"}])
def test_garbage_lights_nothing(db: None, client: Client, asked: dict[str, str]) -> None:
    assert client.get(address("digifeud", 1, "lights"), asked).json() == {}


def test_lights_are_limited_by_address(db: None, client: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = {"lights": "2/m/ip"}
    answers = [client.get(address("digifeud", 1, "lights"), {"tile": "="}) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1]["Retry-After"] == "60"


def test_a_sum_without_a_place_gets_its_places(db: None, client: Client) -> None:
    preview = address("digifeud", 1, "preview")
    shown = html_of(client.post(preview, {"text": "5+8=13"}, headers=HTMX))
    assert shown.count('type="radio"') > 1
    assert 'value="e7r 5+8=13"' in shown
    assert "No legal move makes this sum." in html_of(client.post(preview, {"text": "9+9=18"}, headers=HTMX))
    page = html_of(client.post(preview, {"ply": "1", "text": "5+8=13"}))
    assert 'name="variant" value="e7r 5+8=13"' in page
    assert 'data-keys="1234567890' in page


@pytest.mark.parametrize("name", ["lesson", "preview", "answer", "lights"])
@pytest.mark.parametrize(("slug", "number"), [("digifeud", 0), ("digifeud", 99), ("nosuchgame", 1), ("reach", 1)])
def test_no_such_lesson(db: None, client: Client, slug: str, number: int, name: str) -> None:
    send = client.post if name == "preview" else client.get
    assert send(address(slug, number, name)).status_code == 404


def test_a_lesson_costs_the_database_nothing(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get(address("summy", 1))
        client.post(address("summy", 1, "preview"), {"text": "j13r 2x3=6"}, headers=HTMX)
        client.post(address("summy", 1), {"ply": "1", "text": "j13r 2x3=6"}, headers=HTMX)


def test_a_player_may_learn_too(client: Client, anna: User, signed_in: Callable[[User], Client]) -> None:
    assert signed_in(anna).get(address("digifeud", 1)).status_code == 200


@pytest.mark.parametrize("slug", [slug for slug in games() if lessons(slug)])
def test_rules_front_page_and_lobby_lead_to_the_first_lesson(db: None, client: Client, slug: str) -> None:
    first = address(slug, 1)
    for path in (reverse("rules", args=[slug]), reverse("home"), f"{reverse('lobby:new')}?game={slug}"):
        assert f'href="{first}"' in html_of(client.get(path))
    sheet = html_of(client.get(reverse("rules", args=[slug])))
    assert sheet.count('<figure class="still">') >= 1


def test_a_game_without_lessons_has_rules_all_the_same(db: None, client: Client) -> None:
    assert 'id="course"' not in html_of(client.get(reverse("rules", args=["reach"])))
