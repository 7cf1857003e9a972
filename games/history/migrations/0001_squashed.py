"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('history', '0001_parts_and_records'), ('history', '0002_matches_so_far'), ('history', '0003_plain_names'),
        ('history', '0004_scans_are_jobs'), ('history', '0005_renamed_permissions'),
        ('history', '0006_index_names'), ('history', '0007_left_early'), ('history', '0008_spare_indexes'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Participation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('is_live', models.BooleanField()),
                ('rated', models.BooleanField()),
                ('outcome', models.CharField(choices=[('running', 'running'), ('won', 'won'), ('lost', 'lost'), ('drawn', 'drawn'), ('void', 'does not count')], default='running', max_length=7)),
                ('left_early', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('reply_seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='participations', to='matches.match')),
                ('opponent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='participations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-at', '-id'], name='participation_of_player'), models.Index(fields=['player', 'game_slug', '-at', '-id'], name='participation_by_game'), models.Index(fields=['player', 'opponent', '-at', '-id'], name='participation_by_opponent'), models.Index(fields=['player', 'outcome', '-at', '-id'], name='participation_by_outcome')],
                'constraints': [models.UniqueConstraint(fields=('match', 'player'), name='one_participation_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('kind', models.CharField(choices=[('turn', 'best turn'), ('sum', 'longest sum'), ('win', 'biggest win')], max_length=4)),
                ('value', models.PositiveIntegerField()),
                ('text', models.CharField(blank=True, max_length=100)),
                ('ply', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='records', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'game_slug', 'kind'), name='one_record_of_a_kind')],
            },
        ),
    ]
