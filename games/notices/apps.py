"""The notices app."""

from __future__ import annotations

from django.apps import AppConfig

DAY = 24 * 3600  # seconds


class NoticesConfig(AppConfig):
    """Names the app for Django and hooks it into pages, clock and accounts."""

    name = "games.notices"
    label = "notices"

    def ready(self) -> None:
        """The clock finds what is to be told and wakes the outbox; pages get their pieces."""
        from accounts import exports, farewell, news
        from games.matches import clock
        from games.notices import checks, hearing, listening, outbox, panels, records, scan, services  # noqa: F401

        clock.every(5, lambda: scan.note_turns(lately=True))
        clock.every(600, scan.note_turns)
        clock.every(30, scan.note_reminders)
        clock.every(2, services.route_noted)
        clock.every(2, outbox.wake)
        clock.every(DAY, services.forget_old)
        news.on_news(hearing.bring)
        exports.register("notices", records.notices_of)
        farewell.on_farewell(services.forget_all)
        panels.put_panels()
