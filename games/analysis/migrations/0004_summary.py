"""A summary of each finished analysis, for pages that show its main figures only."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0003_winning_chances")]

    operations = [
        migrations.AddField(model_name="analysis", name="summary", field=models.JSONField(default=dict)),
    ]
