"""Keep the scores of matches that brought one, and add them up by game. Ratings are not touched."""

from django.db import migrations
from django.db.models import Sum


def add_up(apps, schema_editor):
    Change, Score = apps.get_model("ratings", "Change"), apps.get_model("ratings", "Score")
    Change.objects.filter(match__scores=False).update(score=None)
    sums = Change.objects.filter(score__isnull=False).values_list("rating__player", "rating__ladder__game_slug")
    sums = sums.order_by().annotate(Sum("score"))
    Score.objects.bulk_create(
        [Score(player_id=player, game_slug=slug, total=total) for player, slug, total in sums], batch_size=500
    )


def fill_in(apps, schema_editor):
    """Leave no empty score for the older table; its own recompute_ratings gives the figures again."""
    apps.get_model("ratings", "Change").objects.filter(score=None).update(score=0)


class Migration(migrations.Migration):

    dependencies = [("ratings", "0002_scores")]

    operations = [migrations.RunPython(add_up, fill_in)]
