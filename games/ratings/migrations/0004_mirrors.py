"""Rating pools of mirror matches."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_ratings_of_bots"), ("matches", "0007_mirrors")]
    operations = [
        migrations.AlterField(
            "ratingpool",
            "kind",
            models.CharField(
                blank=True,
                choices=[("", "people"), ("bots", "bots"), ("mirror", "mirror matches")],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
    ]
