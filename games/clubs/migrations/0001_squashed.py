"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import core.clock
import django.db.models.deletion
import games.clubs.models
import games.matches.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('clubs', '0001_initial'), ('clubs', '0002_chat'), ('clubs', '0003_chat_by_push'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('notifications', '0002_until_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.CharField(default=games.matches.models.new_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=40)),
                ('name_key', models.CharField(editable=False, max_length=60)),
                ('text', models.TextField(blank=True, max_length=1000)),
                ('entry', models.CharField(choices=[('open', 'Everyone can join'), ('request', 'A captain answers requests'), ('link', 'Only by the link; no one else sees the club')], default='request', max_length=7)),
                ('link_key', models.CharField(default=games.clubs.models.new_key, editable=False, max_length=16, unique=True)),
                ('made_at', models.DateTimeField(default=core.clock.now, editable=False)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('name_key',), name='one_club_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('founder', 'founder'), ('captain', 'captain'), ('member', 'member'), ('asked', 'asks to join'), ('banned', 'banned')], default='member', max_length=7)),
                ('joined_at', models.DateTimeField(default=core.clock.now)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='clubs.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clubs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='one_role_in_a_club'), models.UniqueConstraint(condition=models.Q(('role', 'founder')), fields=('club',), name='one_founder_a_club')],
            },
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=200)),
                ('phrase', models.CharField(blank=True, max_length=20)),
                ('token', models.CharField(blank=True, max_length=36)),
                ('made_at', models.DateTimeField(default=core.clock.now)),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_lines', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='clubs.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('token', ''), _negated=True), fields=('author', 'token'), name='club_line_once')],
            },
        ),
    ]
