"""Receivers of the chat and of moderation: the end of a match, its open pages, account deletion and export, slots."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.hooks import Export, account_deletion, personal_data
from core.hooks import SlotPartial
from games import slots
from games.jobs.hooks import DAY, Periodic, periodic_work
from games.matches.hooks import MatchJob, StreamChat, live_partials, match_ended, mute_checks, stream_chats
from games.notifications.hooks import kinds
from games.social import comments, exports, notices, partials, services
from games.social.chat import is_deaf, messages_of
from games.social.hooks import ReportedTexts, reported_texts
from games.social.services import delete_old_reports, delete_social_data

periodic_work.register(Periodic(DAY, delete_old_reports))

match_ended.register(MatchJob("social.announce_end", services.announce_end, together=services.announce_ends))
live_partials.register(partials.CHAT)
mute_checks.register(is_deaf)
stream_chats.register(StreamChat(services.CHAT, lambda match, reader: [{**one} for one in messages_of(match, reader)]))

reported_texts.register(ReportedTexts(comments.REPORTS, _("Comment on a puzzle or a study"), comments.erase))
kinds.register(notices.Decided(), rank=80)
kinds.register(notices.Answered(), rank=81)
account_deletion.register(delete_social_data)
personal_data.register(Export("social", exports.social_of))

slots.match_head.register(SlotPartial("social/head.html", partials.chat_button), rank=60)
slots.match.register(SlotPartial("social/_chat.html", partials.chat_drawer), rank=60)
slots.over.register(SlotPartial("social/_voided.html", partials.voided), rank=10)
slots.about.register(SlotPartial("social/_followers.html", partials.followers))
slots.person.register(SlotPartial("social/_acquaintance.html", partials.acquaintance))
slots.person_menu.register(SlotPartial("social/_person_menu.html", partials.acquaintance))
slots.settings.register(SlotPartial("social/_social.html", partials.settings_panel), rank=60)
slots.closed.register(SlotPartial("social/_why_closed.html", partials.why_closed))
