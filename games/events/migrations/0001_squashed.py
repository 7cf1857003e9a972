"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import core.clock
import django.db.models.deletion
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('events', '0001_initial'), ('events', '0002_unite_doubled'), ('events', '0003_clubs'),
        ('events', '0004_team_matches'), ('events', '0005_removed_later'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('clubs', '0001_squashed'),
        ('matches', '0002_until_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('option_data', models.JSONField(default=dict)),
                ('time_kind', models.CharField(default='correspondence', max_length=16)),
                ('base', models.DurationField(db_column='pace')),
                ('increment', models.DurationField(blank=True, null=True)),
                ('rests', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('kind', models.CharField(choices=[('league', 'League'), ('knockout', 'Knock-out'), ('robin', 'Round robin'), ('swiss', 'Swiss'), ('arena', 'Arena'), ('team', 'Team match')], max_length=8)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('text', models.TextField(blank=True, max_length=1000)),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('round_lasts', models.DurationField(blank=True, null=True)),
                ('lasts', models.DurationField(blank=True, null=True)),
                ('least', models.PositiveSmallIntegerField(default=2)),
                ('most', models.PositiveSmallIntegerField(default=500)),
                ('with_bots', models.BooleanField(default=False)),
                ('key', models.SlugField(unique=True)),
                ('rule', models.CharField(blank=True, max_length=200)),
                ('zone', models.CharField(default='UTC', max_length=40)),
                ('is_listed', models.BooleanField(default=True)),
                ('next_at', models.DateTimeField(blank=True, null=True)),
                ('creator', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
            ],
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('game_slug', models.SlugField(db_index=False)),
                ('option_data', models.JSONField(default=dict)),
                ('time_kind', models.CharField(default='correspondence', max_length=16)),
                ('base', models.DurationField(db_column='pace')),
                ('increment', models.DurationField(blank=True, null=True)),
                ('rests', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('kind', models.CharField(choices=[('league', 'League'), ('knockout', 'Knock-out'), ('robin', 'Round robin'), ('swiss', 'Swiss'), ('arena', 'Arena'), ('team', 'Team match')], max_length=8)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('text', models.TextField(blank=True, max_length=1000)),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('round_lasts', models.DurationField(blank=True, null=True)),
                ('lasts', models.DurationField(blank=True, null=True)),
                ('least', models.PositiveSmallIntegerField(default=2)),
                ('most', models.PositiveSmallIntegerField(default=500)),
                ('with_bots', models.BooleanField(default=False)),
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(default=0)),
                ('state', models.CharField(choices=[('open', 'open for entry'), ('running', 'running'), ('over', 'over'), ('off', 'cancelled')], default='open', max_length=7)),
                ('version', models.PositiveIntegerField(default=0)),
                ('is_listed', models.BooleanField(default=True)),
                ('made_at', models.DateTimeField(default=core.clock.now, editable=False)),
                ('starts_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('seed', models.BinaryField(default=games.matches.models.new_seed, max_length=32)),
                ('creator', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='events', to='events.series')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('rival', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state__in', ['open', 'running'])), fields=['starts_at'], name='event_alive'), models.Index(condition=models.Q(('state', 'over')), fields=['-ended_at'], name='event_over')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('series__isnull', False)), fields=('series', 'number'), name='one_event_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='events.event')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_division_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('in', 'takes part'), ('away', 'pauses'), ('left', 'withdrew'), ('struck', 'struck out'), ('removed', 'removed')], default='in', max_length=7)),
                ('joined_at', models.DateTimeField(default=core.clock.now, editable=False)),
                ('rating', models.FloatField(default=0.0)),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
                ('came_back', models.BooleanField(default=False)),
                ('stays', models.BooleanField(default=True)),
                ('confirmed_bots', models.BooleanField(default=False)),
                ('absences', models.PositiveSmallIntegerField(default=0)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('movement', models.SmallIntegerField(default=0)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='events.division')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.event')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('removed_later', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('place__isnull', False)), fields=['player'], name='entry_with_place')],
                'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='one_entry_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('begins_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('basis', models.JSONField(blank=True, default=dict, editable=False)),
                ('reminded_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='played_rounds', to='events.event')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_round_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('result', models.CharField(blank=True, choices=[('', 'open'), ('first', 'first wins'), ('second', 'second wins'), ('draw', 'draw'), ('neither', 'lost by both'), ('bye', 'bye'), ('off', 'counts for neither')], default='', max_length=7)),
                ('cause', models.CharField(blank=True, choices=[('', 'played'), ('absence', 'by absence'), ('judged', 'adjudicated'), ('staff', 'by staff')], default='', max_length=7)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='events.division')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='as_first', to='events.entry')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairing', to='matches.match')),
                ('mirror', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mirror_pairing', to='matches.match')),
                ('second', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='as_second', to='events.entry')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='events.round')),
            ],
            options={
                'ordering': ['round', 'number'],
                'indexes': [models.Index(condition=models.Q(('result', '')), fields=['round'], name='pairing_open')],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='one_pairing_a_number'), models.UniqueConstraint(fields=('round', 'first'), name='one_pairing_as_first'), models.UniqueConstraint(condition=models.Q(('second__isnull', False)), fields=('round', 'second'), name='one_pairing_as_second'), models.CheckConstraint(condition=models.Q(('second', None), models.Q(('first', models.F('second')), _negated=True), _connector='OR'), name='two_different_entries')],
            },
        ),
    ]
