"""Notifications have no index that another one spares."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.indexes import without_own_indexes


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0025_spare_indexes'),
        ('notifications', '0012_device_sessions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        without_own_indexes("notifications", "notification", "user", "match", "game_slug"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='notification',
                    name='game_slug',
                    field=models.SlugField(blank=True, db_index=False),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='match',
                    field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match'),
                ),
                migrations.AlterField(
                    model_name='notification',
                    name='user',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL),
                ),
            ]
        ),
    ]
