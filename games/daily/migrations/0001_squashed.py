"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import core.clock
import django.db.models.deletion
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('daily', '0001_deals'), ('daily', '0002_weekly_by_mail'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0002_until_0_2'),
        ('notifications', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='News',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('published_at', models.DateTimeField(db_index=True, default=core.clock.now)),
                ('title', models.CharField(max_length=100)),
                ('text', models.TextField(max_length=2000)),
                ('title_nl', models.CharField(blank=True, max_length=100)),
                ('text_nl', models.TextField(blank=True, max_length=2000)),
                ('title_de', models.CharField(blank=True, max_length=100)),
                ('text_de', models.TextField(blank=True, max_length=2000)),
            ],
            options={
                'verbose_name_plural': 'news',
                'ordering': ['-published_at'],
            },
        ),
        migrations.CreateModel(
            name='DailyDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.SlugField(db_index=False)),
                ('day', models.DateField()),
                ('level', models.PositiveSmallIntegerField()),
                ('seed', models.BinaryField(default=games.matches.models.new_seed, max_length=32)),
                ('committed', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.deal')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'game_slug'), name='one_deal_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Try',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('has_result', models.BooleanField(default=False)),
                ('lead', models.IntegerField(blank=True, null=True)),
                ('small_lead', models.IntegerField(default=0)),
                ('deal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='daily.dailydeal')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='deal_try', to='matches.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deal_tries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'tries',
                'indexes': [models.Index(fields=['deal', '-lead', '-small_lead'], name='try_by_lead')],
                'constraints': [models.UniqueConstraint(fields=('deal', 'player'), name='one_try_a_deal')],
            },
        ),
    ]
