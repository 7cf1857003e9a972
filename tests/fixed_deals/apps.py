"""The app configuration, which installs the fixed seeds."""

from django.apps import AppConfig


class FixedDealsConfig(AppConfig):
    """Fixed seeds for all matches; what browsers would mix in is not taken, as it is chance."""

    name = "tests.fixed_deals"

    def ready(self) -> None:
        """Replace the random seeds, and have the site forget everything at a signal."""
        from games.lobby import pairing
        from games.lobby import services as lobby_services
        from games.matches.play.deals import NO_MIX, Mix, new_deal
        from games.matches.views import match as deal_views
        from tests.fixed_deals.fresh import deal_from_the_first, forget_on_signal

        deal_from_the_first()
        forget_on_signal()
        Mix.read = classmethod(lambda cls, data: NO_MIX)  # type: ignore[assignment]  # see above
        for module in (lobby_services, pairing):
            vars(module)["deal_of"] = lambda offer_id, player: new_deal()  # of no offer
        vars(deal_views)["rematch_deal"] = lambda match_id, player: None
