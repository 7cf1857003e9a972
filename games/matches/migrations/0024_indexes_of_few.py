"""Continued matches, and those with the deal of a rematch, have an index of just these rows."""

from django.db import migrations, models

from accounts.indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0023_draw_offers'),
    ]

    operations = [
        AddIndexOnline(
            model_name='match',
            index=models.Index(condition=models.Q(('origin__isnull', False)), fields=['origin'], name='match_of_origin'),
        ),
        AddIndexOnline(
            model_name='match',
            index=models.Index(condition=models.Q(('rematch_deal__isnull', False)), fields=['rematch_deal'], name='match_of_deal'),
        ),
    ]
