"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import datetime
import django.db.models.deletion
import games.matches.models
import games.rules.sentences
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('matches', '0001_initial'), ('matches', '0002_agreement'), ('matches', '0003_clocks'),
        ('matches', '0004_counts'), ('matches', '0005_void'), ('matches', '0006_whose_turn'),
        ('matches', '0007_origin'), ('matches', '0008_match_scores'), ('matches', '0009_automatic_vacation'),
        ('matches', '0010_plain_names'), ('matches', '0011_rules_version_and_draws'),
        ('matches', '0012_time_control'), ('matches', '0013_downtimes'), ('matches', '0014_index_names'),
        ('matches', '0015_called_off_by'), ('matches', '0016_rating_rules'), ('matches', '0017_claimed_wins'),
        ('matches', '0018_courtesies'), ('matches', '0019_deals'), ('matches', '0020_deals_of_matches'),
        ('matches', '0021_shared_places'), ('matches', '0022_rating_rules_3'), ('matches', '0023_draw_offers'),
        ('matches', '0024_indexes_of_few'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
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
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('match_id', models.CharField(editable=False, max_length=10, primary_key=True, serialize=False)),
                ('version', models.PositiveSmallIntegerField(default=2, editable=False)),
                ('commitment', models.CharField(db_index=True, editable=False, max_length=64)),
                ('server_value', models.BinaryField(default=bytes, max_length=32)),
                ('proposal', models.BinaryField(default=bytes, max_length=32)),
                ('proposal_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('first_value', models.BinaryField(default=bytes, max_length=32)),
                ('second_value', models.BinaryField(default=bytes, max_length=32)),
                ('by_chance', models.BooleanField(default=False, editable=False)),
                ('made_at', models.DateTimeField(editable=False)),
                ('number', models.PositiveBigIntegerField(editable=False, null=True, unique=True)),
                ('chain', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('number', None)), fields=['made_at', 'match_id'], name='deal_not_logged')],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('game_slug', models.SlugField(db_index=False)),
                ('option_data', models.JSONField(default=dict)),
                ('time_kind', models.CharField(default='correspondence', max_length=16)),
                ('base', models.DurationField(db_column='pace')),
                ('increment', models.DurationField(blank=True, null=True)),
                ('rests', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('seed', models.BinaryField(default=games.matches.models.new_seed, max_length=32)),
                ('commitment', models.CharField(editable=False, max_length=64)),
                ('mixed_by', models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
                ('started_at', models.DateTimeField()),
                ('rules_version', models.PositiveSmallIntegerField(default=1)),
                ('version', models.PositiveIntegerField(default=0)),
                ('ply', models.PositiveIntegerField(default=0)),
                ('to_move', models.PositiveSmallIntegerField(default=games.rules.sentences.Seat['FIRST'])),
                ('first_points', models.IntegerField(default=0)),
                ('second_points', models.IntegerField(default=0)),
                ('moved_at', models.DateTimeField()),
                ('deadline_at', models.DateTimeField(blank=True, null=True)),
                ('first_vacation_spent', models.DurationField(default=datetime.timedelta)),
                ('second_vacation_spent', models.DurationField(default=datetime.timedelta)),
                ('first_left', models.DurationField(blank=True, null=True)),
                ('second_left', models.DurationField(blank=True, null=True)),
                ('clock_since', models.DateTimeField(blank=True, null=True)),
                ('first_away_since', models.DateTimeField(blank=True, null=True)),
                ('second_away_since', models.DateTimeField(blank=True, null=True)),
                ('downtimes', models.TextField(blank=True, db_default='', default='')),
                ('draw_offered_by', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('draw_offered_ply', models.PositiveIntegerField(blank=True, null=True)),
                ('time_given_ply', models.PositiveIntegerField(blank=True, null=True)),
                ('nudged_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('ending', models.CharField(blank=True, choices=[('', 'running'), ('played', 'played out'), ('resigned', 'resigned'), ('time', 'lost on time'), ('agreed', 'draw agreed'), ('claimed', 'win claimed'), ('aborted', 'cancelled'), ('void', 'declared void')], default='', max_length=8)),
                ('winner', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('counts', models.BooleanField(default=True)),
                ('scores', models.BooleanField(default=False)),
                ('called_off_by', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('rating_rules', models.PositiveSmallIntegerField(db_default=1, default=3, editable=False)),
                ('shared_place', models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
                ('voided_at', models.DateTimeField(blank=True, null=True)),
                ('rematch_by', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('rematch_starter', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('origin_ply', models.PositiveIntegerField(blank=True, null=True)),
                ('origin_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('first', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_first', to=settings.AUTH_USER_MODEL)),
                ('origin', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='continued', to='matches.match')),
                ('rematch', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch_of', to='matches.match')),
                ('rematch_deal', models.ForeignKey(blank=True, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.deal')),
                ('second', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_second', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('finished_at', None)), fields=['deadline_at'], name='match_deadline'), models.Index(fields=['first', '-moved_at'], name='match_of_first'), models.Index(fields=['second', '-moved_at'], name='match_of_second'), models.Index(condition=models.Q(('finished_at', None)), fields=['-moved_at'], name='match_running'), models.Index(condition=models.Q(('finished_at', None)), fields=['first', 'to_move'], name='match_turn_of_first'), models.Index(condition=models.Q(('finished_at', None)), fields=['second', 'to_move'], name='match_turn_of_second'), models.Index(condition=models.Q(('origin__isnull', False)), fields=['origin'], name='match_of_origin'), models.Index(condition=models.Q(('rematch_deal__isnull', False)), fields=['rematch_deal'], name='match_of_deal')],
                # The last one must not end with a list of numbers: Django would read the table of SQLite wrongly.
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('origin', None), ('origin_ply', None), ('origin_seat', None)), models.Q(('origin__isnull', False), ('origin_ply__isnull', False), ('origin_seat__in', [1, 2])), _connector='OR'), name='whole_origin_or_none'), models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='two_different_players')],
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField()),
                ('text', models.CharField(max_length=100)),
                ('made_at', models.DateTimeField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='matches.match')),
            ],
            options={
                'ordering': ['ply'],
                'constraints': [models.UniqueConstraint(fields=('match', 'ply'), name='one_move_a_ply')],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('planned', models.BooleanField(default=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['begins_at'],
                'indexes': [models.Index(fields=['player', 'ends_at'], name='vacation_of_player')],
                'constraints': [models.CheckConstraint(condition=models.Q(('begins_at__lt', models.F('ends_at'))), name='vacation_begins_before_it_ends')],
            },
        ),
    ]
