"""Notifications are routed as they are made."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0003_ends_are_jobs"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="notification", name="notice_unrouted"),
        migrations.RemoveField(model_name="notification", name="routed"),
    ]
