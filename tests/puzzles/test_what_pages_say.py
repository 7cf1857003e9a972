"""All that the pages of puzzles say and where they lead: the overview, the days, and a puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_guest
from games.matches.models import Match
from games.puzzles.models import Attempt, Daily, Puzzle
from games.puzzles.services import selection
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import give_up, try_move
from games.social.comments import write_comment
from games.social.following import follow
from games.social.models import Comment
from tests.html import HasContent
from tests.matches.conftest import match
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle, others
from tests.puzzles.test_mistakes import mistake_of
from tests.read_out import says, text

__all__ = ["match"]
SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
SCORES = """
    Your points 91
    Your opponent’s points 127
    Numbers in the bag 21
    Operators in the bag 30
    Opponent’s numbers 8
"""


@pytest.fixture
def dailies(db: None, clock: Clock, bob: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Puzzle, Puzzle]:
    """Return today's puzzles of two games, both solved by bob, and store six others of the first game."""
    monkeypatch.setattr(selection, "NEAREST", 1)  # else one of five is drawn
    first = make_puzzle(for_daily=True, rating=1390.0, deviation=120.0)
    second = make_puzzle("sudoku", number=2, for_daily=True, rating=1700.0, deviation=60.0)
    for number in range(6):
        make_puzzle(number=10 + number, rating=1200.0 + 100 * number)
    choose_all()
    for one in (first, second):
        try_move(one, bob, one.best)
    return first, second


def partials(answer: HasContent) -> str:
    return str(json.loads(answer.content)["partials"])


def part(page: str, begin: str, end: str) -> str:
    """Return the lines from one that begins so to the one before that begins so."""
    lines = page.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith(begin)]
    stops = [number for number, line in enumerate(lines) if line.startswith(end) and number > starts[0]]
    return "\n".join(lines[starts[0] : stops[0]])


def test_all_that_the_overview_says(
    dailies: tuple[Puzzle, Puzzle], match: Match, anna: User, bob: User, carl: User, signed_in: SignedIn, clock: Clock
) -> None:
    browser, (first, second) = signed_in(anna), dailies
    keys = {"FIRST": first.pk, "SECOND": second.pk}
    for player in (bob, User.objects.create_user("aaron")):
        follow(anna, player)
    for name in ("aaron", "carl"):
        solver = User.objects.get(username=name)
        Attempt.objects.create(puzzle=first, player=solver, begun_at=clock.now, solved_at=clock.now)
    visitor = says(Client().get("/puzzles/"), "puzzles", **keys)
    fresh = part(visitor, "</puzzles/FIRST/>", "Summy")
    assert fresh == text("""
        </puzzles/FIRST/>
        Digifeud
        Today’s puzzle </puzzles/FIRST/>
        Practise
        Easy 2 </puzzles/next/digifeud/easy/>
        Medium 2 </puzzles/next/digifeud/medium/>
        Hard 2 </puzzles/next/digifeud/hard/>
        Sprint </puzzles/sprint/digifeud/>
        Puzzle streak </puzzles/streak/digifeud/>
        Earlier days </puzzles/past/digifeud/>
        </puzzles/SECOND/>
        Sudoku Duel
        Today’s puzzle </puzzles/SECOND/>
        Practise
        Easy None left
        Medium None left
        Hard None left
        Earlier days </puzzles/past/sudoku/>
    """)
    assert "My mistakes" not in visitor
    assert "One a day" not in visitor
    hers = says(browser.get("/puzzles/"), "puzzles", **keys)
    assert part(hers, "</puzzles/FIRST/>", "Summy") == fresh
    assert hers.endswith(visitor.partition("How it works")[2])
    assert part(hers, "One a day", "How it works").split("\n")[36:] == [
        "Bbob </matches/by/bob/> 2 of 2",
        "Aaaron </matches/by/aaron/> 1 of 2",
        "My mistakes </puzzles/mistakes/>",
    ]
    try_move(first, anna, others(first)[0][0])
    begun_only = fresh.replace("Digifeud\n", "Digifeud\nYour rating Rating 1253? · 0 of 1 at once\n")
    begun_only = begun_only.replace("/hard/>\n", "/hard/>\nNear your rating </puzzles/next/digifeud/near/>\n")
    assert part(says(browser.get("/puzzles/"), "puzzles", **keys), "</puzzles/FIRST/>", "Summy") == begun_only
    try_move(first, anna, first.best)
    give_up(second, anna)
    for number in (30, 31):
        mistake_of(anna, match, number, due_at=clock.now)
    hers = says(browser.get("/puzzles/"), "puzzles", **keys)
    assert part(hers, "solved </puzzles/FIRST/>", "Practise") == text("""
        solved </puzzles/FIRST/>
        Digifeud
        Your rating Rating 1253? · 0 of 1 at once
        Today’s puzzle solved </puzzles/FIRST/>
    """)
    assert "Hard 2 </puzzles/next/digifeud/hard/>\nNear your rating </puzzles/next/digifeud/near/>\nSprint" in hers
    assert part(hers, "missed </puzzles/SECOND/>", "Practise") == text("""
        missed </puzzles/SECOND/>
        Sudoku Duel
        Your rating Rating 1399? · 0 of 1 at once
        Today’s puzzle </puzzles/SECOND/>
    """)
    assert part(hers, "Bbob", "How it works") == text("""
        Bbob </matches/by/bob/> 2 of 2
        Aaaron </matches/by/aaron/> 1 of 2
        Your result of today
        Numgames · 2 March 2026 ▂█ Digifeud ✗ Sudoku Duel 1 of 2 solved http://testserver/puzzles/
        [Copy] [Share]
        My mistakes 2 ready </puzzles/mistakes/>
    """)
    assert says(browser.get("/lobby/"), "dailies", **keys) == text("""
        Today’s puzzles
        Your streak: 1 day
        solved Digifeud </puzzles/FIRST/>
        missed Sudoku Duel </puzzles/SECOND/>
        Bbob </matches/by/bob/> 2 of 2
        Aaaron </matches/by/aaron/> 1 of 2
        All puzzles </puzzles/>
    """)
    at_once = Puzzle.objects.filter(game_slug="digifeud", daily=None).order_by("rating")[0]
    try_move(at_once, anna, at_once.best)
    assert says(browser.get(reverse("matches:player", args=["anna"])), "solver") == text("""
        Puzzles
        Game Rating Solved at once Tried
        Digifeud 1357? 1 2
        Sudoku Duel 1399? 0 1
    """)
    Puzzle.objects.filter(pk=second.pk).update(state=Puzzle.State.WITHHELD, tried=1)
    listed = {
        "digifeud": ("Digifeud", "#1 · 2 March 2026 </puzzles/FIRST/> medium · 2 of 2 solved it · you too"),
        "sudoku": ("Sudoku Duel", "#1 · 2 March 2026 </puzzles/SECOND/> hard · 1 of 1 solved it · withdrawn"),
    }
    for slug, (name, line) in listed.items():
        assert says(browser.get(f"/puzzles/past/{slug}/"), "past", **keys) == text(f"""
            All puzzles </puzzles/>
            {name} Daily puzzles
            {line}
            Embed the daily puzzle
            [Copy]
        """)
    clock.now += DAY
    later = says(browser.get("/puzzles/"), "puzzles")
    assert part(later, "Puzzle streak", "Earlier days") == text("""
        Puzzle streak </puzzles/streak/digifeud/>
        form </puzzles/repeat/digifeud/>
        [1 to try again]
    """)
    assert "Digifeud\nYour rating Rating 1357? · 1 of 2 at once\nToday’s puzzle is on its way.\nPractise" in later


def test_all_that_a_puzzle_says_before_and_after(
    dailies: tuple[Puzzle, Puzzle], anna: User, bob: User, signed_in: SignedIn
) -> None:
    browser, (first, second) = signed_in(anna), dailies
    keys = {"FIRST": first.pk, "SECOND": second.pk}
    page, other = f"/puzzles/{first.pk}/", f"/puzzles/{second.pk}/"
    assert says(browser.get(page), "match", **keys) == text(f"""
        All puzzles </puzzles/> Easy · rated 1369?
        Digifeud #1
        Find the move that scores most.
        Only your first move counts for your rating.
        form </puzzles/FIRST/>
        [Type a sum or a move]
        Move
        [Check </puzzles/FIRST/preview/>]
        Put tiles on the board, or type a move here, such as e7r 5+8=13. Type just a sum, such as 5+8=13, to see where \
it fits. For the board in words, type help.
        [4] [7] [5] [0] [0] [6] [1] [5] [×] [×] [−] [=]
        (ply=1)
        form </puzzles/FIRST/>
        (ply=1)
        [Try it] [Take back]
        form </puzzles/FIRST/solution/>
        [Show me]
        {SCORES.strip()}
    """)
    tried = browser.post(page, {"ply": 1, "text": others(first)[0][0]}, headers=HTMX)
    assert says(partials(tried), "task", "status") == text("""
        All puzzles </puzzles/> Medium · rated 1401?
        Digifeud #1
        Find the move that scores most.
        Your move: 20 of 130 points. There’s a better move. Try again.
        Your puzzle rating: 1253 (−247)
    """)
    try_move(second, anna, others(second)[-1][0])  # begun, and still the next one
    solved = browser.post(page, {"ply": 1, "text": first.best}, headers=HTMX)
    assert says(partials(solved), "match_view", **keys) == text("""
        All puzzles </puzzles/> Medium · rated 1401?
        Digifeud #1
        Find the move that scores most.
        Solved! 1 × 64 = 64 · 130 points1 times 64 is 64, 130 points.
        You and 1 other solved it.
        Your streak: 1 day
        Your puzzle rating: 1253 (−247)
        Today’s next: Sudoku Duel </puzzles/SECOND/> All puzzles </puzzles/> Write a comment </puzzles/FIRST/comments/>
        Share your result
        Your result, without the solution
        Numgames Digifeud #1 · solved in 2 tries · ▂█ http://testserver/puzzles/FIRST/
        [Copy] [Share]
        From a match between two computers.
        Your points 91
        Your opponent’s points 127
        Numbers in the bag 18
        Operators in the bag 29
        Opponent’s numbers 8
    """)
    give_up(second, anna)
    comments = [write_comment(second.pk, bob, text=words) for words in ("One", "Two", "Three")]
    Comment.objects.filter(pk=comments[2].pk).update(erased_at=NOON)
    assert says(browser.get(other), "match", **keys) == text("""
        All puzzles </puzzles/> Hard · rated 1695
        Sudoku Duel #1
        The ending: find the move with the best chance. Points alone do not tell: think of the replies.
        You have 293 points, your opponent has 303.
        9 on d1 · 11 points9 on d1, 11 points.
        The best move wins 71% of matches, the one with the most points 67%.
        Now you know. On to the next one!
        Themes: ending
        1 of 2 solved it.
        Your streak: 1 day
        Your puzzle rating: 1399 (−101)
        Your result of today </puzzles/> All puzzles </puzzles/> 2 comments </puzzles/SECOND/comments/>
        Share your result
        Your result, without the solution
        Numgames Sudoku Duel #1 · not solved http://testserver/puzzles/SECOND/
        [Copy] [Share]
        From a match between two computers.
        Tiles to draw 10
    """)
    plain = Puzzle.objects.filter(game_slug="digifeud", daily=None).order_by("rating")[0]
    give_up(plain, anna)
    assert says(browser.get(f"/puzzles/{plain.pk}/"), "task", "status", "play", PLAIN=plain.pk) == text("""
        All puzzles </puzzles/> Easy · rated 1283?
        Digifeud
        Find the move that scores most.
        1 × 64 = 64 · 130 points1 times 64 is 64, 130 points.
        Now you know. On to the next one!
        0 of 1 solved it.
        Your puzzle rating: 1118 (−135)
        Next puzzle </puzzles/next/digifeud/near/> All puzzles </puzzles/>
        Share your result
        Your result, without the solution
        Numgames Digifeud puzzle · not solved http://testserver/puzzles/PLAIN/
        [Copy] [Share]
        From a match between two computers.
    """)
    Daily.objects.filter(puzzle=second).update(day=NOON - DAY)
    former = says(browser.get(other), "task", "play").split("\n")
    assert former[2].endswith("think of the replies. The puzzle of 1 March 2026.")
    assert former[4].startswith("Next puzzle </puzzles/next/sudoku/near/> All puzzles </puzzles/> 2 comments <")
    Daily.objects.filter(puzzle=second).update(day=NOON)
    guest = make_guest()
    assert says(signed_in(guest).get(other), "task").endswith(
        "Try as often as you like. Sign up to get a puzzle rating."
    )
    assert says(Client().get("/"), "today", **keys).split("\n")[:7] == text("""
        Today’s puzzles
        All puzzles </puzzles/>
        Digifeud </puzzles/FIRST/>
        *
        Sudoku Duel </puzzles/SECOND/>
        Sudoku Duel. The ending: find the move with the best chance. Points alone do not tell: think of the replies.
        form </puzzles/SECOND/?at=home>
    """).split("\n")
