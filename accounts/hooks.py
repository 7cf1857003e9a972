"""The points at which other apps plug in to accounts, which does not know them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise

from accounts.models import User
from core.hooks import Hook
from core.live.partials import LivePage, LivePartial


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

# Called with the two players when one has blocked the other, in the transaction.
player_blocked = Hook[Callable[[User, User], object]]()

# Called with the key of each user whose sessions have all ended, or all but the one in use: by a new password, from
# another browser, by staff, or with the account.
sessions_ended = Hook[Callable[[int], object]]()

# Called with the key of the user and the `session_mark` of a session that was signed out, here or from another browser.
session_ended = Hook[Callable[[int, str], object]]()

Facts = Mapping[str, Any]  # JSON to and from a page, checked where it is read
JsonObject = dict[str, Any]  # the same, written here


class PageNews(NamedTuple):
    """What a partial on every page of a player depends on, besides the player.

    `displays` is what the page says of itself: the match that it is `about`, what of it is visible and the like. `came`
    is the event that happened; empty for a heartbeat.
    """

    displays: Facts
    came: Facts


@dataclass(frozen=True, eq=False)
class PagePartial(LivePartial[PageNews, User]):
    """A partial of every page of a player, such as the number of waiting turns.

    `changes` says, without a query, whether an event may change it. A notice, such as a toast, is sent when something
    happened, and not with heartbeats; without inputs, one that the page shows stays.
    """

    changes: Callable[[PageNews], bool] = lambda _news: True
    is_notice: bool = False


# Kinds of pages that are lists of live partials.
live_pages = Hook[LivePage[Any, User | None]]()

# The partials of every page of a player.
page_partials = Hook[PagePartial]()

# Called in a thread with a player and what a visible page of the player displays, with each heartbeat of the page.
page_reports = Hook[Callable[[User, Facts], object]]()

# Called on the event loop with what an open page displays, for each event of its player. It neither waits nor queries.
page_events = Hook[Callable[[PageNews], object]]()


class Thing(NamedTuple):
    """Something of which a player's programs are told, such as a match, as this player may see it.

    The version rises with each change. `marks` are the events that have led to its present state, such as
    `match.turn 12`; those that it did not have before are told by their first words. One that is `over` is told once.
    """

    key: str
    version: int
    marks: tuple[str, ...]
    data: JsonObject
    over: bool


@dataclass(frozen=True)
class EventSource:
    """A kind of things, by the `name` of their list and that of one; `fact` is the fact of news that has their keys.

    `events` are those that webhooks can be told of, with their names for players; they begin with the name of `one`.
    `find` returns those of a player with these keys; without keys all that are not over, and since a moment those that
    ended then or later.
    """

    name: str
    one: str
    fact: str
    events: Mapping[str, str | Promise]
    find: Callable[[User, Collection[str] | None, datetime | None], Iterable[Thing]]


# What streams of events and webhooks tell a player's programs of.
event_sources = Hook[EventSource]()
