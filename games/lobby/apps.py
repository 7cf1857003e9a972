"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Names the app for Django; has the clock and the accounts call it."""

    name = "games.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Offers of those who left are taken back, and belong to a player's data."""
        from accounts import exports, farewell
        from games.lobby import pairing, records, services
        from games.matches import clock
        from games.notices import wanted

        clock.every(2, pairing.pair_waiting)
        clock.every(30, services.close_stale_offers)
        farewell.on_farewell(services.withdraw_all, rank=10)  # before matches are resigned
        exports.register("offers", records.offers_of)
        wanted.ask_before("challenge", services.is_open)
