"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('social', '0001_initial'), ('social', '0002_renamed_app'), ('social', '0003_plain_related_names'),
        ('social', '0004_index_names'), ('social', '0005_words'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChatSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('talks', models.BooleanField(default=True)),
                ('silent_until', models.DateTimeField(blank=True, null=True)),
                ('silent_why', models.CharField(blank=True, max_length=1000)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='chat_settings', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('players', 'players'), ('watchers', 'spectators')], max_length=8)),
                ('text', models.CharField(blank=True, max_length=200)),
                ('phrase', models.CharField(blank=True, max_length=20)),
                ('token', models.CharField(blank=True, max_length=36)),
                ('made_at', models.DateTimeField()),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='matches.match')),
            ],
            options={
                'ordering': ['id'],
                'indexes': [models.Index(fields=['match', 'room', 'id'], name='message_of_room')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('token', ''), _negated=True), fields=('author', 'token'), name='say_it_once')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('by', 'of'), name='mute_once'), models.CheckConstraint(condition=models.Q(('by', models.F('of')), _negated=True), name='mute_somebody_else')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(editable=False, max_length=30)),
                ('reason', models.CharField(choices=[('insult', 'Insults or threats'), ('spam', 'Advertising or spam'), ('cheating', 'Unfair play, such as help from a program'), ('stalling', 'Losing on purpose or dragging a match out'), ('name', 'An offensive name'), ('other', 'Something else')], max_length=8)),
                ('story', models.CharField(blank=True, max_length=1000)),
                ('made_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports_about', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='matches.match')),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='social.message')),
            ],
            options={
                'indexes': [models.Index(fields=['closed_at', '-made_at'], name='report_waiting')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('by', 'subject'), name='one_open_report')],
            },
        ),
        migrations.CreateModel(
            name='ModerationAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('silence', 'mute the player'), ('unsilence', 'unmute the player'), ('close', 'close the account'), ('reopen', 'open the account again'), ('void', 'declare the match void'), ('erase', 'erase the reported message'), ('dismiss', 'no action')], max_length=9, verbose_name='what')),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='until')),
                ('why', models.CharField(help_text='The player reads this sentence. It stays in the log.', max_length=1000, verbose_name='why')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='actions_taken', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moderation_actions', to='matches.match')),
                ('whom', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moderation_actions', to=settings.AUTH_USER_MODEL, verbose_name='whom')),
                ('report', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moderation_actions', to='social.report')),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
                'indexes': [models.Index(fields=['whom', '-made_at'], name='moderation_action_of_user')],
            },
        ),
        migrations.CreateModel(
            name='Favourite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('by', 'of'), name='favourite_once'), models.CheckConstraint(condition=models.Q(('by', models.F('of')), _negated=True), name='favourite_somebody_else')],
            },
        ),
    ]
