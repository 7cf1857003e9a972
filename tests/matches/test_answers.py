"""What each form of a match page answers, with a script and without: its status, its headers, and its words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta

from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.matches.models import Deal, Match, Vacation
from games.matches.play import positions
from games.matches.play.services import find_match, play_move, resign
from games.planned.services import plan
from tests.html import HasContent
from tests.matches.conftest import legal_move, play_on
from tests.matches.stories import told

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}


def lines(answer: HasContent, *parts: str) -> list[str]:
    """Return the lines of an answer in which one of these parts stands."""
    text = answer.content.decode()
    html = json.loads(text)["partials"] if text.startswith("{") else text.split("<main", 1)[-1].split("<footer")[0]
    return [line for line in told(html) if any(part in line for part in parts)]


def test_a_doubtful_move_is_asked_for(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser, path = signed_in(anna), reverse("matches:move", args=[generous.pk])
    asked = browser.post(path, {"ply": 1, "text": "1a1", "variant": "1a1 row"})
    shown = lines(asked, "Play it", "Back", "<")
    assert asked.status_code == 200
    back = f"[Back to the board](/matches/{generous.pk}/)"
    assert f"{{ply: 1}} {{text: 1a1 row}} {back} <Play it anyway: {path} confirmed=yes>" in shown, shown
    assert "A 1 brings little. Play it anyway?" in asked.content.decode()
    by_script = browser.post(path, {"ply": 1, "text": "1a1", "variant": "1a1 row"}, headers=HTMX)
    assert by_script.status_code == 422
    (preview,) = lines(by_script, "#preview")
    assert "text=1a1 row warning=A 1 brings little. Play it anyway? points=3" in preview
    open_choice = browser.post(path, {"ply": 1, "text": "4a1"}, headers=HTMX)
    assert open_choice.status_code == 422
    variants = re.findall(r"\((.)\) variant=(4a1(?: row| column)?) ", " ".join(lines(open_choice, "variant=")))
    assert variants == [("x", "4a1 column"), (" ", "4a1 row"), (" ", "4a1")]
    assert browser.post(path, {"ply": 1, "text": "1a1 row", "confirmed": "1", "variant": "1a1 row"}).status_code == 302
    assert find_match(generous.pk).ply == 1


def test_a_command_is_asked_for_with_its_picks(generous: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    path = reverse("matches:confirm", args=[generous.pk])
    asked = signed_in(anna).post(path, {"ply": 1, "text": "swap", "pick": ["4", "1"]})
    move = reverse("matches:move", args=[generous.pk])
    (form,) = lines(asked, move)
    assert form.startswith("{ply: 1} {text: swap 41}")
    assert "Really exchange them? 41 {ply: 1}" in " ".join(lines(asked, ""))  # the faces
    assert signed_in(bob).post(path, {"ply": 1, "text": ""}).status_code == 302
    assert Client().post(path, {"ply": 1, "text": "pass"}).status_code == 302


def test_refusals_of_a_move(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    path = reverse("matches:move", args=[match.pk])
    rows = {
        ("anna", "1", ""): (422, "Put something on the board, or type a move."),
        ("anna", "1", "x" * 101): (422, "That is too long for a move."),
        ("anna", "x", "pass"): (422, "Something went wrong with that move. Please reload the page."),
        ("bob", "1", "pass"): (409, "It is not your turn."),
        ("anna", "2", "pass"): (409, "The match has moved on. Look at the board and try again."),
    }
    for (name, ply, text), (status, words) in rows.items():
        answer = signed_in({"anna": anna, "bob": bob}[name]).post(path, {"ply": ply, "text": text})
        assert (answer.status_code, words in answer.content.decode()) == (status, True), words
        assert f'value="{text}"' in answer.content.decode()
    signed_out = Client().post(path, {"ply": "1", "text": "pass"}, headers=HTMX)
    assert (signed_out.status_code, signed_out["HX-Redirect"]) == (204, f"/accounts/login/?next=/matches/{match.pk}/")
    assert find_match(match.pk).ply == 0


def test_what_resigning_asks(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    path, back = reverse("matches:resign", args=[match.pk]), f"[Back to the board](/matches/{match.pk}/)"
    asked = lines(signed_in(anna).get(path), "?", "Cancel match", back)
    assert "Cancel this match? It won’t count." in " ".join(asked)
    Match.objects.filter(pk=match.pk).update(event_key="cup")
    asked = lines(signed_in(anna).get(path), "?", "Resign", back)
    assert "Resign? You will lose this match." in " ".join(asked)
    assert back in " ".join(asked)
    assert "Cancel match" not in " ".join(asked)


def test_files_and_turns_are_those_of_the_viewer(generous: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    match = play_move(generous.pk, anna, 1, "swap 41")
    shown = {}
    for name, browser in (("anna", signed_in(anna)), ("bob", signed_in(bob)), ("carl", Client())):
        text = browser.get(reverse("matches:text", args=[match.pk]))
        data = browser.get(reverse("matches:json", args=[match.pk]))
        plain = browser.get(reverse("matches:notation", args=[match.pk]))
        shown[name] = [text.content.decode().splitlines()[-1], plain.content.decode().splitlines()[-1]]
        shown[name] += data.json()["moves"]
        assert text["Content-Disposition"] == f'attachment; filename="generous-{match.pk}.txt"'
        assert data["Content-Disposition"] == f'attachment; filename="generous-{match.pk}.json"'
    hidden = ["1. swap 2", "1. swap 2", "swap 2"]
    assert shown == {"anna": ["1. swap 41", "1. swap 41", "swap 41"], "bob": hidden, "carl": hidden}
    for ply, status in ((0, 200), (1, 200), (2, 404)):
        assert signed_in(anna).get(reverse("matches:turn", args=[match.pk, ply])).status_code == status


def test_the_proof_leads_to_its_line(match: Match, anna: User) -> None:
    running = Client().get(reverse("matches:fairness", args=[match.pk])).content.decode()
    assert (f">{match.commitment}<" in running, "data-file" in running, bytes(match.seed).hex() in running) == (1, 0, 0)
    over = resign(play_on(match, 2).pk, anna)
    Deal.objects.filter(pk=match.pk).update(number=77)
    page = Client().get(reverse("matches:fairness", args=[over.pk])).content.decode()
    for part in (
        'data-line="77"',
        f'data-file="/matches/{match.pk}/match.json"',
        f'id="seed">{bytes(over.seed).hex()}<',
    ):
        assert part in page, part
    assert "Replaying the match from this number gives the same result." in page
    Match.objects.filter(pk=match.pk).update(first_points=999)
    false = Client().get(reverse("matches:fairness", args=[over.pk])).content.decode()
    assert "Replaying the match from this number gives another result!" in false


def test_ways_between_turns(match: Match, bob: User, signed_in: SignedIn) -> None:
    play_on(match, 3)
    for ply, ways in ((0, "-- 1 3"), (1, "0 0 2 3"), (2, "0 1 3 3"), (3, "0 2 --")):
        page = signed_in(bob).get(reverse("matches:turn", args=[match.pk, ply]))
        nav = page.content.decode().split('id="replay-nav"')[1].split("</nav>")[0]
        expected = [
            f"/matches/{match.pk}/{way}" for way in (*(f"{way}/" for way in ways.replace("--", "").split()), "")
        ]
        assert re.findall(r'href="([^"]*)"', nav) == expected, ply
        assert f"{ply} of 3" in nav
        scores = page.content.decode().split('id="scores"')[1].split("</section>")[0]
        assert scores.index("bob") < scores.index("anna")


def test_plans_are_answered(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    match = play_on(match, 2)
    path = reverse("planned:plan", args=[match.pk])
    rows = {
        ("bob", "e7r 9+9=19"): (422, ""),
        ("bob", ""): (422, "Put something on the board, or type a move."),
        ("anna", legal_move(match)): (409, "It is your turn: play the move now."),
    }
    for (name, text), (status, words) in rows.items():
        for headers in (HTMX, {}):
            answer = signed_in({"anna": anna, "bob": bob}[name]).post(path, {"ply": 3, "text": text}, headers=headers)
            assert answer.status_code == status
            assert words in " ".join(lines(answer, words or "e7"))
            assert headers == {} or "<main" not in answer.content.decode()
    plan(match.pk, bob, "pass")
    answer = signed_in(bob).post(path, {"ply": 3, "text": "e7r 9+9=19"}, headers=HTMX)
    assert any("pass" in line and " 0 " in f"{line} " for line in lines(answer, "pass"))
    withdraw = reverse("planned:withdraw", args=[match.pk, 1])
    assert signed_in(anna).post(withdraw, headers=HTMX).status_code == 200
    resign(match.pk, anna)
    late = signed_in(bob).post(path, {"ply": 3, "text": "pass"}, headers=HTMX)
    assert (late.status_code, lines(late, "planned", "over")) == (
        409,
        ["#planned (Planned moves)", "This match is over."],
    )


def test_the_panel_of_rests(anna: User, bob: User, signed_in: SignedIn) -> None:
    now, day = clock.now().replace(minute=0, second=0, microsecond=0), timedelta(days=1)
    User.objects.filter(pk=anna.pk).update(night_begins=22, night_ends=7, time_zone="Asia/Tokyo")
    for player, begin, end, planned in (
        *((anna, -9, -8, True), (anna, -1, 3, True), (anna, 5, 7, True)),
        *((anna, 3, 4, False), (bob, 1, 2, True)),
    ):
        Vacation.objects.create(player=player, begins_at=now + begin * day, ends_at=now + end * day, planned=planned)
    page = signed_in(anna).get(reverse("accounts:settings")).content.decode()
    part = page.split('<section id="vacation"')[1].split("</section>")[0]
    assert part.count("Cancel vacation") == 2
    own = Vacation.objects.filter(player=anna, planned=True, ends_at__gt=now).order_by("begins_at")
    places = [part.index(reverse("matches:take_back", args=[vacation.pk])) for vacation in own]
    assert places == sorted(places)
    for vacation in own:
        assert vacation.ends_at.isoformat() in part
    chosen = [piece.split(">")[1].split("<")[0] for piece in part.split("selected")[1:]]
    assert chosen == ["Asia/Tokyo", "22:00", "7:00"]
    assert "22 vacation days left this year." in part.replace("\N{NO-BREAK SPACE}", " ")


def test_an_update_brings_what_the_page_shows_beside(match: Match, anna: User, signed_in: SignedIn) -> None:
    play_on(match, 1)
    positions.clear()
    path = f"{reverse('matches:updates', args=[match.pk])}?version=0&ply=0"
    body = json.dumps({"shown": {"planned": "old"}})
    browser = signed_in(anna)
    both = browser.post(path, body, content_type="application/json").json()
    assert ('id="status"' in both["partials"], 'id="planned"' in both["partials"]) == (True, True)
    known = browser.post(path.replace("version=0&ply=0", "version=1&ply=1"), body, content_type="application/json")
    assert ('id="status"' in known.json()["partials"], 'id="planned"' in known.json()["partials"]) == (False, True)
    assert "data" not in known.json()
    assert browser.get(path.replace("version=0", "partials=x&version=0")).json() == {"go": f"/matches/{match.pk}/"}
    assert browser.get(path.replace("version=0", "asides=x&version=0")).json() == {"go": f"/matches/{match.pk}/"}
    assert browser.get(path.replace("version=0", "version=x")).status_code == 400
