"""Devices count the refusals of their push service."""

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('notifications', '0014_call'), ('notifications', '0015_refusals')]

    dependencies = [
        ('notifications', '0001_squashed'),
    ]

    operations = [
        migrations.AddField(
            model_name='device',
            name='refusals',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
