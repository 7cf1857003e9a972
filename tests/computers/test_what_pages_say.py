"""All that hints, guides and the pages of computer players say, and where they lead."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_guest
from games.computers.services import begin_guided, find_computer, play_on
from games.matches.models import Match
from games.matches.play.services import find_match, play_move, resign
from tests.computers.conftest import a_moment_later
from tests.computers.test_hints import begun, found
from tests.html import HasContent
from tests.matches.conftest import legal_move
from tests.matches.conftest import play_on as moves_on
from tests.read_out import says, text

SignedIn = Callable[[User], Client]
GAMES = {"digifeud": "Digifeud", "sudoku": "Sudoku Duel", "summy": "Summy", "tenbyten": "10 BY 10"}


@pytest.fixture(autouse=True)
def _same_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give matches the keys of a series, which seed their hints."""
    keys = (f"match{number:05}" for number in count(1))
    monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", lambda: next(keys))


def test_all_that_a_hint_says(anna: User, signed_in: SignedIn) -> None:
    match, browser = begun("digifeud", anna, find_computer(1)), signed_in(anna)
    address, page = reverse("computers:hint", args=[match.pk]), f"/matches/{match.pk}/"

    def said(answer: HasContent) -> list[str]:
        lines = says(answer, "hint-page", MATCH=match.pk).split("\n")
        assert lines[:3] == [
            "Back to the match </matches/MATCH/>",
            "Hint",
            "In three steps: where, which tiles, the move. Hints cost nothing: this match is not rated.",
        ]
        return lines[3:]

    beside = "form </computers/matches/MATCH/hint/>\n"
    assert said(browser.get(address)) == ["[Show where step=1]"]
    assert says(browser.get(page), "hint", MATCH=match.pk) == f"{beside}[Hint step=1]"
    making = ["The hint is being made. It costs nothing.", "Reload this page </computers/matches/MATCH/hint/>"]
    assert said(browser.post(address, {"step": 1}, follow=True)) == making
    assert says(browser.get(page), "hint") == making[0]
    found(match)
    steps = ["Where: g5\u2060–\u2060g9", "Which tiles: 9 × 5 = 4 5", "The move: 9 × 5 = 459 times 5 is 45, 50 points"]
    assert said(browser.get(address)) == [steps[0], "[Tiles (free) step=2]"]
    assert said(browser.post(address, {"step": 2}, follow=True)) == [*steps[:2], "[Move (free) step=3]"]
    html = browser.get(page).content.decode()
    assert says(html, "hint", MATCH=match.pk) == "\n".join([*steps[:2], f"{beside}[Move (free) step=3]"])
    assert 'data-step="2"' in html
    assert 'data-squares="g5 g6 g7 g8 g9"' in html
    assert said(browser.post(address, {"step": 3}, follow=True)) == steps
    html = browser.get(page).content.decode()
    lays = ["form </matches/MATCH/preview/>", "(ply=1)", "[Show me text=g5d 9x5=45]"]
    assert says(html, "hint", MATCH=match.pk) == "\n".join([*steps, *lays])
    assert 'data-tiles="g5:9 g6:x g7:5 g8:= g9:4 g9:5"' in html


def test_all_that_a_guide_says(anna: User, signed_in: SignedIn) -> None:
    match, browser = begin_guided(anna, "digifeud"), signed_in(anna)
    lay = "form </matches/MATCH/preview/>\n(ply={ply})\n[Show me text={move}]\n"
    leave = "form </computers/matches/MATCH/leave/>\n[Leave]\n"
    hide = "form </computers/matches/MATCH/hide/>\n[Hide the guide]"

    def said() -> str:
        return says(browser.get(f"/matches/{match.pk}/"), "guide", MATCH=match.pk)

    first = said()
    assert first == (
        "Your guide\nPlace a number, a sign, a number, = and the answer in one row or column, with a number on the "
        "centre.\nTry 9 × 5 = 459 times 5 is 45 (c7–g7), 54 points. Tap each tile, then its square. Then press Play.\n"
        f"{lay.format(ply=1, move='c7r 9x5=45')}{leave}{hide}"
    )
    points = play_move(match.pk, anna, 1, legal_move(match)).first_points
    assert said() == (
        f"Your guide\nYou scored {points} points. Your total is beside your name. Now it is Pip’s turn: just wait.\n"
        f"{leave}{hide}"
    )
    a_moment_later(match)
    lines = said().split("\n")
    assert lines[1] == (
        "Pip has answered on the marked squares. From now on, use at least one number that is already on the board, "
        "and place the rest."
    )
    assert lines[2].startswith("Try ")
    assert "Tap each tile" not in lines[2]
    assert lines[4] == "(ply=3)"
    play_move(match.pk, anna, 3, "pass")
    assert said() == f"Your guide\nNow it is Pip’s turn: just wait.\n{leave}{hide}"
    a_moment_later(match)
    assert "has answered" not in said()
    resign(match.pk, anna)
    assert said() == (
        "Your guide\nThat was your first match. Replay it turn by turn, ask for a rematch, or find an opponent in the "
        f"lobby.\n{hide}"
    )


def test_all_that_is_said_of_the_computers(anna: User, signed_in: SignedIn) -> None:
    browser, ada = signed_in(anna), find_computer(8)
    terms = text("""
        Time
        1 day per move
        2 days per move
        *3 days per move
        5 days per move
        7 days per move
        14 days per move
        live, 3 min + 5 s per move
        live, 5 min + 8 s per move
        live, 10 min + 10 s per move
        live, 20 min + 15 s per move
        Rated or casual
        *Rated: it counts for both
        Casual: just for fun
        Mirror match
        Two boards, the same tiles, open hands. Correspondence only.
    """)
    face = says(browser.get("/computers/1/"), "computer").split("\n")
    assert face[:2] == ["Pip", "Pip has just learned the rules and misses a lot."]
    assert face[2:6] == [f"[{name} Play </computers/{slug}/1/>]" for slug, name in GAMES.items()]
    assert "\n".join(face[7:]) == terms
    for newcomer in (Client(), signed_in(make_guest())):
        assert "Rated" not in says(newcomer.get("/computers/1/"), "computer")
    first = says(Client().get("/computers/first/"), "computer").split("\n")
    assert first[0] == "Your first match: with a guide"
    assert first[1:5] == [f"[{name} Play </computers/{slug}/first/>]" for slug, name in GAMES.items()]
    assert len(first) == 6
    page = browser.get(reverse("matches:player", args=[ada.username]))
    said = says(page, "computer", ADA=ada.username).split("\n")
    assert said[:3] == [
        "Play the computer",
        "Ada looks ahead and leaves you little.",
        "A program that is always here. Like you, it sees only its own tiles and the board.",
    ]
    assert said[-4:] == [
        f"{name} Other options </lobby/new/?game={slug}&opponent=ADA> [Play </computers/{slug}/8/>]"
        for slug, name in GAMES.items()
    ]
    measured = says(page, "strengths", MILA=find_computer(7).username).split("\n")
    assert measured[2:4] == [
        "Game Against Wins Elo difference Matches",
        "Digifeud Mila </matches/by/MILA/> level 7 65.6% (56.5–73.7) +112 (+46 … +179) 80",
    ]
    names = ("Pip", "Bo", "Noor", "Tess", "Otto", "Finn", "Mila", "Ada")
    listed = [f"{name} level {level} </computers/{level}/>" for level, name in enumerate(names, 1)]
    new = ["Play the computer", "Your first match: with a guide </computers/first/>"]
    assert says(browser.get("/lobby/"), "computers").split("\n") == [*new, *listed]


def test_all_that_is_said_of_matches_that_go_on(anna: User, signed_in: SignedIn) -> None:
    browser, level = signed_in(anna), 2
    over = resign(moves_on(begun("digifeud", anna, find_computer(level)), 4).pk, anna)
    ends = "Points and board come from there, so this match doesn’t count."
    for ply, where in ((3, "turn 3 of anna against Bo"), (0, "the start of anna against Bo")):
        again = play_on(anna, over.pk, ply, level)
        said = says(browser.get(f"/matches/{again.pk}/"), "continues", ORIGIN=over.pk)
        assert said == f"This match continues from {where} </matches/ORIGIN/{ply}/>. {ends}"
        resign(again.pk, anna)
    end = says(browser.get(f"/matches/{over.pk}/"), "end", MATCH=over.pk)
    assert "form </computers/matches/MATCH/even/>\n[Keep it even: Pip]" in end
    line = [legal_move(find_match(over.pk))] if find_match(over.pk).finished_at is None else ["pass", "pass"]
    again = play_on(anna, over.pk, 2, level, line=line)
    assert says(browser.get(f"/matches/{again.pk}/"), "continues", ORIGIN=over.pk) == (
        "This match continues from turn 2 of anna against Bo </matches/ORIGIN/2/>. After that came 2 other moves "
        f"</matches/ORIGIN/analysis/3/variation/?line=pass&line=pass>. {ends}"
    )
