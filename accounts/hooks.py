"""The points at which other apps plug in to accounts, which does not know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from core.hooks import Hook


@dataclass(frozen=True)
class Export:
    """A part of a user's exported data: its name, and what returns it as plain data, dates and times allowed.

    What may be long is an iterator in place of a list: the whole part, or an item of a dictionary.
    It must not include what the player may not see now, such as the opponent's tiles or the seed of a running match.
    """

    name: str
    data_of: Callable[[User], object]


# The parts of a user's personal data, in the order of the exported file.
personal_data = Hook[Export]()

# Called with each user whose account is deleted, before the name is erased: withdraw offers, resign matches and so on.
# It runs inside the transaction of the deletion: announcements wait for `transaction.on_commit`, and an exception rolls
# the whole deletion back.
account_deletion = Hook[Callable[[User], object]]()

# Called with the key of each user whose sessions have all ended, or all but the one in use: by a new password, from
# another browser, by staff, or with the account.
sessions_ended = Hook[Callable[[int], object]]()

# Called with the key of the user and the `session_mark` of a session that was signed out, here or from another browser.
session_ended = Hook[Callable[[int, str], object]]()

Facts = Mapping[str, Any]  # JSON to and from a page, checked where it is read
JsonObject = dict[str, Any]  # the same, written here
NewsProvider = Callable[[User, Facts, Facts], JsonObject]

# News for every open page of a player. Called with the player, what the page shows of the news, and the event (empty: a
# heartbeat); returns what the page has to be told, in the active language, or an empty dict.
page_news = Hook[NewsProvider]()

# The same without a query, asked first in the event loop, with the language of the page as fourth argument; None leaves
# the event to `page_news`.
instant_news = Hook[Callable[[User, Facts, Facts, str], JsonObject | None]]()
