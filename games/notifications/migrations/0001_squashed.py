"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('notifications', '0001_initial'), ('notifications', '0002_renamed_app'),
        ('notifications', '0003_ends_are_jobs'), ('notifications', '0004_remove_routed'),
        ('notifications', '0005_channels'), ('notifications', '0006_deliveries_are_jobs'),
        ('notifications', '0007_index_names'), ('notifications', '0008_courtesies'),
        ('notifications', '0009_words'), ('notifications', '0010_delivery_names'),
        ('notifications', '0011_delivery_notification'), ('notifications', '0012_device_sessions'),
        ('notifications', '0013_spare_indexes'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('off', models.JSONField(default=list)),
                ('no_mail', models.BooleanField(default=False)),
                ('quiet_from', models.TimeField(blank=True, null=True)),
                ('quiet_to', models.TimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('session', models.CharField(blank=True, db_default='', max_length=40)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(choices=[('turn', 'It is your turn'), ('challenge', 'A player challenges you'), ('call', 'Your live match can begin'), ('over', 'A match is over'), ('nudge', 'A player is waiting for your move'), ('reminder', 'Your time is running out'), ('message', 'A player writes to you'), ('test', 'A test')], max_length=9)),
                ('key', models.CharField(max_length=60)),
                ('ply', models.PositiveIntegerField(blank=True, null=True)),
                ('mark', models.CharField(blank=True, max_length=9)),
                ('game_slug', models.SlugField(blank=True, db_index=False)),
                ('made_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('match', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-made_at'], name='notification_of_user'), models.Index(fields=['match', 'event', 'ply'], name='notification_of_match'), models.Index(fields=['made_at'], name='notification_age')],
                'constraints': [models.UniqueConstraint(fields=('user', 'event', 'key'), name='one_notification_of_a_thing')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(choices=[('turn', 'It is your turn'), ('challenge', 'A player challenges you'), ('call', 'Your live match can begin'), ('over', 'A match is over'), ('nudge', 'A player is waiting for your move'), ('reminder', 'Your time is running out'), ('message', 'A player writes to you'), ('test', 'A test')], max_length=9)),
                ('channel', models.CharField(max_length=20)),
                ('place', models.CharField(blank=True, max_length=100)),
                ('status', models.CharField(choices=[('queued', 'waiting'), ('sending', 'on its way'), ('sent', 'sent'), ('failed', 'failed'), ('seen', 'seen on the site'), ('stale', 'no longer needed')], default='queued', max_length=7)),
                ('due_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('claim', models.CharField(blank=True, max_length=32)),
                ('reason', models.CharField(blank=True, max_length=20)),
                ('detail', models.CharField(blank=True, max_length=200)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='notifications.device')),
                ('notification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.notification')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'indexes': [models.Index(fields=['user', 'event', 'channel', 'status'], name='delivery_digest')],
            },
        ),
    ]
