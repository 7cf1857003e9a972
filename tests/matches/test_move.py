"""The view that plays a move: with htmx, without JavaScript, too late, twice, or malformed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.play.services import find_match, resign
from tests.html import html_of
from tests.matches.conftest import legal_move, play_on

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}


def url_of(match: Match, name: str = "move") -> str:
    return reverse(f"matches:{name}", args=[match.pk])


def test_a_script_gets_the_match_after_the_move_as_on_its_socket(match: Match, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(url_of(match), {"ply": 1, "text": legal_move(match)}, headers=HTMX)
    assert answer.status_code == 200
    assert answer.json().keys() == {"version", "partials"}
    page = html_of(answer)
    assert page.lstrip().startswith('<div id="match_view"')
    assert 'data-ply="1"' in page
    assert "Waiting for bob" in page
    assert "<html" not in page


def test_a_plain_form_leads_back_to_the_match(match: Match, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(url_of(match), {"ply": 1, "text": legal_move(match)})
    assert (answer.status_code, answer.headers["Location"]) == (302, url_of(match, "match"))


def test_a_double_click_answers_twice_and_plays_once(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser, move = signed_in(anna), {"ply": 1, "text": legal_move(match)}
    answers = [browser.post(url_of(match), move, headers=HTMX) for _click in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert find_match(match.pk).ply == 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "It is not your turn."), ("nl", "Je bent niet aan de beurt."), ("de", "nicht am Zug")],
)
def test_out_of_turn_is_told_in_the_language_of_the_page(
    match: Match, bob: User, signed_in: SignedIn, language: str, sentence: str
) -> None:
    bob.language = language
    bob.save()
    answer = signed_in(bob).post(
        url_of(match), {"ply": 1, "text": legal_move(match)}, headers={"Accept-Language": language}
    )
    assert answer.status_code == 409
    assert sentence in html_of(answer)


def test_an_illegal_move_comes_back_with_its_reason_and_what_was_typed(
    match: Match, anna: User, signed_in: SignedIn
) -> None:
    answer = signed_in(anna).post(url_of(match), {"ply": 1, "text": "g7r 1+1=3"})
    page = html_of(answer)
    assert answer.status_code == 422
    assert 'class="illegal"' in page
    assert 'value="g7r 1+1=3"' in page
    assert find_match(match.pk).ply == 0


def test_a_stale_page_is_shown_the_board_as_it_is(match: Match, anna: User, signed_in: SignedIn) -> None:
    play_on(match, 2)
    answer = signed_in(anna).post(url_of(match), {"ply": 1, "text": "pass"}, headers=HTMX)
    assert answer.status_code == 409
    assert "moved on" in html_of(answer)
    assert 'data-ply="2"' in html_of(answer)


def test_a_finished_match_takes_no_move(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    resign(match.pk, bob)
    answer = signed_in(anna).post(url_of(match), {"ply": 1, "text": legal_move(match)})
    assert answer.status_code == 409
    assert "This match is over." in html_of(answer)


def test_carl_who_watches_may_not_move(match: Match, carl: User, signed_in: SignedIn) -> None:
    answer = signed_in(carl).post(url_of(match), {"ply": 1, "text": legal_move(match)})
    assert answer.status_code == 403
    assert "Only the two players" in html_of(answer)


def test_whose_session_has_ended_signs_in_and_comes_back(match: Match) -> None:
    move = {"ply": 1, "text": "pass"}
    plain = Client().post(url_of(match), move)
    assert plain.headers["Location"] == f"{reverse('account_login')}?next={url_of(match, 'match')}"
    assert Client().post(url_of(match), move, headers=HTMX).headers["HX-Redirect"] == plain.headers["Location"]


GARBAGE: list[dict[str, str]] = [
    {},
    {"ply": "1"},
    {"text": "pass"},
    {"ply": "one", "text": "pass"},
    {"ply": "-1", "text": "pass"},
    {"ply": "99999999999999999999", "text": "pass"},
    {"ply": "1", "text": "x" * 101},
    {"ply": "1", "text": "🎲"},
    {"ply": "1", "text": "<script>alert(1)</script>"},
    {"ply": "1.5", "text": "e7r 5+8=13"},
]


@pytest.mark.parametrize("data", GARBAGE)
def test_garbage_gets_a_sentence(match: Match, anna: User, signed_in: SignedIn, data: dict[str, str]) -> None:
    answer = signed_in(anna).post(url_of(match), data)
    page = html_of(answer)
    assert answer.status_code == 422
    assert 'class="illegal"' in page
    assert "<script>alert" not in page
    assert find_match(match.pk).ply == 0


@pytest.mark.parametrize("name", ["move", "preview", "resign", "rematch", "confirm"])
@pytest.mark.parametrize("match_id", ["nosuchmatch", "0", "a" * 80])
def test_a_match_that_is_not_there_is_not_found(
    db: None, anna: User, signed_in: SignedIn, name: str, match_id: str
) -> None:
    answer = signed_in(anna).post(reverse(f"matches:{name}", args=[match_id]), {"ply": 1, "text": "pass"})
    assert answer.status_code == 404


@pytest.mark.parametrize("name", ["move", "preview", "rematch", "confirm"])
def test_reading_changes_nothing(match: Match, anna: User, signed_in: SignedIn, name: str) -> None:
    assert signed_in(anna).get(url_of(match, name)).status_code == 405


@pytest.mark.parametrize("name", ["move", "preview", "resign", "rematch"])
def test_a_form_from_elsewhere_is_refused(match: Match, anna: User, name: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna, "allauth.account.auth_backends.AuthenticationBackend")
    answer = browser.post(url_of(match, name), {"ply": 1, "text": legal_move(match)})
    assert answer.status_code == 403
    assert find_match(match.pk).version == match.version


def test_passing_asks_first_where_no_script_asks(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    asked = html_of(browser.post(url_of(match, "confirm"), {"ply": 1, "text": "pass"}))
    assert f'action="{url_of(match)}"' in asked
    assert find_match(match.pk).ply == 0
    browser.post(url_of(match), {"ply": 1, "text": "pass"})
    assert find_match(match.pk).ply == 1
