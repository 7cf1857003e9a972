"""All that the pages of an analysis say and where they lead."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis.analysis_view import Share
from games.analysis.evaluation.report import Side
from games.analysis.evaluation.turns import Luck
from games.analysis.models import VERSION, Analysis
from games.analysis.services import ask
from games.matches.models import Match
from games.rules import Seat
from tests.analysis.conftest import made_up
from tests.read_out import says, text

SignedIn = Callable[[User], Client]
OFFER = """
    See the best moves for every turn, what yours cost, and both players’ accuracy and luck. Everyone can read it then.
    [Analyse this match]
""".strip()


def test_all_that_is_said_before_it_is_done(finished: Match, anna: User, signed_in: SignedIn) -> None:
    hers, path = signed_in(anna), f"/matches/{finished.pk}/analysis/"
    assert says(hers.get(path), "main", "analysis_inside") == text(f"""
        Analysis
        Digifeud: anna – bob Points 1 : 49 To the match </matches/match00001/>
        form </matches/match00001/analysis/ask/>
        {OFFER}
    """)
    ask(finished)
    reload = "Reload this page </matches/match00001/analysis/>"
    states: dict[str, dict[str, Any]] = {
        "This analysis is next…": {"state": "asked"},
        "0 of 5 turns looked at…": {"state": "working", "done": 1},
        "2 of 5 turns looked at…": {"state": "working", "done": 3},
        "All turns are looked at. Now the reasons are being found…": {"state": "working", "done": 6},
    }
    for sentence, columns in states.items():
        Analysis.objects.update(**columns)
        for browser in (hers, Client()):
            page = browser.get(path)
            assert says(page, "analysis_inside") == f"{sentence}\n{reload}"
            assert ('data-sees="analysis:match00001"' in page.content.decode()) is (browser is hers)
        assert 'http-equiv="refresh"' in page.content.decode()
    Analysis.objects.update(state="failed")
    assert says(hers.get(path), "analysis_inside") == text(f"""
        form </matches/match00001/analysis/ask/>
        That failed. Please try again.
        {OFFER}
    """)
    estimate = made_up(finished).measured
    Analysis.objects.update(state="asked", done=0, measured=[], estimate=estimate, summary={})
    assert says(hers.get(path), "analysis_inside") == text(f"""
        This analysis is next…
        {reload}
        A first estimate
        Made quickly, by playing on a few times. It gets better as the analysis goes on.
        anna (87 of at most 120 points in 3 turns)
        bob (49 of at most 93 points in 2 turns)
        Winning chances
        ↑ anna wins
        ↓ bob wins
        What decided it
        Turn 1 </matches/match00001/1/>
        anna: 9 × 5 = 45 · 54 points9 times 5 is 45, 54 points
        No move was clearly better. The winning chance went from 44% to 55%.
        Turn 3 </matches/match00001/3/>
        anna: 9 + 1 = 10 · 29 points9 plus 1 is 10, 29 points
        Better: 7 + 45 = 52 · 52 points7 plus 45 is 52, 52 points
        The move cost about 19%.
        Turn 5 </matches/match00001/5/>
        anna: 9 − 7 = 2 · 4 points9 minus 7 is 2, 4 points
        Better: 6 − 4 = 2 · 14 points6 minus 4 is 2, 14 points
        The move cost about 8%.
        After the last turn anna still had a winning chance of 47%.
    """)


def test_all_that_is_said_of_the_match(finished: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    made_up(finished)
    path = f"/matches/{finished.pk}/analysis/"
    page = signed_in(bob).get(path).content.decode()
    said = says(page, "gauges", "chances", "moments", "shares", "rows")
    assert said == text("""
        bob brilliant Accuracy 91%
        anna good Accuracy 64%
        Winning chances
        ↑ anna wins
        ↓ bob wins
        What decided it
        Turn 3 </matches/match00001/analysis/3/>
        anna: 9 + 1 = 10 · 29 points9 plus 1 is 10, 29 points
        Better: 2 + 45 = 47 · 47 points2 plus 45 is 47, 47 points
        It scores 12 more now.
        The move cost about 19%.
        Turn 4 </matches/match00001/analysis/4/>
        bob: 10 − 8 = 2 · 4 points10 minus 8 is 2, 4 points
        No move was clearly better. The winning chance went from 51% to 44%.
        Turn 5 </matches/match00001/analysis/5/>
        anna: 9 − 7 = 2 · 4 points9 minus 7 is 2, 4 points
        Better: 6 − 4 = 2 · 14 points6 minus 4 is 2, 14 points
        The move cost about 8%.
        After the last turn anna still had a winning chance of 47%.
        bob
        Accuracy
        91%: random moves are 0, the best moves 100. (49 of at most 93 points in 2 turns)
        Luck
        You drew better than in 92% of matches. (+21 points against average draws)
        anna
        Accuracy
        64%: random moves are 0, the best moves 100. (87 of at most 120 points in 3 turns)
        Luck
        anna drew better than in 96% of matches. (+31 points against average draws)
        All turns
        # Turn Points Most points Cost anna wins Swing
        1 anna 9 × 5 = 459 times 5 is 45 </matches/match00001/analysis/1/> [54] 9 on blue + 45 for the answer = 54 \
54 0 55 +11
        2 bob 45 × 1 = 4545 times 1 is 45 </matches/match00001/analysis/2/> [45] 45 for the answer = 45 45 0 47 +8
        3 anna 9 + 1 = 109 plus 1 is 10 </matches/match00001/analysis/3/> [29] ?9 on blue + 2 × 10 for the answer on \
red = 29 52 19 ±4 49 +2
        4 bob 10 − 8 = 210 minus 8 is 2 </matches/match00001/analysis/4/> [4] 2 × 2 for the answer on red = 4 48 \
about equal 56 −7
        5 anna 9 − 7 = 29 minus 7 is 2 </matches/match00001/analysis/5/> [4] 2 × 2 for the answer on red = 4 14 8 ±3 \
47 −9
    """)
    rising = re.findall(r'<td class="number gain([^"]*)"', page)
    assert rising == [" up", " up", " up", " down", " down"]
    chart = page.partition('<figure id="chances">')[2].partition("</figure>")[0]
    line = "6.0,88.9 123.6,72.7 241.2,85.0 358.8,81.6 476.4,70.7 594.0,84.7"
    assert re.findall(r'points="([^"]*)"', chart) == [f"6,160 {line} 594.0,160", line]
    assert re.findall(r'href="([^"]*)"', chart) == [f"{path}{ply}/" for ply in range(1, 6)]
    titles = re.findall(r"<title>\s*(.*?)\s*</title>", chart)
    assert titles == [f"Turn {ply}: anna wins {chance}%" for ply, chance in enumerate((55, 47, 49, 56, 47), 1)]
    assert says(Client().get(path), "gauges").startswith("anna good")
    assert "You drew" not in says(Client().get(path), "shares")
    news = {
        None: "Accuracy: anna 64% · bob 91%\nThe costliest miss: turn 3 </matches/match00001/analysis/3/>, about 19%.",
        anna: "Accuracy: anna 64% · bob 91%\nThe costliest miss: turn 3 </matches/match00001/analysis/3/>, about 19%.",
        bob: "Accuracy: bob 91% · anna 64%",
    }
    for viewer, sentences in news.items():
        browser = signed_in(viewer) if viewer else Client()
        assert says(browser.get(f"/matches/{finished.pk}/"), "analysis_news") == sentences


def test_each_word_begins_with_its_accuracy(anna: User) -> None:
    begins = {90: "brilliant", 75: "strong", 55: "good", 35: "uneven", 0: "rough"}
    for least, word in begins.items():
        for accuracy in (least, least + 14.4):
            side = Side(Seat.FIRST, turns=1, precision=accuracy, made=0, most=0, luck=Luck(0, 50))
            assert Share(anna, side, own=True).word == word


def test_all_that_is_said_of_a_turn(finished: Match, anna: User, signed_in: SignedIn) -> None:
    made_up(finished)
    path, browser = f"/matches/{finished.pk}/analysis/", signed_in(anna)
    turn = text("""
        anna 54
        bob 45
        {shown}
        Turn before </matches/match00001/analysis/2/> 3 of 5 Next turn </matches/match00001/analysis/4/> \
To the analysis </matches/match00001/analysis/>
        anna held: 1274207?+−−=
        {played}Played: 9 + 1 = 109 plus 1 is 10 29 points </matches/match00001/analysis/3/>
        The best moves
        Winning chance Points
        {best}7 + 45 = 527 plus 45 is 52 most points 70% ±3 52 points <?move=1>
        9 + 1 = 109 plus 1 is 10 played 51% ±3 29 points <?move=2>
        2 + 45 = 472 plus 45 is 47 30% ±3 47 points <?move=3>
        {formula}
        After this turn anna’s winning chance is 49% (+2). The move cost about 19% (±4).
        Retry this turn </matches/match00001/analysis/3/variation/> Explore from here \
</matches/match00001/analysis/3/variation/?line={onward}>
        Play on from here
        form </computers/matches/match00001/2/>
    """)
    played = {
        "shown": "anna: 9 + 1 = 10 · 29 points9 plus 1 is 10, row 9, columns i to m, 29 points.",
        "played": "* ",
        "best": "",
        "formula": "?9 on blue + 2 × 10 for the answer on red = 29",
        "onward": "i9r+%3F9%2B1%3D10",
    }
    other = {
        "shown": "Instead: 7 + 45 = 52 · 52 points7 plus 45 is 52, 52 points",
        "played": "",
        "best": "* ",
        "formula": "?52 for the answer = 52",
        "onward": "i11r+7%2B45%3D%3F52",
    }
    for query, words in {"": played, "?move=1": other}.items():
        said = says(browser.get(f"{path}3/{query}"), "replay").partition("\nA new match")[0]
        assert said == turn.format(**words)
    ends = {1: "After this turn anna’s winning chance is 55% (+11). The move gave nothing away."}
    ends[2] = "After this turn bob’s winning chance is 53% (+8). The move gave nothing away."
    ends[4] = "After this turn bob’s winning chance is 44% (−7). The move is about equal to the best one."
    ways = {
        1: "Turn before 1 of 5 Next turn </matches/match00001/analysis/2/>",
        2: "Turn before </matches/match00001/analysis/1/> 2 of 5 Next turn </matches/match00001/analysis/3/>",
        5: "Turn before </matches/match00001/analysis/4/> 5 of 5 Next turn",
    }
    for ply in (1, 2, 4, 5):
        lines = says(browser.get(f"{path}{ply}/"), "replay").split("\n")
        assert ply not in ends or ends[ply] in lines
        assert ply not in ways or f"{ways[ply]} To the analysis </matches/match00001/analysis/>" in lines
    first = says(browser.get(f"{path}1/"), "best")
    assert "9 × 5 = 459 times 5 is 45 g7–k7 most points played 70% ±2 54 points <?move=1>" in first
    page = browser.get(f"{path}3/?move=1").content.decode()
    assert re.findall(r'data-(?:squares|points)="([^"]*)"', page)[:6] == [
        *("i9 j9 k9 l9 m9", "29"),
        *("i11 j11 k11 l11 m11", "52"),
        *("i9 j9 k9 l9 m9", "29"),
    ]
    cells = [cells.count("&lt;td") for cells in re.findall(r'data-cells="([^"]*)"', page)]
    assert cells == [4, 4, 4, 4]  # of each move only those that it changes
    play_on = says(browser.get(f"{path}2/"), "play_on").split("\n")
    assert play_on[4:] == [
        "* anna",
        "bob, to move",
        "Against the computer: [Pip level 1 level=1] [Bo level 2 level=2] [Noor level 3 level=3] [Tess level 4 "
        "level=4] [Otto level 5 level=5] [Finn level 6 level=6] [Mila level 7 level=7] [Ada level 8 level=8]",
    ]


def test_all_that_is_said_of_a_variation(finished: Match, anna: User, signed_in: SignedIn) -> None:
    analysis, browser = made_up(finished), signed_in(anna)
    path = reverse("analysis:variation", args=[finished.pk, 3])
    assert says(browser.get(path), "task", "scores") == text("""
        Show the answer </matches/match00001/analysis/3/> To the analysis </matches/match00001/analysis/>
        Turn 3: what would you play?
        anna is to move: use the board, or type a move.
        anna 54
        bob 45
    """)
    best, played, poor = (one["text"] for one in analysis.measured[3]["listed"]["best"])
    query = urlencode([("line", best)])
    assert says(browser.get(f"{path}?{query}"), "task", "status", "scores") == text(f"""
        Back to the turn </matches/match00001/analysis/3/> To the analysis </matches/match00001/analysis/>
        Turn 3: variation
        *anna 7 + 45 = 527 plus 45 is 52 52 points <{path}?{query}>
        bob is to move: use the board, or type a move. The tiles drawn here are examples.
        7 + 45 = 52 · 52 points7 plus 45 is 52, 52 points ?52 for the answer = 52
        This move wins 70% of matches (±3), the best one 70%. It is the best.
        Take it back <{path}> The best moves of bob <{path}?{query}&best=1>
        anna 106
        bob 45
    """)
    for move, percent in ((played, 51), (poor, 30)):
        said = says(browser.get(f"{path}?{urlencode([('line', move)])}"), "compared")
        assert said == f"This move wins {percent}% of matches (±3), the best one 70%."
    fourth = reverse("analysis:variation", args=[finished.pk, 4])
    second = analysis.measured[4]["listed"]["best"][1]["text"]
    said = says(browser.get(f"{fourth}?{urlencode([('line', second)])}"), "compared")
    assert said == "This move wins 66% of matches (±2), the best one 70%. They are about equal."


def test_all_that_is_said_of_a_player_over_time(finished: Match, anna: User, bob: User) -> None:
    Analysis.objects.all().delete()
    figures = [(90.4, 40, [3, 0.1], {"missed": 1}), (80.4, 50, [4, 0.3], {"greedy": 2}), (60, 72, None, {})]
    for number, (accuracy, luck, miss, mistakes) in enumerate(figures):
        match = Match.objects.get(pk=finished.pk)
        match.pk = match.commitment = f"over{number:06}"
        match.finished_at = (finished.finished_at or match.started_at) - timedelta(days=number)
        match.save(force_insert=True)
        own = {"accuracy": accuracy, "luck": luck, "miss": miss, "mistakes": mistakes}
        summary = {"sides": [own, own | {"accuracy": None}], "moments": []}
        asked = match.finished_at
        Analysis.objects.create(match=match, state="done", version=VERSION, asked_at=asked, summary=summary)
    page = Client().get(reverse("matches:player", args=["anna"])).content.decode()
    assert says(page, "accuracy") == text("""
        Accuracy and luck
        Digifeud last 3 matches 77% Better draws than in 54% of matches. The costliest miss: turn 4 \
</matches/over000001/analysis/4/>, about 30%. 2 of 3 costly moves: most points taken where fewer were better.
    """)
    assert 'points="3.0,29.0 60.0,15.7 117.0,9.2"' in page.partition('id="accuracy"')[2]
    assert 'id="accuracy"' not in Client().get(reverse("matches:player", args=["bob"])).content.decode()
