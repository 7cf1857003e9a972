"""The chat on pages: its audience and its content."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape, strip_tags
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.services import block
from games.matches.models import Match
from games.matches.play.services import find_match, resign
from games.social.following import mute
from games.social.models import Message
from games.social.moderation import erase
from games.social.services import say
from tests.html import html_of
from tests.social.conftest import SECRET

SignedIn = Callable[[User], Client]
SCRIPT = {"Accept": "application/json"}


def page_of(match: Match) -> str:
    return reverse("matches:match", args=[match.pk])


def chat_at(match: Match) -> str:
    return reverse("social:chat", args=[match.pk])


def everything(browser: Client, match: Match) -> str:
    """Return everything that a user can request about a match."""
    report = reverse("social:report")
    asked = [f"{report}?message={number}" for number in Message.objects.values_list("pk", flat=True)]
    asked.append(f"{report}?match={match.pk}")
    return shown(browser, match) + "".join(html_of(browser.get(address)) for address in asked)


def shown(browser: Client, match: Match) -> str:
    """Return the pages that show the chat, and the partial as fetched without a socket."""
    addresses = [page_of(match), chat_at(match)]
    addresses.append(f"{reverse('matches:updates', args=[match.pk])}?version=-1&ply=-1&partials=chat:none")
    return "".join(html_of(browser.get(address)) for address in addresses)


def test_carl_never_reads_what_the_players_say(match: Match, anna: User, carl: User, signed_in: SignedIn) -> None:
    say(match, anna, text=SECRET)
    for browser in (signed_in(carl), Client()):
        assert SECRET not in everything(browser, match)
    assert SECRET in everything(signed_in(anna), match)
    resign(match.pk, anna)
    assert SECRET not in everything(signed_in(carl), find_match(match.pk))


def test_players_read_what_is_said_about_them_when_it_is_over(
    match: Match, anna: User, carl: User, signed_in: SignedIn
) -> None:
    say(match, carl, text=SECRET)
    assert SECRET not in everything(signed_in(anna), match)
    resign(match.pk, anna)
    assert SECRET in everything(signed_in(anna), find_match(match.pk))


def test_a_visitor_finds_no_conversation(match: Match, carl: User) -> None:
    say(match, carl, text=SECRET)
    assertNotContains(Client().get(page_of(match)), 'id="chat"')
    assertRedirects(Client().get(chat_at(match)), f"/accounts/login/?next={chat_at(match)}")


def test_against_a_computer_there_is_none(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=bob.pk).update(is_computer=True)
    assertNotContains(signed_in(anna).get(page_of(match)), 'id="chat"')
    assertContains(signed_in(anna).get(chat_at(match)), "Your chat is private.")
    assertNotContains(signed_in(anna).get(chat_at(match)), 'id="chat_say"')


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}", "https://evil.example/x"]
)
def test_text_is_text(match: Match, anna: User, bob: User, signed_in: SignedIn, text: str) -> None:
    assertRedirects(signed_in(anna).post(chat_at(match), {"text": text}), f"{page_of(match)}?chat=open#chat")
    page = html_of(signed_in(bob).get(page_of(match)))
    assert Message.objects.get().text == text
    for raw in ("<script>alert", "<img src=x", 'href="https://evil', ">14<"):
        assert raw not in page
    assert escape(text) in html_of(signed_in(bob).get(chat_at(match)))


def test_without_javascript_a_message_opens_the_drawer(match: Match, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(chat_at(match), {"text": "Hello"}, follow=True)
    assert f'<details id="chat" data-key="{match.pk}.{anna.pk}" open>' in html_of(answer)
    assertContains(answer, "Hello")


def test_a_refusal_keeps_the_words(match: Match, anna: User, signed_in: SignedIn) -> None:
    words = "y" * 201
    answer = signed_in(anna).post(chat_at(match), {"text": words})
    assertContains(answer, "That is too long: at most 200 characters.", status_code=422)
    assertContains(answer, f'value="{words}"', status_code=422)


def test_a_script_gets_the_piece_or_the_sentence(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    for number in range(5):
        answer = browser.post(chat_at(match), {"text": f"word {number}"}, headers=SCRIPT)
    assert 'id="chat_messages"' in answer.json()["partials"]
    answer = browser.post(chat_at(match), {"text": "more"}, headers=SCRIPT)
    assert answer.status_code == 429
    assert answer.json() == {"problem": "Too fast. Wait a few seconds and send it again."}


def test_the_switch_is_in_the_conversation_and_in_the_settings(
    match: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    say(match, bob, text=SECRET)
    browser = signed_in(anna)
    for page in (page_of(match), reverse("accounts:settings")):
        assertContains(browser.get(page), "Turn chat off")
    answer = browser.post(reverse("social:switch"), {"talks": "off", "next": page_of(match)}, follow=True)
    assertContains(answer, "You turned chat off.")
    assert SECRET not in shown(browser, match)
    assertContains(signed_in(bob).get(page_of(match)), "anna has turned the chat off.")
    answer = browser.post(reverse("social:switch"), {"talks": "on", "next": "//evil.example"}, follow=True)
    assertContains(answer, "Turn chat off")
    assertContains(browser.get(page_of(match)), SECRET)


def test_hidden_words_are_counted(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    say(match, bob, text=SECRET)
    mute(anna, bob)
    answer = signed_in(anna).get(page_of(match))
    assertContains(answer, "1 message from a player you muted or blocked is hidden.")
    assert SECRET not in shown(signed_in(anna), match)


def test_a_long_conversation_has_pages_and_few_queries(
    match: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    messages = [
        Message(match=match, room="players", author=bob, text=f"word {n}", made_at=match.started_at) for n in range(250)
    ]
    Message.objects.bulk_create(messages)
    browser = signed_in(anna)
    page = html_of(browser.get(chat_at(match), {"page": 3}))
    assert "word 49<" in page
    assert "word 50<" not in page
    with CaptureQueriesContext(connection) as queries:
        page = html_of(browser.get(page_of(match)))
    assert page.count('data-id="') == 100
    assert len(queries) <= 14, [query["sql"][:90] for query in queries]


def test_unknown_addresses(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    report = reverse("social:report")
    for address in (
        "/social/chat/nothing/",
        f"{report}?message=99",
        f"{report}?message=x",
        f"{report}?match=x",
        report,
    ):
        assert browser.get(address).status_code == 404, address
    assert browser.post("/social/marry/", {"name": "bob"}).status_code == 404


def test_each_reader_reads_the_chat_in_their_own_way(
    match: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    dora = User.objects.create_user("dora")
    said = [say(match, anna, text="Hi"), say(match, bob, phrase="luck"), say(match, bob, text=SECRET)]
    said += [say(match, carl, text="They are good"), say(match, dora, text="Bah")]
    erase(said[2])
    block(by=anna, of=dora)
    resign(match.pk, anna)
    for reader, title, own, others, hidden in (
        (anna, "You and bob", "You Hi|bob Good luck! Report|bob (erased)", "carl They are good Report", 1),
        (
            bob,
            "You and anna",
            "anna Hi Report|You Good luck!|You (erased)",
            "carl They are good Report|dora Bah Report",
            0,
        ),
        (carl, "Spectators", "You They are good|dora Bah Report", "", 0),
    ):
        page = html_of(signed_in(reader).get(page_of(match)))
        assert (lines(page, ' id="chat_own"'), lines(page, ' id="chat_watchers"')) == (own, others)
        assert f'<h2 id="chat-title">{title}</h2>' in page
        assert page.count("1 message from a player you muted or blocked is hidden.") == page.count("hidden.") == hidden
    whole = html_of(signed_in(anna).get(chat_at(match)))
    assert lines(whole) == "You Hi|bob Good luck! Report|bob (erased)|spectator carl They are good Report"


def lines(page: str, attribute: str = "") -> str:
    """Return the lines of this list of messages, without the moments."""
    items = page.partition(f'<ol class="lines"{attribute}>')[2].partition("</ol>")[0].split("</li>")[:-1]
    plain = [strip_tags(re.sub(r"<time.*?</time>| this message of \w+", "", item)) for item in items]
    return "|".join(" ".join(line.split()) for line in plain)
