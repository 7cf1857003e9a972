"""Receivers of the clubs: the rule for captains, account deletion and export, pages, notifications."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.hooks import Export, account_deletion, live_pages, page_reports, personal_data
from core.hooks import SlotPartial
from games import slots
from games.clubs import chat, exports, notices, partials, services
from games.clubs.hooks import club_partials, members_left
from games.jobs.hooks import DAY, Periodic, periodic_work
from games.notifications.hooks import kinds
from games.social.hooks import ReportedTexts, reported_texts

periodic_work.register(Periodic(DAY, services.keep_offices))  # no moment causes it: captains stay away
periodic_work.register(Periodic(DAY, chat.forget_closed))  # lines grow old, and reports about them are closed
members_left.register(chat.forget_if_closed, rank=90)
account_deletion.register(chat.forget_author)
account_deletion.register(services.leave_all)
personal_data.register(Export("clubs", exports.clubs_of))
personal_data.register(Export("club_chat", exports.lines_of))
live_pages.register(partials.CLUB)
club_partials.register(partials.HEAD, rank=10)
club_partials.register(partials.MEMBERS, rank=50)
club_partials.register(partials.CHAT, rank=60)
reported_texts.register(ReportedTexts(chat.LINE_REPORTS, _("Line in the chat of a club"), chat.erase_line))
reported_texts.register(ReportedTexts(chat.CLUB_REPORTS, _("Name or text of a club"), chat.erase_text))
slots.report.register(SlotPartial("clubs/_report.html", lambda page: chat.reported(page["report"])))
kinds.register(notices.Asked(), rank=70)
kinds.register(notices.Admitted(), rank=71)
kinds.register(notices.Captain(), rank=72)
kinds.register(notices.Chatted(), rank=73)
kinds.register(notices.Appointed(), rank=74)
page_reports.register(notices.look)
slots.player.register(SlotPartial("clubs/_own.html", partials.own_clubs), rank=60)
