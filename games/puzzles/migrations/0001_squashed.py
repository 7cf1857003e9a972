"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import django.db.models.deletion
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('puzzles', '0001_puzzles'), ('puzzles', '0002_checked'), ('puzzles', '0003_searches_are_jobs'),
        ('puzzles', '0004_best_by_winning_chance'), ('puzzles', '0005_runs'), ('puzzles', '0006_kinds'),
        ('puzzles', '0007_confirmed_by_play_outs'), ('puzzles', '0008_lines'), ('puzzles', '0009_proved_endings'),
        ('puzzles', '0010_latest'), ('puzzles', '0011_answers_that_place_nothing'), ('puzzles', '0012_offered'),
        ('puzzles', '0013_rules_version'), ('puzzles', '0014_tried_by_computers'),
        ('puzzles', '0015_checks_are_jobs'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Source',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('number', models.PositiveIntegerField(blank=True, null=True)),
                ('searched_at', models.DateTimeField(blank=True, null=True)),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_source', to='matches.match')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('searched_at', None)), fields=['id'], name='source_to_search')],
                'constraints': [models.UniqueConstraint(fields=('game_slug', 'number'), name='one_source_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('game_slug', models.SlugField(db_index=False)),
                ('option_data', models.JSONField(default=dict)),
                ('rules_version', models.PositiveSmallIntegerField(db_default=1, default=1, editable=False)),
                ('seed', models.BinaryField(max_length=32)),
                ('moves', models.JSONField(default=list)),
                ('ply', models.PositiveIntegerField()),
                ('best', models.CharField(max_length=100)),
                ('best_points', models.PositiveIntegerField()),
                ('second_points', models.PositiveIntegerField()),
                ('choices', models.PositiveIntegerField()),
                ('answers', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('sum', 'most points'), ('chance', 'best chance'), ('defence', 'defence'), ('pass', 'pass or place'), ('ending', 'ending'), ('line', 'win the ending')], default='sum', max_length=7)),
                ('solutions', models.JSONField(blank=True, default=list)),
                ('line', models.JSONField(blank=True, default=dict)),
                ('best_chance', models.FloatField(blank=True, null=True)),
                ('points_chance', models.FloatField(blank=True, null=True)),
                ('hardness', models.FloatField()),
                ('rating', models.FloatField(default=1500.0)),
                ('deviation', models.FloatField(default=200.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('tried', models.PositiveIntegerField(default=0)),
                ('solved', models.PositiveIntegerField(default=0)),
                ('for_daily', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('unchecked', 'not checked yet'), ('offered', 'offered'), ('withheld', 'withheld')], default='unchecked', max_length=9)),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='puzzles', to='puzzles.source')),
            ],
            options={
                'indexes': [models.Index(fields=['game_slug', 'for_daily', 'rating'], name='puzzle_by_rating'), models.Index(condition=models.Q(('state', 'offered')), fields=['game_slug', 'rating'], name='puzzle_offered'), models.Index(condition=models.Q(('checked_at', None)), fields=['made_at'], name='puzzle_unchecked')],
                'constraints': [models.UniqueConstraint(fields=('source', 'ply'), name='one_puzzle_a_position')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begun_at', models.DateTimeField()),
                ('tries', models.PositiveIntegerField(default=0)),
                ('text', models.CharField(blank=True, max_length=100)),
                ('points', models.PositiveIntegerField(default=0)),
                ('line', models.JSONField(blank=True, default=list)),
                ('solved_at', models.DateTimeField(blank=True, null=True)),
                ('given_up_at', models.DateTimeField(blank=True, null=True)),
                ('rating_before', models.FloatField(blank=True, null=True)),
                ('rating_after', models.FloatField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='puzzles.puzzle')),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-begun_at'], name='attempt_latest')],
                'constraints': [models.UniqueConstraint(fields=('player', 'puzzle'), name='one_attempt_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('sprint', 'sprint'), ('repeat', 'repetition')], max_length=6)),
                ('game_slug', models.SlugField(db_index=False)),
                ('begun_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('solved', models.PositiveIntegerField(default=0)),
                ('missed', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_runs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['game_slug', 'kind', 'begun_at'], name='run_by_day'), models.Index(fields=['player', '-begun_at'], name='run_latest')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('player', 'game_slug', 'kind'), name='one_open_run_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='RunPuzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('text', models.CharField(blank=True, max_length=100)),
                ('points', models.PositiveIntegerField(default=0)),
                ('is_solved', models.BooleanField(default=False)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='in_runs', to='puzzles.puzzle')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzles', to='puzzles.run')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('run', 'number'), name='one_puzzle_a_number'), models.UniqueConstraint(fields=('run', 'puzzle'), name='one_puzzle_a_run')],
            },
        ),
        migrations.CreateModel(
            name='SolvedDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='solved_days', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'day'), name='solved_a_day_once')],
            },
        ),
        migrations.CreateModel(
            name='Solver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('rated_at', models.DateTimeField()),
                ('settled_until', models.DateTimeField(blank=True, null=True)),
                ('solved', models.PositiveIntegerField(default=0)),
                ('failed', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='solvers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'game_slug'), name='one_solver_a_game')],
            },
        ),
        migrations.CreateModel(
            name='Try',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('step', models.PositiveSmallIntegerField(default=0)),
                ('text', models.CharField(max_length=100)),
                ('points', models.PositiveIntegerField()),
                ('attempt', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tried', to='puzzles.attempt')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('attempt', 'number'), name='one_try_a_number'), models.UniqueConstraint(fields=('attempt', 'step', 'text'), name='one_try_a_move')],
            },
        ),
        migrations.CreateModel(
            name='Daily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('day', models.DateField()),
                ('number', models.PositiveIntegerField()),
                ('puzzle', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='daily', to='puzzles.puzzle')),
            ],
            options={
                'verbose_name_plural': 'dailies',
                'constraints': [models.UniqueConstraint(fields=('game_slug', 'day'), name='one_daily_a_day'), models.UniqueConstraint(fields=('game_slug', 'number'), name='one_daily_a_number')],
            },
        ),
    ]
