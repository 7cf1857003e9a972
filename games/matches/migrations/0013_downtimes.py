"""The site's heartbeat, and the times when it was down during each match."""

import datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0012_time_control'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('beaten_at', models.DateTimeField(blank=True, null=True)),
                ('offset', models.DurationField(default=datetime.timedelta)),
            ],
        ),
        migrations.AddField(
            model_name='match',
            name='downtimes',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
    ]
