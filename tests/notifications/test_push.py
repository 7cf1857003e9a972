"""Push messages: their content, failed deliveries, and addresses to which none is sent."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import jwt
import pytest
import requests
import time_machine
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from core.outgoing import check_peer, guarded_session
from games.matches.models import Match
from games.notifications.channels import web_push
from games.notifications.channels import web_push as push
from games.notifications.channels.mail import stop_mail
from games.notifications.channels.push import MOST_DEVICES, MOST_REFUSALS, PushChannel, add_device
from games.notifications.channels.web_push import check_endpoint
from games.notifications.delivery import substitutes_of
from games.notifications.errors import PermanentFailure
from games.notifications.models import Delivery, Device, Notification
from games.notifications.services import send_test
from tests.alike import one
from tests.jobs.running import run_due
from tests.notifications.conftest import PushService, begin, notify_turns, send_due

GONE = [404, 410]
REFUSED = [400, 401, 403]


def soon(**more: float) -> datetime:
    return timezone.now() + timedelta(seconds=31, **more)


def sent_test(user: User, minute: int) -> None:
    """Send a test that many minutes later."""
    moment = soon(minutes=2 * minute)
    with time_machine.travel(moment, tick=False):
        send_test(user)
    send_due(moment + timedelta(seconds=31))


def statuses() -> list[tuple[str, str, str]]:
    return list(Delivery.objects.order_by("pk").values_list("channel", "status", "reason"))


def test_a_browser_reads_whose_turn_it_is(match: Match, anna: User, push_service: PushService) -> None:
    other = begin(anna, match.second)
    push_service.device(anna)
    notify_turns()
    send_due(soon())
    message = next(told for told in push_service.heard if told["tag"] == match.pk)
    assert message | {"matches": sorted(message["matches"])} == {
        "title": "You begin against bob",
        "body": "A match of Digifeud has begun.",
        "path": f"/matches/{match.pk}/",
        "tag": match.pk,
        "turn": True,
        "waiting": 2,
        "matches": sorted([match.pk, other.pk]),
    }
    assert statuses() == [("push", "sent", "")] * 2


@pytest.mark.parametrize(
    ("setting", "last", "language"), [("nl", "de", "nl"), ("", "de", "de"), ("", "", "en"), ("xx", "xx", "en")]
)
def test_it_is_in_the_players_language(
    match: Match, anna: User, push_service: PushService, setting: str, last: str, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=setting, last_language=last)
    push_service.device(anna)
    notify_turns()
    send_due(soon())
    titles = {"en": "You begin against bob", "nl": "Jij begint tegen bob", "de": "Du beginnst gegen bob"}
    assert push_service.heard[0]["title"] == titles[language]


def test_the_site_signs_for_it(anna: User, push_service: PushService) -> None:
    push_service.device(anna)
    send_test(anna)
    send_due(soon())
    [headers] = push_service.headers
    sent = headers.get("authorization") or headers["Authorization"]
    parts = re.fullmatch(r"(\w+) t=(\S+), k=(\S+)", sent)
    assert parts
    scheme, token, key = parts.groups()
    assert (scheme, key) == ("vapid", web_push.public_key())
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), web_push.decoded(key))
    claims = jwt.decode(token, public, ["ES256"], audience=push_service.url)
    assert claims["sub"] == web_push.contact()
    assert timedelta(0) < datetime.fromtimestamp(claims["exp"], UTC) - timezone.now() < timedelta(hours=24)


def test_every_device_gets_it(anna: User, push_service: PushService) -> None:
    for number in (1, 2, 3):
        push_service.device(anna, number)
    send_test(anna)
    send_due(soon())
    assert len(push_service.heard) == 3


@pytest.mark.parametrize("status", GONE)
def test_a_device_that_is_gone_is_dropped_and_mail_takes_its_place(
    match: Match, anna: User, annas_address: str, push_service: PushService, status: int
) -> None:
    push_service.status = status
    push_service.device(anna)
    notify_turns()
    Delivery.objects.filter(channel="mail").delete()  # as if anna wanted none about turns
    send_due(soon())
    assert not Device.objects.exists()
    assert statuses() == [("push", "failed", "gone"), ("mail", "sent", "")]
    assert mail.outbox[0].to == [annas_address]


def test_mail_that_is_on_its_way_is_not_sent_twice(
    match: Match, anna: User, annas_address: str, push_service: PushService
) -> None:
    push_service.status = 410
    push_service.device(anna)
    notify_turns()
    send_due(soon(minutes=30))
    assert len(mail.outbox) == 1


def test_no_mail_to_who_unsubscribed(match: Match, anna: User, annas_address: str, push_service: PushService) -> None:
    stop_mail(anna)
    push_service.status = 410
    push_service.device(anna)
    notify_turns()
    send_due(soon())
    assert statuses() == [("push", "failed", "gone")]
    assert mail.outbox == []


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(anna: User, push_service: PushService, status: int) -> None:
    push_service.status = status
    push_service.device(anna)
    send_test(anna)
    send_due(soon())
    assert statuses()[0] == ("push", "queued", "busy")
    push_service.status = 201
    send_due(soon(minutes=2))
    assert statuses()[0] == ("push", "sent", "")


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_a_refusal_is_final_and_keeps_the_device(anna: User, push_service: PushService, status: int) -> None:
    push_service.status = status
    push_service.device(anna)
    send_test(anna)
    send_due(soon())
    assert statuses()[0] == ("push", "failed", "refused")
    assert Device.objects.exists()


@pytest.mark.parametrize("status", REFUSED)
def test_mail_takes_the_place_of_what_is_refused(
    match: Match, anna: User, annas_address: str, push_service: PushService, status: int
) -> None:
    push_service.status = status
    push_service.device(anna)
    notify_turns()
    Delivery.objects.filter(channel="mail").delete()  # as if anna wanted none about turns
    send_due(soon())
    assert statuses() == [("push", "failed", "refused"), ("mail", "sent", "")]
    assert mail.outbox[0].to == [annas_address]


def test_mail_takes_the_place_where_no_other_push_is_under_way(match: Match, anna: User, annas_address: str) -> None:
    told = one(Notification, user=anna, match=match)
    gone, other = (one(Delivery, notification=told, user=anna, channel="push") for _browser in "ab")
    taken = []
    for status in Delivery.Status:
        Delivery.objects.filter(pk=other.pk).update(status=status)
        taken += [(status.value, one.channel) for one in substitutes_of(gone, timezone.now())]
    assert taken == [("failed", "mail"), ("seen", "mail"), ("stale", "mail")]


@pytest.mark.parametrize("status", REFUSED)
def test_a_device_that_only_refuses_is_dropped(anna: User, push_service: PushService, status: int) -> None:
    push_service.status = status
    push_service.device(anna)
    for minute in range(MOST_REFUSALS):
        assert Device.objects.exists()
        sent_test(anna, minute)
    assert not Device.objects.exists()
    reasons = Delivery.objects.filter(channel="push").order_by("pk").values_list("reason", flat=True)
    assert list(reasons) == ["refused"] * (MOST_REFUSALS - 1) + ["gone"]


def test_one_success_forgives_earlier_refusals(anna: User, push_service: PushService) -> None:
    push_service.device(anna)
    for minute, status in enumerate([403, 403, 201, 403, 403]):
        push_service.status = status
        sent_test(anna, minute)
    assert Device.objects.get().refusals == 2


def test_what_is_too_large_or_refused_by_us_says_nothing_of_the_device(anna: User, push_service: PushService) -> None:
    push_service.status = 413
    push_service.device(anna)
    for minute in range(MOST_REFUSALS + 1):
        sent_test(anna, minute)
    assert Device.objects.get().refusals == 0


def test_a_browser_that_subscribes_again_starts_afresh(anna: User, push_service: PushService) -> None:
    device = push_service.device(anna)
    Device.objects.update(refusals=2)
    add_device(anna, device.endpoint, device.p256dh, device.auth, "Firefox, Android")
    assert Device.objects.get().refusals == 0


def test_a_service_that_no_one_reaches_is_tried_again(anna: User, push_service: PushService) -> None:
    device = push_service.device(anna)
    Device.objects.filter(pk=device.pk).update(endpoint="http://127.0.0.1:9/nobody")
    send_test(anna)
    send_due(soon())
    assert statuses()[0] == ("push", "queued", "unreachable")


def test_keys_that_are_none_fail_at_once(anna: User, push_service: PushService) -> None:
    device = push_service.device(anna)
    Device.objects.filter(pk=device.pk).update(p256dh="B" * 87)
    send_test(anna)
    send_due(soon())
    assert statuses()[0] != ("push", "sent", "")
    assert push_service.heard == []


INSIDE = """
http://push.example.com/x https://localhost/x https://127.0.0.1/x https://127.1/x https://2130706433/x https://0x7f.1/x
https://[::1]/x https://10.0.0.1/x https://169.254.169.254/latest https://192.168.1.1/ https://router.local/
https://db.internal/ https://push.example.com:8443/x https://user@push.example.com/ https://user:pass@push.example.com/
https://intranet/x ftp://push.example.com/ file:///etc/passwd javascript:alert(1) https:///x //push.example.com/
https://push.example.com:99999/ https://app.localhost/ https://127.0.0.1./ https://[/ push.example.com
"""


@pytest.mark.parametrize("endpoint", [*INSIDE.split(), "", "https://push.example.com/" + "x" * 1000])
def test_such_an_address_is_never_sent_to(endpoint: str) -> None:
    with pytest.raises(PermanentFailure):
        check_endpoint(endpoint)


SERVICES = """
https://fcm.googleapis.com/fcm/send/abc https://updates.push.services.mozilla.com/wpush/v2/x
https://web.push.apple.com/Q https://wns2-par02p.notify.windows.com/w/?token=x https://push.example.com:443/x
"""


@pytest.mark.parametrize("endpoint", SERVICES.split())
def test_push_services_may_be_sent_to(endpoint: str) -> None:
    check_endpoint(endpoint)


def test_public_addresses_may_be_reached() -> None:
    for address in ("142.250.74.10", "2a00:1450:4001:80b::200a"):
        check_peer(address)


def test_a_rebound_name_is_dropped_before_a_word_is_said(
    anna: User, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of addresses is that of the site: the name was fine, but now it resolves to this machine."""
    monkeypatch.setattr(push, "guarded_session", guarded_session)
    device = push_service.device(anna)
    inside = push_service.url.replace("http://127.0.0.1", "https://localhost")
    Device.objects.filter(pk=device.pk).update(endpoint=inside)
    send_test(anna)
    send_due(soon())
    assert statuses()[0] == ("push", "failed", "forbidden")


def test_a_redirect_is_not_followed(anna: User, push_service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    push_service.status = 302
    push_service.device(anna)
    session = requests.Session
    monkeypatch.setattr(push, "guarded_session", lambda: _without_redirects(session()))
    send_test(anna)
    send_due(soon())
    assert statuses()[0] == ("push", "failed", "forbidden")


def _without_redirects(session: requests.Session) -> requests.Session:
    session.max_redirects = guarded_session().max_redirects
    return session


def test_the_guard_knows_https_alone() -> None:
    with guarded_session() as session:
        assert list(session.adapters) == ["https://"]
        assert (session.trust_env, session.max_redirects) == (False, 0)


def test_threads_that_need_the_key_at_once_get_the_same(tmp_path: Path, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    with ThreadPoolExecutor(8) as threads:
        for number in range(20):  # sites whose first pages are asked for at once
            settings.VAR_DIR = tmp_path / str(number)
            settings.VAR_DIR.mkdir()
            keys = {asked.result() for asked in [threads.submit(web_push.private_key) for _thread in range(8)]}
            assert len(keys) == 1


def test_the_key_is_made_once_and_kept(tmp_path: Path, settings: Settings) -> None:
    settings.VAR_DIR, settings.VAPID_PRIVATE_KEY = tmp_path, ""
    key = web_push.private_key()
    assert web_push.private_key() == key == (tmp_path / "vapid_key").read_text()
    assert (tmp_path / "vapid_key").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["vapid_key"]
    settings.VAPID_PRIVATE_KEY = web_push.new_key()
    assert web_push.private_key() == settings.VAPID_PRIVATE_KEY != key
    assert len(web_push.public_key()) == 87


@pytest.mark.django_db(transaction=True)
def test_browsers_that_hang_keep_no_push_from_others(
    anna: User,
    bob: User,
    push_service: PushService,
    at_once: Callable[..., list[object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_push, "TIMEOUT", 60)
    for number in range(MOST_DEVICES):
        push_service.device(anna, number)
    push_service.device(bob, MOST_DEVICES)
    push_service.hold, push_service.prompt = threading.Event(), f"/{MOST_DEVICES}"
    send_test(anna)
    send_test(bob)
    queue = PushChannel.queue
    sending = threading.Thread(target=at_once, args=[partial(run_due, queue), queue.threads])
    sending.start()
    assert push_service.prompted.wait(20)
    assert len(push_service.heard) == 1
    push_service.hold.set()
    sending.join(30)
    assert not sending.is_alive()
    send_due(soon(minutes=2))
    assert len(push_service.heard) == MOST_DEVICES + 1
