"""The app of the computer players."""

from django.apps import AppConfig


class ComputersConfig(AppConfig):
    """Name the app and register its job and its slots on other pages."""

    name = "games.computers"
    label = "computers"

    def ready(self) -> None:
        """Register the job of the computer players, and the slots that offer them."""
        from accounts import slots
        from games.computers import partials, play_on
        from games.computers.jobs import Computers
        from games.matches.scheduler import in_background

        in_background(Computers().play_due)
        slots.fill_slot("lobby", "computers/_computers.html", partials.in_lobby)
        slots.fill_slot("player", "computers/_computer.html", partials.of_player)
        slots.fill_slot("rules", "computers/first.html", partials.of_game)
        slots.fill_slot("beside", "computers/_guide.html", partials.guide)
        slots.fill_slot("match-head", "computers/head.html", partials.head)
        slots.fill_slot("replay", "computers/_play_on.html", play_on.in_replay, rank=40)
        slots.fill_slot("analysis-turn", "computers/_play_on.html", play_on.in_analysis)
        slots.fill_slot("match", "computers/continues.html", play_on.of_match, rank=10)
