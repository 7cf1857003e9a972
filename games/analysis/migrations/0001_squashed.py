"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('analysis', '0001_analysis'), ('analysis', '0002_requests_are_jobs'),
        ('analysis', '0003_winning_chances'), ('analysis', '0004_summary'), ('analysis', '0005_version_index'),
        ('analysis', '0006_version_4'), ('analysis', '0007_version_5'), ('analysis', '0008_version_6'),
    ]

    initial = True

    dependencies = [
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='matches.match')),
                ('state', models.CharField(choices=[('asked', 'asked for'), ('working', 'being worked on'), ('done', 'done'), ('failed', 'failed')], default='asked', max_length=8)),
                ('version', models.PositiveSmallIntegerField(default=6)),
                ('asked_at', models.DateTimeField()),
                ('done', models.PositiveIntegerField(default=0)),
                ('measured', models.JSONField(default=list)),
                ('summary', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name_plural': 'analyses',
                'indexes': [models.Index(fields=['version'], name='analysis_version')],
            },
        ),
    ]
