"""All that the pages of puzzles say and where they lead: the day, a puzzle, runs, and a player's own mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_guest
from games.analysis.models import VERSION, Analysis
from games.jobs.services import enqueue
from games.matches.models import Match
from games.puzzles.models import Puzzle, Run
from games.puzzles.services import selection
from games.puzzles.services.practice import COLLECT, ENOUGH
from games.puzzles.services.runs import current
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import give_up, try_move
from games.social.comments import write_comment
from games.social.following import follow
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


def partials(answer: HttpResponse) -> str:
    return str(json.loads(answer.content)["partials"])


def part(page: str, begin: str, end: str) -> str:
    """Return the lines from one that begins so to the one before that begins so."""
    lines = page.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith(begin)]
    stops = [number for number, line in enumerate(lines) if line.startswith(end) and number > starts[0]]
    return "\n".join(lines[starts[0] : stops[0]])


def test_all_that_the_overview_says(
    dailies: tuple[Puzzle, Puzzle], match: Match, anna: User, bob: User, signed_in: SignedIn, clock: Clock
) -> None:
    browser, (first, second) = signed_in(anna), dailies
    keys = {"FIRST": first.pk, "SECOND": second.pk}
    follow(anna, bob)
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
    hers = says(browser.get("/puzzles/"), "puzzles", **keys)
    assert part(hers, "</puzzles/FIRST/>", "Summy") == fresh
    assert hers.endswith(visitor.partition("How it works")[2])
    assert part(hers, "One a day", "How it works").split("\n")[36:] == [
        "Bbob </matches/by/bob/> 2 of 2",
        "My mistakes </puzzles/mistakes/>",
    ]
    try_move(first, anna, others(first)[0][0])
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
        All puzzles </puzzles/>
    """)
    assert says(browser.get(reverse("matches:player", args=["anna"])), "solver") == text("""
        Puzzles
        Game Rating Solved at once Tried
        Digifeud 1253? 0 1
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
    assert "Digifeud\nYour rating Rating 1253? · 0 of 1 at once\nToday’s puzzle is on its way.\nPractise" in later


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
    for words in ("One", "Two"):
        write_comment(second.pk, bob, text=words)
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


def begun(browser: Client, address: str, **data: str) -> tuple[str, dict[str, str]]:
    """Start a run; return its address, and the names of the keys on its page."""
    path = browser.post(address, data)["Location"]
    return path, {"RUN": path.split("/")[-2]}


def answered(browser: Client, path: str, *, well: bool) -> str:
    """Answer the puzzle that is shown, and return what changes."""
    shown = current(Run.objects.get(pk=path.split("/")[-2]))
    assert shown
    move = shown.puzzle.best if well else others(shown.puzzle)[0][0]
    return partials(browser.post(path, {"ply": shown.number, "text": move}, headers=HTMX))


def keys_of(path: str) -> dict[str, str]:
    """Return names of the puzzles of a run."""
    puzzles = Run.objects.get(pk=path.split("/")[-2]).puzzles.values_list("number", "puzzle")
    return {f"PUZZLE-{number}": key for number, key in puzzles}


def test_all_that_a_sprint_says(dailies: object, anna: User, bob: User, signed_in: SignedIn, clock: Clock) -> None:
    browser, table = signed_in(anna), "/puzzles/sprint/digifeud/"
    rules = (
        "You have 3 minutes and one move for each puzzle. They get harder, and the sprint ends after 3 misses. "
        "It does not change your puzzle rating."
    )
    assert says(browser.get(table), "runs") == text(f"""
        All puzzles </puzzles/>
        Digifeud Sprint
        As many puzzles as you can
        {rules}
        [Start]
        Best sprints
        *All players <?period=day> Friends <?friends=1&period=day>
        *Today <?period=day> 7 days <?period=week>
        No sprint yet: yours would be the first.
    """)
    path, keys = begun(browser, table)
    assert says(browser.get(path), "match", **keys) == text(f"""
        All puzzles </puzzles/> Easy
        Digifeud Sprint
        0 solved 0 of 3 misses 3:00
        Find the move that scores most.
        form </puzzles/run/RUN/>
        [Type a sum or a move]
        Move
        [Check </puzzles/run/RUN/preview/>]
        Put tiles on the board, or type a move here, such as e7r 5+8=13. Type just a sum, such as 5+8=13, to see where \
it fits. For the board in words, type help.
        [4] [7] [5] [0] [0] [6] [1] [5] [×] [×] [−] [=]
        (ply=1)
        form </puzzles/run/RUN/>
        (ply=1)
        [Play] [Take back]
        form </puzzles/run/RUN/end/>
        [Stop]
        {SCORES.strip()}
    """)
    assert part(says(browser.get(f"{table}?period=week&friends=1"), "runs"), "[", "No sprint") == text("""
        [Continue]
        Best sprints
        All players <?period=week> *Friends <?friends=1&period=week>
        Today <?friends=1&period=day> *7 days <?friends=1&period=week>
    """)
    clock.now += timedelta(seconds=50)
    assert says(answered(browser, path, well=False), "task", "status") == text("""
        All puzzles </puzzles/> Easy
        Digifeud Sprint
        0 solved 1 of 3 misses 2:10
        Find the move that scores most.
        Missed: 20 of 130 points. The best was 1 × 64 = 641 times 64 is 64, column m, rows 9 to 13.
    """)
    assert says(answered(browser, path, well=True), "task", "status") == text("""
        All puzzles </puzzles/> Medium
        Digifeud Sprint
        1 solved 1 of 3 misses 2:10
        Find the move that scores most.
        Solved! 130 points.
    """)
    over = partials(browser.post(f"{path}end/", headers=HTMX))
    assert says(over, "match_view", **keys_of(path)) == text(f"""
        All puzzles </puzzles/>
        Digifeud Sprint
        1 solved 1 of 3 misses
        Solved! 130 points.
        form </puzzles/sprint/digifeud/>
        [Another sprint]
        Ranking </puzzles/sprint/digifeud/> All puzzles </puzzles/>
        1 of 2 puzzles solved
        Your best sprint so far.
        Puzzle 1, easy </puzzles/PUZZLE-1/> 20 of 130 points
        Puzzle 2, easy </puzzles/PUZZLE-2/> solved
        From tomorrow you can retry what you missed.
        {SCORES.strip()}
    """)
    Run.objects.create(kind="sprint", game_slug="digifeud", player=bob, begun_at=NOON, ended_at=NOON, solved=2)
    assert part(says(browser.get(table), "runs") + "\nend", "Your best", "end") == text("""
        Your best sprint: 1 puzzle.
        [Start]
        Best sprints
        *All players <?period=day> Friends <?friends=1&period=day>
        *Today <?period=day> 7 days <?period=week>
        Rank Player Solved
        1 Bbob </matches/by/bob/> 2
        * 2 Aanna </matches/by/anna/> 1
    """)
    clock.now += DAY
    assert "Try 1 missed puzzle again" in says(browser.get(table), "runs")
    path, _keys = begun(browser, table)
    assert "Your best sprint: 1 puzzle." in says(partials(browser.post(f"{path}end/", headers=HTMX)), "result")


def test_all_that_a_streak_and_a_repetition_say(dailies: object, anna: User, signed_in: SignedIn, clock: Clock) -> None:
    browser, table = signed_in(anna), "/puzzles/streak/digifeud/"
    rules = (
        "Take your time, but the first miss ends the streak. The puzzles get harder, and you may skip one. "
        "It does not change your puzzle rating."
    )
    assert part(says(browser.get(table), "runs"), "Digifeud", "*Today") == text(f"""
        Digifeud Puzzle streak
        As many puzzles as you can
        {rules}
        [Start]
        Best puzzle streaks
        *All players <?period=day> Friends <?friends=1&period=day>
    """)
    path, keys = begun(browser, table)
    assert says(browser.get(path), "task", "actions", **keys) == text("""
        All puzzles </puzzles/> Easy
        Digifeud Puzzle streak
        0 solved 1 skip left
        Find the move that scores most.
        (ply=1)
        form </puzzles/run/RUN/>
        (ply=1)
        [Play] [Take back]
        form </puzzles/run/RUN/skip/>
        (ply=1)
        [Skip]
    """)
    answered(browser, path, well=True)
    skipped = partials(browser.post(f"{path}skip/", {"ply": 2}, headers=HTMX))
    assert says(skipped, "task", "status", "actions", **keys) == text("""
        All puzzles </puzzles/> Medium
        Digifeud Puzzle streak
        1 solved
        Find the move that scores most.
        Skipped. The best was 1 × 64 = 641 times 64 is 64, column m, rows 9 to 13.
        (ply=3)
        form </puzzles/run/RUN/>
        (ply=3)
        [Play] [Take back]
    """)
    assert says(answered(browser, path, well=False), "task", "play", **keys_of(path)) == text("""
        All puzzles </puzzles/>
        Digifeud Puzzle streak
        1 solved
        form </puzzles/streak/digifeud/>
        [Another puzzle streak]
        Ranking </puzzles/streak/digifeud/> All puzzles </puzzles/>
        1 of 3 puzzles solved
        Your best puzzle streak so far.
        Puzzle 1, easy </puzzles/PUZZLE-1/> solved
        Puzzle 2, easy </puzzles/PUZZLE-2/> skipped
        Puzzle 3, medium </puzzles/PUZZLE-3/> 20 of 130 points
        From tomorrow you can retry what you missed.
    """)
    assert "Your best puzzle streak: 1 puzzle.\n[Start]\nBest puzzle streaks" in says(browser.get(table), "runs")
    clock.now += DAY
    path, keys = begun(browser, "/puzzles/repeat/digifeud/")
    assert says(browser.get(path), "task", "actions", **keys) == text("""
        All puzzles </puzzles/> Medium
        Digifeud Once more
        0 solved 0 missed
        Find the move that scores most.
        (ply=1)
        form </puzzles/run/RUN/>
        (ply=1)
        [Play] [Take back]
        form </puzzles/run/RUN/end/>
        [Stop]
    """)
    assert says(answered(browser, path, well=True), "task", "play", **keys_of(path)) == text("""
        All puzzles </puzzles/>
        Digifeud Once more
        1 solved 0 missed
        Next puzzle </puzzles/next/digifeud/near/> All puzzles </puzzles/>
        1 of 1 puzzle solved
        Puzzle 1, medium </puzzles/PUZZLE-1/> solved
    """)


def test_all_that_ones_own_mistakes_say(match: Match, anna: User, bob: User, signed_in: SignedIn, clock: Clock) -> None:
    browser, table = signed_in(anna), "/puzzles/mistakes/"
    nothing = """
        All puzzles </puzzles/>
        My mistakes
        Costly moves from your own matches come back after a week, until you find a better one twice.
    """.strip()
    assert says(browser.get(table), "mistakes") == text(f"""
        {nothing}
        No mistakes yet. Finish a match: its analysis finds them.
        To the lobby </lobby/>
    """)
    enqueue(COLLECT, match.pk)
    assert says(browser.get(table), "mistakes") == text(f"""
        {nothing}
        Your mistakes in 1 match are still being worked out. They will appear here.
    """)
    for number in range(4):  # the newer two are compared with the older two
        other = Match.objects.get(pk=match.pk)
        other.pk = other.commitment = f"other{number:05}"
        other.finished_at = NOON - number * DAY
        other.save(force_insert=True)
        Analysis.objects.create(match=other, state="done", version=VERSION, asked_at=NOON)
        mistake_of(anna, other, number, cost=0.1 * (number + 1), due_at=clock.now - DAY if number else clock.now)
    mistake_of(anna, match, 5, "passing", due_at=clock.now + DAY)
    mistake_of(anna, match, 6, "passing", solved=ENOUGH)
    mistake_of(bob, match, 7, "passing", due_at=clock.now)
    bars = "Bars compare the older and the newer half of your last 4 analysed matches."
    assert says(browser.get(table), "mistakes") == text(f"""
        {nothing}
        Your mistakes in 1 match are still being worked out. They will appear here.
        You gave away most in: endings (4 positions).
        Digifeud
        form </puzzles/mistakes/digifeud/>
        [Practise 4 positions]
        Endings
        4 ready · 0 later · 0 learned
        form </puzzles/mistakes/digifeud/>
        (theme=endings)
        [Practise]
        Given away in a match: 35% before, 15% recently
        Passing
        0 ready · 1 later · 1 learned
        Given away in a match: 0% before, 0% recently
        {bars}
    """)
    path, keys = begun(browser, f"{table}digifeud/", theme="endings")
    assert says(browser.get(path), "task", "actions", **keys) == text("""
        My mistakes </puzzles/mistakes/>
        Digifeud My mistakes
        0 solved 0 missed
        You gave something away here. Find a better move.
        (ply=1)
        form </puzzles/run/RUN/>
        (ply=1)
        [Play] [Take back]
        form </puzzles/run/RUN/end/>
        [Stop]
    """)
    assert says(answered(browser, path, well=True), "task", "status") == text("""
        My mistakes </puzzles/mistakes/>
        Digifeud My mistakes
        1 solved 0 missed
        You gave something away here. Find a better move.
        Solved! 130 points.
        The move cost about 20%. Turn 5 </matches/other00001/analysis/5/>
    """)
    assert says(answered(browser, path, well=False), "status") == text("""
        Missed. The best was 1 × 64 = 641 times 64 is 64, column m, rows 9 to 13.
        The move cost about 30%. Turn 5 </matches/other00002/analysis/5/>
    """)
    for _mistake in range(2):
        over = answered(browser, path, well=True)
    assert says(over, "task", "play") == text("""
        My mistakes </puzzles/mistakes/>
        Digifeud My mistakes
        3 solved 1 missed
        My mistakes </puzzles/mistakes/> All puzzles </puzzles/>
        3 of 4 puzzles solved
        Position 1, endings </matches/other00001/analysis/5/> solved
        Position 2, endings </matches/other00002/analysis/5/> missed
        Position 3, endings </matches/other00003/analysis/5/> solved
        Position 4, endings </matches/other00000/analysis/5/> solved
        Each comes back after a longer pause, until you have solved it twice.
        The next position comes back: in 24 hours.
    """)
