"""The page: a toast on every open page, sent by its socket with the news."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.notifications.channel import Channel


class PageChannel(Channel):
    """Toasts; nothing is delivered while no page is open."""

    name = "page"
    label = _("On the page")
