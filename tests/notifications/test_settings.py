"""The settings of notifications: channels, quiet hours, browsers, and a test notification with its status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import SignedInBrowser, User
from accounts.services import delete_account
from core.clients import device_name
from games.matches.models import Match
from games.notifications.channels import preferences_of, quiet_until
from games.notifications.channels.push import add_device
from games.notifications.models import Delivery, Device, Notification, Preferences
from games.notifications.services import delete_old, notify, send_test
from tests.accounts.proof import prove
from tests.conftest import PASSWORD
from tests.html import html_of
from tests.notifications.conftest import SECRET, PushService, base64url, begin, notify_turns, point_of, send_due

SignedIn = Callable[[User], Client]
PREFERENCES = "/notifications/preferences/"
DEVICE = {
    "endpoint": "https://push.example.com/anna",
    "p256dh": base64url(point_of(PushService().key)),
    "auth": base64url(SECRET),
}


def test_the_settings_hold_a_box_for_each_event_and_way(anna: User, signed_in: SignedIn) -> None:
    page = signed_in(anna).get("/accounts/settings/")
    for event in ("turn", "challenge", "over", "reminder", "message"):
        for channel in ("page", "push", "mail"):
            assertContains(page, f'name="{event}-{channel}"')
    assertContains(page, "E-\N{WORD JOINER}mail needs a confirmed address.")


def test_what_is_chosen_is_kept_and_obeyed(
    match: Match, anna: User, annas_address: str, push_service: PushService, signed_in: SignedIn
) -> None:
    push_service.device(anna)
    chosen = {"turn-push": "on", "over-mail": "on", "quiet_from": "23:00", "quiet_to": "07:30"}
    assertRedirects(
        signed_in(anna).post(PREFERENCES, chosen), "/accounts/settings/#notifications", fetch_redirect_response=False
    )
    preferences = preferences_of(anna)
    assert (preferences.quiet_from, preferences.quiet_to) == (time(23), time(7, 30))
    assert preferences.want("over", "mail")
    assert not preferences.want("turn", "mail")
    notify_turns()
    assert list(Delivery.objects.values_list("channel", flat=True)) == ["push"]
    page = signed_in(anna).get("/accounts/settings/")
    assert 'name="quiet_from" value="23:00"' in html_of(page)
    assert 'name="turn-mail" id="id_turn-mail" checked' not in html_of(page)


@pytest.mark.parametrize(
    ("quiet", "sentence"),
    [
        ({"quiet_from": "23:00"}, "Set a start and an end"),
        ({"quiet_from": "25:00", "quiet_to": "noon"}, "Enter a time."),
    ],
)
def test_half_an_hour_of_quiet_is_refused_and_changes_nothing(
    anna: User, signed_in: SignedIn, quiet: dict[str, str], sentence: str
) -> None:
    answer = signed_in(anna).post(PREFERENCES, {"turn-push": "on", **quiet})
    assertContains(answer, sentence, status_code=422)
    assertContains(answer, 'name="turn-push" id="id_turn-push" checked', status_code=422)
    assertContains(signed_in(anna).post(PREFERENCES, quiet, headers={"HX-Request": "true"}), sentence, status_code=422)
    assert not Preferences.objects.exists()


def utc(year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    """Return a time in UTC."""
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "now", "ends"),
    [
        ("UTC", utc(2026, 11, 21, 22, 59), None),
        ("UTC", utc(2026, 11, 21, 23, 0), utc(2026, 11, 22, 7, 0)),
        ("UTC", utc(2026, 11, 22, 6, 59), utc(2026, 11, 22, 7, 0)),
        ("UTC", utc(2026, 11, 22, 7, 0), None),
        ("Europe/Amsterdam", utc(2026, 11, 21, 22, 0), utc(2026, 11, 22, 6, 0)),
        ("America/New_York", utc(2026, 11, 21, 23, 30), None),
        (
            "Europe/Amsterdam",
            utc(2026, 10, 24, 22, 0),
            utc(2026, 10, 25, 6, 0),
        ),  # winter time begins in this night
        (
            "Europe/Amsterdam",
            utc(2026, 3, 28, 23, 0),
            utc(2026, 3, 29, 5, 0),
        ),  # summer time begins in this night
        ("No/Where", utc(2026, 11, 21, 23, 0), utc(2026, 11, 22, 7, 0)),
    ],
)
def test_quiet_hours_go_by_the_players_clock(zone: str, now: datetime, ends: datetime | None) -> None:
    player = User(username="anna")
    player.time_zone = zone
    preferences = Preferences(user=player, quiet_from=time(23), quiet_to=time(7))
    assert quiet_until(player, preferences, now) == ends


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_end_in_its_last_run() -> None:
    player = User(username="anna", time_zone="Europe/Amsterdam")
    preferences = Preferences(user=player, quiet_from=time(22), quiet_to=time(2, 30))
    first, second = utc(2026, 10, 25, 0, 15), utc(2026, 10, 25, 1, 15)  # a quarter past two, in both hours
    between = utc(2026, 10, 25, 0, 45)
    for moment in (first, between, second):
        assert quiet_until(player, preferences, moment) == utc(2026, 10, 25, 1, 30)
    assert quiet_until(player, preferences, utc(2026, 10, 25, 1, 30)) is None


def test_quiet_hours_that_end_in_the_hour_that_clocks_skip_end_as_they_go_forward() -> None:
    player = User(username="anna", time_zone="Europe/Amsterdam")
    preferences = Preferences(user=player, quiet_from=time(22), quiet_to=time(2, 30))
    assert quiet_until(player, preferences, utc(2027, 3, 28, 0, 45)) == utc(2027, 3, 28, 1, 0)
    assert quiet_until(player, preferences, utc(2027, 3, 28, 1, 0)) is None


def test_quiet_hours_by_day_and_none() -> None:
    player = User(username="anna")
    noon = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    assert quiet_until(player, Preferences(quiet_from=time(9), quiet_to=time(17)), noon) == noon.replace(hour=17)
    assert quiet_until(player, Preferences(quiet_from=time(13), quiet_to=time(17)), noon) is None
    assert quiet_until(player, Preferences(), noon) is None


def test_a_browser_turns_push_on(anna: User, signed_in: SignedIn) -> None:
    firefox = {"User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}
    assert signed_in(anna).post("/notifications/devices/", DEVICE, headers=firefox).status_code == 204
    assert signed_in(anna).post("/notifications/devices/", DEVICE, headers=firefox).status_code == 204
    device = Device.objects.get()
    assert (device.user, device.name) == (anna, "Firefox, Android")
    assertContains(signed_in(anna).get("/accounts/settings/"), "Firefox, Android")


def test_the_button_that_removes_a_browser_says_which(anna: User, signed_in: SignedIn) -> None:
    for number, name in enumerate(("Firefox, Android", "")):
        add_device(anna, **{**DEVICE, "endpoint": f"https://push.example.com/{number}"}, name=name)
    page = signed_in(anna).get("/accounts/settings/")
    assertContains(page, 'aria-label="Remove Firefox, Android"')
    assertContains(page, 'aria-label="Remove A browser"')


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://192.168.1.1/admin"}, {"endpoint": "http://push.example.com/"}, {"endpoint": ""},
        {"p256dh": "short"}, {"p256dh": "ü" * 87}, {"auth": ""}, {"auth": "no base64!"},
    ],
)  # fmt: skip
def test_an_address_that_may_not_be_sent_to_is_refused(anna: User, signed_in: SignedIn, wrong: dict[str, str]) -> None:
    answer = signed_in(anna).post("/notifications/devices/", DEVICE | wrong)
    assert answer.status_code == 422
    assert "Push notifications can’t be sent" in json.loads(answer.content)["error"]
    assert not Device.objects.exists()


def test_a_browser_belongs_to_who_is_signed_in_there(anna: User, bob: User, signed_in: SignedIn) -> None:
    for user in (anna, bob):
        signed_in(user).post("/notifications/devices/", DEVICE)
    assert Device.objects.get().user == bob


def test_no_one_removes_anothers_browser(anna: User, bob: User, signed_in: SignedIn) -> None:
    device = add_device(anna, **DEVICE, name="")
    signed_in(bob).post(f"/notifications/devices/{device.pk}/drop/")
    assert Device.objects.exists()
    signed_in(anna).post(f"/notifications/devices/{device.pk}/drop/")
    assert not Device.objects.exists()


def test_there_are_never_too_many_browsers(anna: User) -> None:
    for number in range(15):
        add_device(anna, **{**DEVICE, "endpoint": f"https://push.example.com/{number}"}, name=str(number))
    assert list(Device.objects.order_by("pk").values_list("name", flat=True)) == [str(n) for n in range(5, 15)]


def test_a_test_goes_by_each_way_and_shows_what_became_of_it(
    anna: User, annas_address: str, push_service: PushService, signed_in: SignedIn
) -> None:
    push_service.device(anna, 1)
    browser = signed_in(anna)
    page = browser.post("/notifications/test/", follow=True)
    assertContains(page, "This is a test")
    assert html_of(page).count(">waiting</span>") == 2
    assertContains(page, 'hx-trigger="every 2s"')
    send_due()
    page = browser.get("/notifications/")
    assertContains(page, "(anna@example.org)")
    assertContains(page, "(Firefox, Android)")
    assert html_of(page).count('<span class="badge good">sent</span>') == 2
    assertNotContains(page, "hx-trigger")


def test_a_test_without_ways_says_why(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post("/notifications/test/")
    send_due()
    page = browser.get("/notifications/")
    assertContains(page, "push is not turned on in any of your browsers")
    assertContains(page, "you have no confirmed e-\N{WORD JOINER}mail address")


def test_a_line_of_the_list_has_no_details_unless_it_failed(
    match: Match, anna: User, annas_address: str, push_service: PushService, signed_in: SignedIn
) -> None:
    push_service.device(anna, 1)
    notify_turns()
    browser = signed_in(anna)
    assertNotContains(browser.get("/notifications/"), "Details")
    Delivery.objects.update(status=Delivery.Status.FAILED)
    assertContains(browser.get("/notifications/"), "Details")


def test_two_clicks_are_one_test(anna: User) -> None:
    moment = timezone.now()
    for _click in range(2):
        notify(anna, "test", "minute", now=moment)
    assert Notification.objects.count() == 1


def test_a_player_sees_their_own_notices_alone(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    notify_turns()
    page = signed_in(anna).get("/notifications/")
    assertContains(page, "You begin against bob")
    assertContains(page, '<span class="muted">Digifeud</span>')
    assertContains(signed_in(bob).get("/notifications/"), "Nothing yet.")


def test_a_long_list_has_pages_and_costs_the_same(
    anna: User, bob: User, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(anna)
    begin(anna, bob)
    notify_turns()
    browser.get("/notifications/")
    for _match in range(24):
        begin(anna, bob)
    notify_turns()
    # the user, the count, the page, its deliveries, what is new is seen now, the waiting turns
    with django_assert_num_queries(6):
        page = browser.get("/notifications/")
    assert "1 / 2" in html_of(page)
    assert html_of(browser.get("/notifications/?page=2")).count("You begin against bob") == 5


def test_what_the_list_shows_is_new_once(match: Match, anna: User, signed_in: SignedIn) -> None:
    notify_turns()
    notify(anna, "webhook", "1")
    send_due()
    browser = signed_in(anna)
    badges = [re.findall(r'class="badge[^>]*>(new|seen)<', html_of(browser.get("/notifications/"))) for _ in range(2)]
    assert badges == [["new", "new"], ["seen", "seen"]]


def test_the_list_leaves_new_what_is_still_to_be_sent(
    match: Match, anna: User, annas_address: str, signed_in: SignedIn
) -> None:
    notify_turns()
    signed_in(anna).get("/notifications/")
    assert Notification.objects.get().seen_at is None


def test_the_notice_of_a_match_is_seen_when_its_page_is_opened(match: Match, anna: User, signed_in: SignedIn) -> None:
    notify_turns()
    signed_in(anna).get(f"/matches/{match.pk}/")
    assert Notification.objects.get().seen_at


def test_a_watcher_sees_nothing_for_the_player(match: Match, carl: User, signed_in: SignedIn) -> None:
    notify_turns()
    signed_in(carl).get(f"/matches/{match.pk}/")
    assert Notification.objects.get().seen_at is None


def test_what_is_old_is_forgotten(match: Match, anna: User) -> None:
    send_test(anna)
    assert delete_old(timezone.now() + timedelta(days=59)) == 0
    delete_old(timezone.now() + timedelta(days=61))
    assert not Notification.objects.exists()
    assert not Delivery.objects.exists()


def test_what_is_old_goes_in_short_transactions(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.notifications.services.AT_ONCE", 1)
    for player in (anna, bob):
        send_test(player)
    later = timezone.now() + timedelta(days=61)
    with CaptureQueriesContext(connection) as ran:
        delete_old(later)
    assert sum('DELETE FROM "notifications_notification"' in query["sql"] for query in ran) == 2
    assert not Notification.objects.exists()


def test_the_export_has_all_of_it_and_no_secrets(match: Match, anna: User, signed_in: SignedIn) -> None:
    add_device(anna, **DEVICE, name="Firefox, Android")
    notify_turns()
    text = signed_in(anna).get("/accounts/export/").getvalue().decode()
    data = json.loads(text)["notifications"]
    assert data["devices"][0]["name"] == "Firefox, Android"
    assert data["notifications"][0]["text"] == "You begin against bob"
    assert data["notifications"][0]["ways"][0]["channel"] == "push"
    for secret in DEVICE.values():
        assert secret not in text


def test_push_ends_in_browsers_that_are_signed_out_from_afar(anna: User, signed_in: SignedIn) -> None:
    here = prove(signed_in(anna))
    add_device(anna, **DEVICE, name="")
    before = push_mark(here)
    here.post("/accounts/security/sign-out-elsewhere/")
    assert not Device.objects.exists()
    assert push_mark(here) != before  # so the script tells the server of this browser again

    add_device(anna, **DEVICE, name="")
    before = push_mark(here)
    new = "many numbers are fun"
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert not Device.objects.exists()
    assert push_mark(here) != before


def test_push_ends_in_the_one_browser_that_is_signed_out(anna: User, signed_in: SignedIn) -> None:
    here, there = prove(signed_in(anna)), signed_in(anna)
    marks = set()
    for browser, name in ((here, "here"), (there, "there")):
        browser.get("/lobby/")
        told = {**DEVICE, "endpoint": f"https://push.example.com/{name}"}
        assert browser.post("/notifications/devices/", told).status_code == 204
        marks.add(push_mark(browser))
    assert len(marks) == 2  # a browser with another session tells the server of itself again
    row = SignedInBrowser.objects.get(session=there.session.session_key)
    here.post("/accounts/security/sign-out/", {"browser": row.pk})
    assert list(Device.objects.values_list("endpoint", flat=True)) == ["https://push.example.com/here"]
    here.post("/accounts/logout/")
    assert not Device.objects.exists()


def push_mark(browser: Client) -> str:
    """Return the mark by which a page knows whether the server still has its subscription; it stays the same."""
    marks = [re.search(r'data-push="(\w+)"', html_of(browser.get("/lobby/"))) for _page in range(2)]
    assert marks[0]
    assert marks[1]
    assert marks[0][1] == marks[1][1]
    return marks[0][1]


def test_nothing_stays_of_who_leaves(match: Match, anna: User, bob: User) -> None:
    add_device(anna, **DEVICE, name="")
    notify_turns()
    send_test(anna)
    delete_account(anna)
    assert not Notification.objects.filter(user=anna).exists()
    assert not Device.objects.exists()
    assert not Preferences.objects.exists()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0", "Edge, Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("", ""),
    ],
)
def test_a_browser_has_a_name_that_its_owner_knows(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_a_page_saves_the_boxes_that_were_changed_on_it(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    quiet = {"quiet_from": "23:00", "quiet_to": "07:30"}
    browser.post(PREFERENCES, {"turn-push": "on", **quiet})  # on the phone, after this page was loaded
    Preferences.objects.update(no_mail=True)  # by the link in a mail
    stale = {"over-mail": "on", "message-push": "on", "quiet_from": "", "quiet_to": ""}
    browser.post(PREFERENCES, stale | {"changed": " message-push"}, headers={"HX-Request": "true"})
    saved = preferences_of(anna)
    assert (saved.quiet_from, saved.quiet_to) == (time(23), time(7, 30))
    assert [saved.want(event, "push") for event in ("turn", "message", "over")] == [True, True, False]
    assert not saved.want("over", "mail")
    browser.post(PREFERENCES, stale | {"changed": "quiet_to"}, headers={"HX-Request": "true"})
    assert preferences_of(anna).quiet_from is None
