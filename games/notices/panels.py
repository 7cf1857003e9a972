"""The pieces that this app puts on the pages of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from accounts.panels import put
from games.notices import vapid
from games.notices.forms import WishesForm
from games.notices.models import Device
from games.notices.routes import address_of, wishes_of
from games.notices.turns import waiting_turns
from games.notices.wording import count_of

Page = Mapping[str, Any]


def put_panels() -> None:
    """The number of turns on every page, the way to the next one below a match, the choices in the settings."""
    put("title", "notices/title.txt", _turns)
    put("header", "notices/_my_turns.html", _turns)
    put("match", "notices/_next.html", _next, rank=10)
    put("settings", "notices/_notices.html", _settings, rank=30)


def _turns(page: Page) -> Page | None:
    """How many turns wait; asked once a page, by whichever piece is drawn first."""
    request, user = page.get("request"), page.get("user")
    if request is None or not isinstance(user, User):
        return None
    if not hasattr(request, "waiting_turns"):
        request.waiting_turns = waiting_turns(user).count()
    return {"waiting": request.waiting_turns, "label": count_of(request.waiting_turns)}


def _next(page: Page) -> Page | None:
    """The turns that wait elsewhere, for the players of this match."""
    turns, table = _turns(page), page.get("table")
    if turns is None or table is None or table.seat is None:
        return None
    return {"others": turns["waiting"] - (not table.over and table.my_turn)}


def _settings(page: Page) -> Page:
    return settings_of(page["request"].user)


def settings_of(user: User, form: WishesForm | None = None) -> Page:
    """What the piece of the settings shows."""
    wishes = wishes_of(user)
    return {
        "wishes": wishes,
        "wishes_form": form or WishesForm.showing(wishes),
        "devices": Device.objects.filter(user=user).order_by("pk"),
        "address": address_of(user),
        "push_key": vapid.public_key(),
    }
