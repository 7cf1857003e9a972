"""The chat of a club: what a member reads, writes and reports, and what captains and staff remove.

Limits, phrases, mutes and the switch are those of the chat of matches (`games.social`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from core import clock
from core.hooks import Context
from games.clubs.errors import MembersOnly
from games.clubs.hooks import name_needs
from games.clubs.models import IN, LEADERS, Club, Line
from games.clubs.notices import see_chat, tell_line
from games.clubs.services import announce, check_leads, role_of
from games.social.chat import ReadLine, Talk, talk_of
from games.social.models import ChatSettings, Report
from games.social.services import check_talks, form_of_chat, words_of, write_once

KEPT = timedelta(days=90)
CLUB_REPORTS, LINE_REPORTS = "club", "club-line"  # prefixes of subjects


@dataclass(frozen=True)
class ReadClubLine(ReadLine[Line]):
    """A line as one member reads it; captains can remove it, and its author too."""

    leads: bool

    @property
    def report_path(self) -> str:
        """Return the path of the form that reports it."""
        return f"{reverse('clubs:report', args=[self.message.club_id])}?line={self.message.pk}"

    @property
    def removal_path(self) -> str:
        """Return the path that removes it; empty where this reader cannot."""
        if self.message.erased_at or not (self.leads or self.mine):
            return ""
        return reverse("clubs:remove", args=[self.message.club_id, self.message.pk])


def talk_in(club: Club, viewer: User | None) -> Talk | None:
    """Return the chat for a member; None for others."""
    role = role_of(club, viewer)
    if viewer is None or role not in IN:
        return None
    return talk_of(
        club.lines.all(),
        viewer,
        lambda line: ReadClubLine(line, line.author_id == viewer.pk, role in LEADERS),
        gettext("Nothing said yet. Only members read this."),
    )


def form_context(club: Club, viewer: User) -> Context:
    """Return the context of the form."""
    latest = Line.objects.filter(author=viewer).order_by("-pk").values_list("pk", flat=True).first()
    here = reverse("clubs:say", args=[club.pk])
    return form_of_chat(partial(_check_writes, club, viewer), f"{club.pk}.{latest or 0}", here)


def say(club: Club, author: User, *, text: str = "", phrase: str = "", token: str = "") -> Line:
    """Store a text, or the phrase with this key. A repeated request with the token returns the same line.

    Raises Refused.
    """
    words = words_of(text, phrase, author)
    _check_writes(club, author)
    line = write_once(Line(club=club, author=author, text=words, phrase=phrase, token=token), _write)
    see_chat(author, club.pk)
    return line


def _write(line: Line) -> None:
    with transaction.atomic():
        line.save(force_insert=True)
        tell_line(line)
        announce(line.club_id)


def remove(club: Club, player: User, key: int) -> None:
    """Remove a line: its author may, and captains. Staff can read it as long as a report is open. Raises Refused."""
    line = club.lines.filter(pk=key, erased_at=None).first()
    if line is None:
        return
    if line.author_id != player.pk:
        check_leads(club, player)
    Line.objects.filter(pk=line.pk).update(erased_at=clock.now())
    forget_lines()
    announce(club.pk)


def erase_line(key: str) -> None:
    """Erase a line, for staff."""
    for line in Line.objects.filter(pk=key):
        Line.objects.filter(pk=line.pk).update(text="", phrase="", erased_at=clock.now())
        announce(line.club_id)


def erase_text(key: str) -> None:
    """Erase the text of a club, for staff; its name goes only when they close it."""
    Club.objects.filter(pk=key).update(text="")
    announce(key)


def forget_lines(now: datetime | None = None) -> None:
    """Delete old lines, and erase what was removed: both as soon as no report about them is open."""
    subjects = Report.objects.filter(subject__startswith=f"{LINE_REPORTS}:", closed_at=None)
    waiting = {int(subject.partition(":")[2]) for subject in subjects.values_list("subject", flat=True)}
    lines = Line.objects.exclude(pk__in=waiting)
    lines.filter(Q(made_at__lt=(now or clock.now()) - KEPT) | Q(club__closed_at__isnull=False)).delete()
    lines.filter(erased_at__isnull=False).exclude(text="", phrase="").update(text="", phrase="")


def forget_closed() -> None:
    """Erase what closed clubs were: their links, and the names that no open report and nothing that stays needs."""
    forget_lines()
    closed = Club.objects.filter(closed_at__isnull=False)
    closed.exclude(link_key=F("pk")).update(link_key=F("pk"))
    reported = {f"{CLUB_REPORTS}:{club.pk}": club for club in closed.exclude(name="").filter(lines=None)}
    waiting = Report.objects.filter(subject__in=reported, closed_at=None).values_list("subject", flat=True)
    for subject in reported.keys() - {*waiting}:
        if not any(needs(reported[subject]) for needs in name_needs):
            Club.objects.filter(pk=reported[subject].pk).update(name="", name_key="")


def forget_if_closed(club: Club) -> None:
    """Erase what a club was that was closed just now."""
    if Club.objects.filter(pk=club.pk, closed_at__isnull=False).exists():
        forget_closed()


def forget_author(author: User) -> None:
    """Erase what a player wrote whose account is deleted. Other members still see that a line was written."""
    lines = Line.objects.filter(author=author)
    clubs = set(lines.values_list("club", flat=True))
    lines.update(text="", phrase="", erased_at=clock.now())
    for key in clubs:
        announce(key)


def reported(report: Report) -> Context | None:
    """Return the club that a report is about, and the lines around the reported one, for staff."""
    prefix, _, key = report.subject.partition(":")
    if prefix not in (CLUB_REPORTS, LINE_REPORTS):
        return None
    line = Line.objects.filter(pk=key).select_related("club").first() if prefix == LINE_REPORTS else None
    club = line.club if line else Club.objects.filter(pk=key).first()
    if club is None:
        return None
    around = club.lines.select_related("author").order_by("-pk")
    if line:
        around = around.filter(pk__lte=line.pk + 15)
    lines = [ReadClubLine(one, one == line, False) for one in reversed(around[:30])]
    return {"club": club, "club_lines": lines}


def _check_writes(club: Club, author: User) -> None:
    if club.closed_at or role_of(club, author) not in IN:
        raise MembersOnly
    check_talks(ChatSettings.objects.filter(user=author).first())
