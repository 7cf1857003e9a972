"""Version 4 of the method: the strongest player of 10 BY 10 looks a ply further. Nothing changes in the database."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0005_version_index")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="analysis", name="version", field=models.PositiveSmallIntegerField(default=4)
                )
            ]
        )
    ]
