"""Columns for the boards of mirror matches."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_sealed_until")]
    operations = [
        migrations.AddField(
            "match",
            "twin",
            models.ForeignKey(
                "matches.match",
                on_delete=django.db.models.deletion.SET_NULL,
                null=True,
                blank=True,
                db_index=False,
                related_name="+",
            ),
        ),
        migrations.AddField(
            "match", "is_first_board", models.BooleanField(default=True, db_default=True, editable=False)
        ),
        migrations.AddField(
            "match",
            "sealed_move",
            models.CharField(max_length=100, blank=True, default="", db_default="", editable=False),
        ),
        migrations.AddConstraint(
            "match",
            models.UniqueConstraint(
                fields=["twin"], condition=models.Q(twin__isnull=False), name="one_board_a_twin"
            ),
        ),
    ]
