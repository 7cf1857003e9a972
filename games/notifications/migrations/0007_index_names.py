"""The indexes and the constraint of notifications bear the name of their model."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0006_deliveries_are_jobs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameIndex("notification", new_name="notification_of_user", old_name="notice_of_user"),
        migrations.RenameIndex("notification", new_name="notification_of_match", old_name="notice_of_match"),
        migrations.RenameIndex("notification", new_name="notification_age", old_name="notice_age"),
        migrations.RemoveConstraint("notification", "one_notice_of_a_thing"),
        migrations.AddConstraint(
            "notification",
            models.UniqueConstraint(fields=["user", "event", "key"], name="one_notification_of_a_thing"),
        ),
        migrations.AlterField(
            model_name="notification",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="notifications", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
