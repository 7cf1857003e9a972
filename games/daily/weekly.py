"""The mail of the week: once from Monday morning (UTC) on, what is new for a player; none where nothing is.

It is a kind of notification, so players switch it off where all others are, and it waits for their quiet hours.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from core import clock
from games.daily.models import Try
from games.events.lists import Standing, my_leagues
from games.events.models import Event
from games.matches.pages.scores import names_of
from games.notifications.hooks import Kind
from games.notifications.kinds import count_of
from games.notifications.models import Notification
from games.notifications.services import notify_all
from games.notifications.turns import waiting_turns
from games.puzzles.partials import advice_line
from games.puzzles.services.selection import streak_of, today
from games.social.following import followed_of

WEEK = timedelta(days=7)
MORNING = timedelta(hours=7)  # on Monday, UTC
LAPSED = timedelta(days=60)  # without a visit, after which a player gets no more of them
AT_ONCE = 200  # players in one pass


class Weekly(Kind):
    """What is new for a player in a week; its key is the day on which the week begins."""

    key = "weekly"
    label = gettext_lazy("Your week: what is new for you")
    title = gettext_lazy("Your week on Numgames")
    off_by_default = ("page", "push")
    is_announced = False
    has_toast = False
    page = "daily:today"

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return the title, and a line for each thing that is new."""
        return str(self.title), "\n".join(news_of(notification.user, now))

    def is_current(self, notification: Notification) -> bool:
        """Return whether the week is not over, and something is still new."""
        now = clock.now()
        return now - notification.made_at < WEEK and bool(news_of(notification.user, now))

    def was_seen(self, notification: Notification, now: datetime) -> bool:
        """Return False: that it stands in the list of notifications is no reason not to send it."""
        return False


def write_weekly() -> None:
    """Notify the next players who have not had this week's yet; idempotent, also after a downtime of days.

    They have a confirmed address, joined before the week began, and were here in the last `LAPSED`.
    """
    now = clock.now()
    monday = clock.midnight(today() - timedelta(days=today().weekday()), UTC)
    if now < monday + MORNING:
        return
    key = str(monday.date())
    people = User.objects.filter(is_active=True, is_guest=False, is_computer=False, is_bot=False)
    people = people.filter(date_joined__lt=monday, seen_at__gte=now - LAPSED)
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    had = Notification.objects.filter(user=OuterRef("pk"), event=Weekly.key, key=key)
    last = 0
    while batch := list(people.filter(Exists(confirmed), ~Exists(had), pk__gt=last).order_by("pk")[:AT_ONCE]):
        last = batch[-1].pk
        due = [Notification(user=user, event=Weekly.key, key=key, made_at=now) for user in batch if news_of(user, now)]
        if due:
            notify_all(due)


def news_of(user: User, now: datetime) -> list[str]:
    """Return what is new for this player, in the active language; nothing where all is as it was."""
    since = now - WEEK
    lines = []
    if (turns := waiting_turns(user).count()) > 0:
        lines.append(count_of(turns))
    if streak := streak_of(user, today()):
        lines.append(ngettext("Your streak: %(days)s day", "Your streak: %(days)s days", streak) % {"days": streak})
    if advice := advice_line(user):
        lines.append(advice)
    played = Try.objects.filter(player=user, has_result=True, ended_at__gte=since).count()
    if played:
        text = ngettext("You played %(number)d deal of the day", "You played %(number)d deals of the day", played)
        lines.append(text % {"number": played})
    friends = followed_of(user).filter(deal_tries__has_result=True, deal_tries__ended_at__gte=since).distinct()
    if names := [str(friend) for friend in friends[:3]]:
        lines.append(_("Friends who played the deal of the day: %(names)s") % {"names": names_of(names)})
    lines += [_league_line(event, standing) for event, standing in my_leagues(user) if standing.place]
    return lines


def _league_line(event: Event, standing: Standing) -> str:
    facts = {"league": event.title, "place": standing.place, "players": standing.players}
    line = _("%(league)s: place %(place)d of %(players)d") % facts
    count = len(standing.open_matches)
    matches = ngettext("%(number)s match open", "%(number)s matches open", count) % {"number": count}
    return f"{line}, {matches}" if count else line
