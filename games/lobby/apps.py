"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Name the app and register its hooks."""

    name = "games.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Register periodic jobs, account deletion and export, live news, and a slot of the match page."""
        from accounts import deletion, news, slots
        from accounts.exports import register
        from games.lobby import exports, live_news, pairing, services
        from games.matches import scheduler
        from games.notifications import relevance

        scheduler.in_background(pairing.pair_waiting)  # waits for no other work
        scheduler.periodic(30, services.close_stale_offers)
        deletion.on_deletion(services.withdraw_all, rank=10)  # before matches are resigned
        news.register_provider(live_news.bring)
        slots.fill_slot("beside", "lobby/_called.html", live_news.called, rank=10)
        register("offers", exports.offers_of)
        relevance.register_check("challenge", services.is_open)
