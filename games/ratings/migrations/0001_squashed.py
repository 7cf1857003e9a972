"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('ratings', '0001_initial'), ('ratings', '0002_scores'), ('ratings', '0003_scores_so_far'),
        ('ratings', '0004_plain_names'), ('ratings', '0005_changes_in_order'),
        ('ratings', '0006_pool_constraints'), ('ratings', '0007_shares'), ('ratings', '0008_shared_places'),
        ('ratings', '0009_rating_places'), ('ratings', '0010_spare_indexes'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField()),
                ('is_live', models.BooleanField()),
                ('latest', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game_slug', 'is_live'), name='one_pool_a_game_and_pace')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('rated_at', models.DateTimeField()),
                ('settled_until', models.DateTimeField(blank=True, null=True)),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('newcomers', models.PositiveIntegerField(db_default=0, default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='ratings.ratingpool')),
            ],
            options={
                'indexes': [models.Index(fields=['pool', '-rating', 'player', 'settled_until'], name='rating_place')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='one_rating_a_pool')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('outcome', models.CharField(choices=[('won', 'won'), ('drawn', 'drawn'), ('lost', 'lost')], max_length=5)),
                ('rating_before', models.FloatField()),
                ('deviation_before', models.FloatField()),
                ('rating_after', models.FloatField()),
                ('deviation_after', models.FloatField()),
                ('opponent_rating', models.FloatField()),
                ('opponent_deviation', models.FloatField()),
                ('chance', models.FloatField()),
                ('score', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('share', models.FloatField(db_default=1.0, default=1.0)),
                ('why', models.CharField(blank=True, choices=[('', 'counts in full'), ('newcomer', 'the opponent is a newcomer'), ('early', 'resigned after a few moves'), ('pair', 'the same two again and again'), ('address', 'both from one internet connection'), ('browser', 'both from one browser')], db_default='', default='', max_length=8)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='matches.match')),
                ('rating', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.rating')),
            ],
            options={
                'indexes': [models.Index(fields=['rating', '-at'], name='change_of_rating'), models.Index(fields=['at'], name='change_in_order'), models.Index(condition=models.Q(('why', ''), _negated=True), fields=['-at'], name='change_damped')],
                'constraints': [models.UniqueConstraint(fields=('match', 'rating'), name='a_match_counts_once')],
            },
        ),
        migrations.CreateModel(
            name='Damped',
            fields=[
            ],
            options={
                'verbose_name': 'damped match',
                'verbose_name_plural': 'damped matches (second accounts?)',
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('ratings.ratingchange',),
        ),
        migrations.CreateModel(
            name='Score',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('total', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['game_slug', '-total', 'player'], name='score_place')],
                'constraints': [models.UniqueConstraint(fields=('player', 'game_slug'), name='one_score_a_game')],
            },
        ),
    ]
