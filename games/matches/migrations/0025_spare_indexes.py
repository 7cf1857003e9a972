"""The table of matches has fewer indexes: each of them is written with each move on PostgreSQL."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.indexes import without_own_indexes


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0024_indexes_of_few'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        without_own_indexes("matches", "match", "id", "game_slug", "first", "second", "origin", "rematch", "rematch_deal"),
        without_own_indexes("matches", "move", "match"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='match',
                    name='first',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_first', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='match',
                    name='game_slug',
                    field=models.SlugField(db_index=False),
                ),
                migrations.AlterField(
                    model_name='match',
                    name='origin',
                    field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='continued', to='matches.match'),
                ),
                migrations.AlterField(
                    model_name='match',
                    name='rematch_deal',
                    field=models.ForeignKey(blank=True, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.deal'),
                ),
                migrations.AlterField(
                    model_name='match',
                    name='second',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_second', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='move',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='matches.match'),
                ),
            ]
        ),
    ]
