"""The contract of every lesson of every game: its answer is legal, solves it, and scores the stated points."""

from __future__ import annotations

import re

import pytest

from games.catalogue import display_of, games, lessons
from games.rules import AnyGame, Lesson, Seat, SeededRandom, Sentence

FEWEST, MOST = 5, 8
LONGEST = {"title": 40, "task": 190, "hint": 130, "after": 270}  # characters, so that a phone shows no wall of text
EVERY = [(game, number, lesson) for game in games().values() for number, lesson in enumerate(lessons(game.slug), 1)]
TAUGHT = sorted({game.slug for game, _number, _lesson in EVERY})

every_lesson = pytest.mark.parametrize(
    ("game", "lesson"), [pytest.param(game, lesson, id=f"{game.slug} {number}") for game, number, lesson in EVERY]
)


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_course_is_short(slug: str) -> None:
    assert FEWEST <= len(lessons(slug)) <= MOST
    titles = [str(lesson.title) for lesson in lessons(slug)]
    assert len(set(titles)) == len(titles)


def test_a_game_may_do_without_lessons() -> None:
    assert set(TAUGHT) < set(games())


@every_lesson
def test_the_answers_are_legal_moves_and_solve_it(game: AnyGame, lesson: Lesson) -> None:
    for text in lesson.answers:
        move = game.decode(text)
        assert game.encode(move) == text
        assert lesson.is_solved_by(game, move, game.judge(lesson.position, move))


@every_lesson
def test_the_answer_brings_what_is_told(game: AnyGame, lesson: Lesson) -> None:
    turn = game.judge(lesson.position, game.decode(lesson.answers[0]))
    assert turn.points == lesson.points
    if lesson.fits is None and lesson.points:
        assert str(lesson.points) in re.findall(r"\d+", str(lesson.after))


@every_lesson
def test_the_learner_moves_from_a_position_that_runs(game: AnyGame, lesson: Lesson) -> None:
    assert lesson.position.result is None
    view = game.view(lesson.position, lesson.position.to_move)
    assert display_of(game).rack(view, lesson.position.to_move)
    assert lesson.position.to_move is Seat.FIRST
    after = game.apply(lesson.position, game.decode(lesson.answers[0]), SeededRandom(b"lesson"))
    assert after.last is not None


@every_lesson
def test_the_sentences_are_short_and_whole(game: AnyGame, lesson: Lesson) -> None:
    for name, most in LONGEST.items():
        sentence: Sentence = getattr(lesson, name)
        text = str(sentence)
        assert "{" not in text
        assert 0 < len(text) <= most, (name, len(text))
        assert name == "title" or text[-1] in ".?"
