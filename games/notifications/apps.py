"""The notifications app."""

from __future__ import annotations

from django.apps import AppConfig

DAY = 24 * 3600  # seconds


class NotificationsConfig(AppConfig):
    """Notifications on the page, by push and by e-mail."""

    name = "games.notifications"
    label = "notifications"

    def ready(self) -> None:
        """Register jobs, receivers, periodic work, exports, deletion and slots."""
        from accounts import deletion, news
        from accounts.exports import register
        from games.matches import scheduler
        from games.notifications import (  # jobs and receivers register themselves
            detection,
            exports,
            jobs,  # noqa: F401
            live_news,
            partials,
            receivers,  # noqa: F401
            services,
        )

        scheduler.periodic(5, lambda: detection.notify_turns(lately=True))
        scheduler.periodic(5, detection.notify_turns)
        scheduler.periodic(5, detection.notify_reminders)
        scheduler.periodic(DAY, services.delete_old)
        news.register_provider(live_news.bring)
        register("notices", exports.notices_of)
        deletion.on_deletion(services.forget_all)
        partials.put_panels()
