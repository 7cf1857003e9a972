"""The notifications app."""

from __future__ import annotations

from django.apps import AppConfig

DAY = 24 * 3600  # seconds


class NoticesConfig(AppConfig):
    """Names the app for Django and hooks it into pages, clock and accounts."""

    name = "games.notifications"
    label = "notifications"

    def ready(self) -> None:
        """The clock finds what is to be told and wakes the outbox; pages get their pieces."""
        from accounts import deletion, news
        from accounts.exports import register
        from games.matches import scheduler
        from games.notifications import detection, exports, live_news, outbox, partials, services
        from games.notifications.checks import check_shared  # noqa: F401  (checks register by being imported)
        from games.notifications.receivers import _ended  # noqa: F401  (and so do receivers)

        scheduler.periodic(5, lambda: detection.note_turns(lately=True))
        scheduler.periodic(600, detection.note_turns)
        scheduler.periodic(30, detection.note_reminders)
        scheduler.periodic(2, services.route_noted)
        scheduler.periodic(2, outbox.wake)
        scheduler.periodic(DAY, services.forget_old)
        news.register_provider(live_news.bring)
        register("notices", exports.notices_of)
        deletion.on_deletion(services.forget_all)
        partials.put_panels()
