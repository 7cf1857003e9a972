"""Version 3 of the method, and an index by which analyses of older versions are found."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0004_summary")]

    operations = [
        migrations.SeparateDatabaseAndState(  # the default is not in the database: the table keeps its rows as they are
            state_operations=[
                migrations.AlterField(
                    model_name="analysis", name="version", field=models.PositiveSmallIntegerField(default=3)
                )
            ]
        ),
        migrations.AddIndex(
            model_name="analysis", index=models.Index(fields=["version"], name="analysis_version")
        ),
    ]
