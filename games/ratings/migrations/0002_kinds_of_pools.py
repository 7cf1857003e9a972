"""Kinds of rating pools: of people, and of bots."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0001_squashed"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingpool",
            name="kind",
            field=models.CharField(blank=True, choices=[("", "people"), ("bots", "bots")], db_default="", default="", max_length=8),
        ),
        migrations.RemoveConstraint(model_name="ratingpool", name="one_pool_a_game_and_pace"),
        migrations.AddConstraint(
            model_name="ratingpool",
            constraint=models.UniqueConstraint(
                fields=("game_slug", "is_live", "kind"), name="one_pool_a_game_pace_and_kind"
            ),
        ),
    ]
