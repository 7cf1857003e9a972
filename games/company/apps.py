"""The company app."""

from __future__ import annotations

from django.apps import AppConfig


class CompanyConfig(AppConfig):
    """Names the app for Django and puts its pieces on the pages of matches, players and settings."""

    name = "games.company"
    label = "company"

    def ready(self) -> None:
        """What players said is part of their data and goes when they leave; talk comes by the socket of the match."""
        from accounts import exports, farewell
        from games.company import live, pieces, records
        from games.company.services.leaving import forget
        from games.matches import asides
        from games.matches.signals import match_ended

        exports.register("company", records.company_of)
        farewell.on_farewell(forget)
        asides.bring(live.TALK, pieces.draw_talk)
        match_ended.connect(live.announce_end)
        pieces.put_all()
