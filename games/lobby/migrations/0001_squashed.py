"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import core.clock
import django.db.models.deletion
import games.lobby.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('lobby', '0001_initial'), ('lobby', '0002_agreement'), ('lobby', '0003_rests'),
        ('lobby', '0004_closes_at_flexible'), ('lobby', '0005_time_control'), ('lobby', '0006_deals'),
        ('lobby', '0007_words'), ('lobby', '0008_spare_indexes'), ('lobby', '0009_made_in_site_time'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('game_slug', models.SlugField(db_index=False)),
                ('option_data', models.JSONField(default=dict)),
                ('time_kind', models.CharField(default='correspondence', max_length=16)),
                ('base', models.DurationField(db_column='pace')),
                ('increment', models.DurationField(blank=True, null=True)),
                ('rests', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('id', models.CharField(default=games.lobby.models.new_key, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('open', 'Anyone in the lobby'), ('direct', 'One player'), ('link', 'Anyone with the link')], default='open', max_length=6)),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='open', max_length=9)),
                ('starts', models.CharField(choices=[('random', 'Random'), ('challenger', 'I start'), ('opponent', 'My opponent starts')], default='random', max_length=10)),
                ('made_at', models.DateTimeField(default=core.clock.now, editable=False)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('flexible', models.BooleanField(default=False)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers_made', to=settings.AUTH_USER_MODEL)),
                ('deal', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='offer', to='matches.deal')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='offer', to='matches.match')),
                ('opponent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='offers_got', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['made_at'], name='offer_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'direct'), _negated=True), ('opponent__isnull', False), _connector='OR'), name='a_direct_offer_has_an_opponent'), models.CheckConstraint(condition=models.Q(('opponent', None), models.Q(('opponent', models.F('challenger')), _negated=True), _connector='OR'), name='nobody_challenges_themselves')],
            },
        ),
    ]
