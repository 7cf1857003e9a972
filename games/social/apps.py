"""The social app."""

from __future__ import annotations

from django.apps import AppConfig


class SocialConfig(AppConfig):
    """Chat, relations between players, reports and moderation."""

    name = "games.social"
    label = "social"

    def ready(self) -> None:
        """Register exports, deletion, jobs, partials and slots."""
        from accounts import deletion
        from accounts.exports import register
        from games.matches.pages import live_partials
        from games.social import exports, jobs, live, partials  # noqa: F401 - registers its handlers
        from games.social.services.deletion import delete_social_data

        register("company", exports.social_of)
        deletion.on_deletion(delete_social_data)
        live_partials.register_live_partial(live.TALK, partials.render_chat)
        partials.fill_slots()
