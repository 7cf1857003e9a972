"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

import games.analysis.models
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('analysis', '0002_version_7'), ('analysis', '0003_version_8'), ('analysis', '0004_first_estimate'),
        ('analysis', '0005_version_9'), ('analysis', '0003_renewed_reasons'),
    ]

    dependencies = [
        ('analysis', '0001_squashed'),
    ]

    operations = [
        migrations.AddField(
            model_name='analysis',
            name='estimate',
            field=models.JSONField(default=list),
        ),
        migrations.AlterField(
            model_name='analysis',
            name='version',
            field=models.PositiveSmallIntegerField(default=games.analysis.models.current_version),
        ),
    ]
