"""What each viewer of the sample site sees, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client

from accounts.models import User
from games.jobs.hooks import DEFAULT
from tests.jobs.running import run_due
from tests.pages.outline import NOISE, Outliner
from tests.pages.scene import make, stand_still
from tests.pages.visits import VISITS

OTHERWISE = {
    "theme": "dark", "confirm": "twice", "sounds": False, "auto_advance": True, "lights": False, "tiles": "soft",
    "board_size": "small", "left_handed": True, "zen": True, "large_numbers": True, "wide_text": True, "keypad": False,
    "named_in_data": True, "is_findable": True, "time_zone": "Asia/Tokyo", "night_begins": 22, "night_ends": 7,
    "email": "bob@example.org",
}  # fmt: skip


def looks(patch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Yield each visit by its name with the outline of its pages."""
    made = make(stand_still(patch))
    User.objects.filter(username="bob").update(**OTHERWISE)
    User.objects.create_user("staff", is_staff=True)
    people = {user.username: user for user in User.objects.filter(is_guest=False)}
    people |= {"guest": made_first(is_guest=True), "pupil": made_first(pupil_name__gt="")}
    outliner = Outliner()
    for name, lines in VISITS.items():
        cache.clear()
        client = Client()
        if viewer := people.get(name.partition("-")[0]):
            client.force_login(viewer)
            client.cookies["zone"] = "Europe/Amsterdam"
        written = (f"== {title}\n{outliner.outline(text, path)}\n" for title, text, path in pages(client, lines, made))
        yield name, "\n".join(written)
    yield (
        "refusals",
        "\n".join(f"== {title}\n{outliner.outline(text, path)}\n" for title, text, path in refusals(people)),
    )
    run_due(DEFAULT)
    letters = (
        f"== {one.to} {one.subject}\n{NOISE.sub('', str(one.body))}\n{html_part(one, outliner)}\n"
        for one in mail.outbox
    )
    yield "mails", "\n".join(letters)


def refusals(people: dict[str, User]) -> Iterator[tuple[str, str, str]]:
    """Yield what a form without its token brings: without a cookie, with a cookie, and after a sign-in elsewhere."""
    path = "/lobby/play-now/"
    for title in ("no cookie", "cookie", "signed in since"):
        client = Client(enforce_csrf_checks=True)
        if title != "no cookie":
            client.get("/accounts/login/")
        token = client.cookies["csrftoken"].value if client.cookies else ""
        if title == "signed in since":
            client.force_login(people["anna"])
        answer = client.post(path, {"csrfmiddlewaretoken": token[::-1]}, headers={"referer": "http://testserver/"})
        yield f"{title} {answer.status_code}", told(answer), path


def html_part(letter: mail.EmailMessage, outliner: Outliner) -> str:
    """Return the outline of the HTML of a mail."""
    parts = (outliner.outline(f"{part[0]}", "") for part in getattr(letter, "alternatives", ()))
    return "\n".join(parts)


def pages(client: Client, lines: str, made: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the title, the text and the path of what each of these visits brings."""
    for line in lines.strip().splitlines() if "<" in lines else lines.split():
        path, is_form, fields = line.format(**made).partition("<")
        answer = client.post(path, dict(QueryDict(fields).items())) if is_form else client.get(path)
        yield f"{line.replace('<', ' ')} {answer.status_code}", told(answer), path


def told(answer: Any) -> str:  # noqa: ANN401 - an answer of the test client
    """Return what an answer has: where to go on, or its text."""
    if answer.status_code in {301, 302}:
        return str(answer["Location"])
    return answer.content.decode() if "image/png" not in answer["Content-Type"] else ""


def made_first(**features: object) -> User:
    """Return the first one of such players."""
    return User.objects.filter(**features).order_by("pk")[0]
