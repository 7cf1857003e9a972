"""Receivers of the studies: places on other pages, account deletion and export, reports."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.hooks import Export, account_deletion, personal_data
from core.hooks import SlotPartial
from games import slots
from games.social.hooks import ReportedTexts, reported_texts
from games.studies import exports, partials, services

account_deletion.register(services.forget_all)
personal_data.register(Export("studies", exports.studies_of))
reported_texts.register(ReportedTexts(services.REPORTS, _("Text of a study"), services.erase_text))
slots.report.register(SlotPartial("studies/_report.html", partials.of_report))
slots.variation.register(SlotPartial("studies/_keep.html", partials.of_variation))
slots.variation.register(SlotPartial("studies/_back.html", partials.of_try), rank=40)
slots.player.register(SlotPartial("studies/_own.html", partials.of_player), rank=45)
