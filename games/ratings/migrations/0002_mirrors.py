"""Rating pools of mirror matches."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_squashed"), ("matches", "0005_mirrors")]
    operations = [
        migrations.AddField("ratingpool", "is_mirror", models.BooleanField(default=False, db_default=False)),
        migrations.RemoveConstraint("ratingpool", "one_pool_a_game_and_pace"),
        migrations.AddConstraint(
            "ratingpool",
            models.UniqueConstraint(fields=["game_slug", "is_live", "is_mirror"], name="one_pool_a_game_and_kind"),
        ),
    ]
