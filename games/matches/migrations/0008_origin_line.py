"""A column for the moves of a variation after which a match is continued."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_mirrors")]
    operations = [
        migrations.AddField(
            "match", "origin_line", models.TextField(blank=True, default="", db_default="", editable=False)
        ),
    ]
