"""Kinds of notification are classes: a new one needs no migration."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_refusals")]
    operations = [
        migrations.AlterField("notification", "event", models.CharField(max_length=20)),
        migrations.AlterField("delivery", "event", models.CharField(max_length=20)),
    ]
