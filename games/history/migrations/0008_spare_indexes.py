"""Participations and records have no index that another one spares."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.indexes import without_own_indexes


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0007_left_early'),
        ('matches', '0025_spare_indexes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        without_own_indexes("history", "participation", "match", "player"),
        without_own_indexes("history", "record", "player"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='participation',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='participations', to='matches.match'),
                ),
                migrations.AlterField(
                    model_name='participation',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='participations', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='record',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='records', to=settings.AUTH_USER_MODEL),
                ),
            ]
        ),
    ]
