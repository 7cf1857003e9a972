"""Version 5 of the method: estimates of 10 BY 10 are shrunk. Nothing changes in the database."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0006_version_4")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="analysis", name="version", field=models.PositiveSmallIntegerField(default=5)
                )
            ]
        )
    ]
