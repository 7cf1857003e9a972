"""Ratings, scores and changes have no index that another one spares."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.indexes import without_own_indexes


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0025_spare_indexes'),
        ('ratings', '0009_rating_places'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        without_own_indexes("ratings", "rating", "pool"),
        without_own_indexes("ratings", "score", "player"),
        without_own_indexes("ratings", "ratingchange", "match", "rating"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='rating',
                    name='pool',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='ratings.ratingpool'),
                ),
                migrations.AlterField(
                    model_name='ratingchange',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='matches.match'),
                ),
                migrations.AlterField(
                    model_name='ratingchange',
                    name='rating',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.rating'),
                ),
                migrations.AlterField(
                    model_name='score',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to=settings.AUTH_USER_MODEL),
                ),
            ]
        ),
    ]
