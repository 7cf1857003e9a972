"""The app of the computer players."""

from django.apps import AppConfig


class ComputersConfig(AppConfig):
    """Names the app for Django; has the clock call it, and puts its pieces on the pages of others."""

    name = "games.computers"
    label = "computers"

    def ready(self) -> None:
        """The computers move by the clock; they are offered wherever somebody looks for an opponent or for a start."""
        from accounts import panels
        from games.computers import continuing, pieces
        from games.computers.clock import Computers
        from games.matches.clock import beside

        beside(Computers().play_due)
        panels.put("lobby", "computers/_computers.html", pieces.in_lobby)
        panels.put("player", "computers/_computer.html", pieces.of_player)
        panels.put("rules", "computers/first.html", pieces.of_game)
        panels.put("beside", "computers/_guide.html", pieces.guide)
        panels.put("match-head", "computers/head.html", pieces.head)
        panels.put("replay", "computers/_play_on.html", continuing.in_replay, rank=40)
        panels.put("analysis-turn", "computers/_play_on.html", continuing.in_analysis)
        panels.put("match", "computers/continues.html", continuing.of_match, rank=10)
