"""The matches app."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Names the app for Django."""

    name = "games.matches"
    label = "matches"
