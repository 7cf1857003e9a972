"""An index of the offered puzzles by rating, from which the next one of a player is chosen."""

from django.db import migrations, models

from accounts.indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("puzzles", "0011_answers_that_place_nothing")]
    operations = [
        AddIndexOnline(
            "puzzle",
            models.Index(
                fields=["game_slug", "rating"], condition=models.Q(("state", "offered")), name="puzzle_offered"
            ),
        ),
    ]
