"""The social app."""

from __future__ import annotations

from django.apps import AppConfig


class CompanyConfig(AppConfig):
    """Names the app for Django and puts its pieces on the pages of matches, players and settings."""

    name = "games.social"
    label = "social"

    def ready(self) -> None:
        """What players said is part of their data and goes when they leave; talk comes by the socket of the match."""
        from accounts import deletion
        from accounts.exports import register
        from games.matches.pages import live_partials
        from games.social import exports, jobs, live, partials  # noqa: F401 - registers its handlers
        from games.social.services.deletion import forget

        register("company", exports.social_of)
        deletion.on_deletion(forget)
        live_partials.register_live_partial(live.TALK, partials.draw_talk)
        partials.put_all()
