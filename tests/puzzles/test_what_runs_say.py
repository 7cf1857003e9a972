"""All that the pages of runs say and where they lead: sprints, streaks, repetitions, and a player's own mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.test import Client

from accounts.models import User
from games.analysis.models import VERSION, Analysis
from games.jobs.services import enqueue
from games.matches.models import Match
from games.puzzles.models import Mistake, Puzzle, Run
from games.puzzles.services.practice import COLLECT, ENOUGH
from games.puzzles.services.runs import current
from tests.matches.conftest import match
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle, others
from tests.puzzles.test_mistakes import mistake_of
from tests.puzzles.test_what_pages_say import HTMX, SCORES, dailies, part, partials
from tests.read_out import says, text

__all__ = ["dailies", "match"]
SignedIn = Callable[[User], Client]


def begun(browser: Client, address: str, **data: str) -> tuple[str, dict[str, str]]:
    """Start a run; return its address, and the names of the keys on its page."""
    path = browser.post(address, data)["Location"]
    return path, {"RUN": path.split("/")[-2]}


def answered(browser: Client, path: str, *, well: bool = False, move: str = "") -> str:
    """Answer the puzzle that is shown, and return what changes."""
    shown = current(Run.objects.get(pk=path.split("/")[-2]))
    assert shown
    move = move or (shown.puzzle.best if well else others(shown.puzzle)[0][0])
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
    assert says(answered(browser, path, move="pass"), "task", "status", "play", **keys_of(path)) == text("""
        All puzzles </puzzles/>
        Digifeud Puzzle streak
        1 solved
        Missed: 0 of 130 points. The best was 1 × 64 = 641 times 64 is 64, column m, rows 9 to 13.
        form </puzzles/streak/digifeud/>
        [Another puzzle streak]
        Ranking </puzzles/streak/digifeud/> All puzzles </puzzles/>
        1 of 3 puzzles solved
        Your best puzzle streak so far.
        Puzzle 1, easy </puzzles/PUZZLE-1/> solved
        Puzzle 2, easy </puzzles/PUZZLE-2/> skipped
        Puzzle 3, medium </puzzles/PUZZLE-3/> 0 of 130 points
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
    mistake_of(anna, match, 5, "blanks", due_at=clock.now + DAY)
    for number in (6, 8):
        mistake_of(anna, match, number, "blanks", solved=ENOUGH)
    mistake_of(anna, match, 9, "blanks", due_at=clock.now, cost=0.05)
    mistake_of(bob, match, 7, "passing", due_at=clock.now)
    bars = "Bars compare the older and the newer half of your last 4 analysed matches."
    assert says(browser.get(table), "mistakes") == text(f"""
        {nothing}
        Your mistakes in 1 match are still being worked out. They will appear here.
        You gave away most in: endings (4 positions).
        Digifeud
        form </puzzles/mistakes/digifeud/>
        [Practise 5 positions]
        Endings
        4 ready · 0 later · 0 learned
        form </puzzles/mistakes/digifeud/>
        (theme=endings)
        [Practise]
        Given away in a match: 35% before, 15% recently
        Blanks
        1 ready · 1 later · 2 learned
        form </puzzles/mistakes/digifeud/>
        (theme=blanks)
        [Practise]
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
    answered(browser, path, well=True)
    Mistake.objects.filter(theme="blanks", solved=0).update(due_at=clock.now + DAY)
    elsewhere = make_puzzle("sudoku", number=40, state=Puzzle.State.OWN)
    sooner = {"cost": 0.1, "made_at": NOON, "due_at": clock.now + timedelta(hours=5)}
    Mistake.objects.create(player=anna, match=match, puzzle=elsewhere, theme="endings", **sooner)
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
    table_of_both = says(browser.get(table), "mistakes")
    assert (
        "Sudoku Duel\nThe next position comes back: in 5 hours.\nEndings\n0 ready · 1 later · 0 learned"
        in table_of_both
    )
    assert "Endings\n0 ready · 4 later · 0 learned" in table_of_both


def test_an_open_sprint_whose_time_is_over_has_none_left(
    dailies: object, anna: User, signed_in: SignedIn, clock: Clock
) -> None:
    """A page without scripts asks again in three seconds, for as long as an answer may be on its way."""
    browser = signed_in(anna)
    path, _keys = begun(browser, "/puzzles/sprint/digifeud/")
    for seconds, again, shown in ((0, "183", "3:00"), (179, "4", "0:01"), (180, "3", "0:00"), (182, "3", "0:00")):
        clock.now = NOON + timedelta(seconds=seconds)
        page = browser.get(path).content.decode()
        assert re.findall(r'"refresh" content="(.*?)"|load delay:(.*?)s', page) == [(again, ""), ("", again)]
        assert f">{shown}<" in page
    clock.now = NOON + timedelta(seconds=182.1)
    assert "delay:" not in browser.get(path).content.decode()
