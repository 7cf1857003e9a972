"""The ratings of bots, with the changes that belong to them, move to pools of their own."""

from django.db import migrations
from django.db.models import Max


def move(apps, schema_editor):
    Pool, Rating = apps.get_model("ratings", "RatingPool"), apps.get_model("ratings", "Rating")
    Change = apps.get_model("ratings", "RatingChange")
    ratings = Rating.objects.filter(player__is_bot=True)
    for pool in Pool.objects.filter(kind="", pk__in=ratings.values("pool")):
        latest = Change.objects.filter(rating__pool=pool, rating__player__is_bot=True).aggregate(at=Max("at"))["at"]
        bots, _made = Pool.objects.get_or_create(
            game_slug=pool.game_slug, is_live=pool.is_live, kind="bots", defaults={"latest": latest}
        )
        ratings.filter(pool=pool).update(pool=bots)


def move_back(apps, schema_editor):
    Pool, Rating = apps.get_model("ratings", "RatingPool"), apps.get_model("ratings", "Rating")
    for bots in Pool.objects.filter(kind="bots"):
        pool, _made = Pool.objects.get_or_create(game_slug=bots.game_slug, is_live=bots.is_live, kind="")
        Rating.objects.filter(pool=bots).update(pool=pool)
        if bots.latest and (pool.latest is None or bots.latest > pool.latest):
            Pool.objects.filter(pk=pool.pk).update(latest=bots.latest)
        bots.delete()


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0004_bots"),
        ("ratings", "0002_kinds_of_pools"),
    ]

    operations = [migrations.RunPython(move, move_back)]
