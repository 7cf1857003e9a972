"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Names the app for Django; has the clock and the accounts call it."""

    name = "games.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Waiting players are brought together; offers of those who left go, and belong to a player's data."""
        from accounts import deletion, news, slots
        from accounts.exports import register
        from games.lobby import exports, live_news, pairing, services
        from games.matches import scheduler
        from games.notifications import relevance

        scheduler.periodic(2, pairing.pair_waiting)
        scheduler.periodic(30, services.close_stale_offers)
        deletion.on_deletion(services.withdraw_all, rank=10)  # before matches are resigned
        news.register_provider(live_news.bring)
        slots.fill_slot("beside", "lobby/_called.html", live_news.called, rank=10)
        register("offers", exports.offers_of)
        relevance.ask_before("challenge", services.is_open)
