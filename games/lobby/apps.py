"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Names the app for Django; has the clock and the accounts call it."""

    name = "games.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Waiting players are brought together; offers of those who left go, and belong to a player's data."""
        from accounts import exports, farewell, news, panels
        from games.lobby import hearing, pairing, records, services
        from games.matches import clock
        from games.notices import wanted

        clock.every(2, pairing.pair_waiting)
        clock.every(30, services.close_stale_offers)
        farewell.on_farewell(services.withdraw_all, rank=10)  # before matches are resigned
        news.on_news(hearing.bring)
        panels.put("beside", "lobby/_called.html", hearing.called, rank=10)
        exports.register("offers", records.offers_of)
        wanted.ask_before("challenge", services.is_open)
