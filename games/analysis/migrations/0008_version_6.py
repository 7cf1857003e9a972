"""Version 6 of the method: accuracy is the share of the stakes that was kept. Nothing changes in the database."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0007_version_5")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="analysis", name="version", field=models.PositiveSmallIntegerField(default=6)
                )
            ]
        )
    ]
