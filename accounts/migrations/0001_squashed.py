"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

import accounts.names
import django.db.models.deletion
import core.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'), ('accounts', '0002_computers'), ('accounts', '0003_night'),
        ('accounts', '0004_last_language_and_zone'), ('accounts', '0005_left_at'), ('accounts', '0006_sessions'),
        ('accounts', '0007_security_events'), ('accounts', '0008_hashed_recovery_codes'),
        ('accounts', '0009_shared_places'), ('accounts', '0010_auto_advance'), ('accounts', '0011_comfort'),
        ('accounts', '0012_words'), ('accounts', '0013_press_twice'), ('accounts', '0014_findable'),
        ('accounts', '0015_unranked'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'That name is taken, or too close to one that is.'}, max_length=20, unique=True, validators=[accounts.names.check_name], verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=60, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('is_guest', models.BooleanField(default=False)),
                ('is_computer', models.BooleanField(default=False, editable=False)),
                ('is_staff', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('date_joined', models.DateTimeField(default=core.clock.now, editable=False)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('seen_at', models.DateTimeField(blank=True, db_index=True, editable=False, null=True)),
                ('left_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('language', models.CharField(blank=True, max_length=7)),
                ('theme', models.CharField(choices=[('auto', 'Like my device'), ('light', 'Light'), ('dark', 'Dark')], default='auto', max_length=5)),
                ('confirm', models.CharField(choices=[('never', 'Play at once'), ('twice', 'Press twice'), ('always', 'Ask before each move')], default='never', max_length=6)),
                ('sounds', models.BooleanField(default=True)),
                ('auto_advance', models.BooleanField(db_default=False, default=False)),
                ('lights', models.BooleanField(db_default=True, default=True)),
                ('tiles', models.CharField(choices=[('classic', 'Classic'), ('wood', 'Wood'), ('contrast', 'High contrast')], db_default='classic', default='classic', max_length=8)),
                ('board_size', models.CharField(choices=[('large', 'As large as fits'), ('medium', 'Medium'), ('small', 'Small')], db_default='large', default='large', max_length=6)),
                ('left_handed', models.BooleanField(db_default=False, default=False)),
                ('zen', models.BooleanField(db_default=False, default=False)),
                ('keypad', models.BooleanField(db_default=True, default=True)),
                ('is_findable', models.BooleanField(db_default=False, default=False)),
                ('time_zone', models.CharField(blank=True, max_length=40)),
                ('last_language', models.CharField(blank=True, editable=False, max_length=7)),
                ('last_zone', models.CharField(blank=True, editable=False, max_length=40)),
                ('sessions_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('night_begins', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('night_ends', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'abstract': False,
                'indexes': [models.Index(condition=models.Q(('is_active', False), ('is_computer', True), _connector='OR'), fields=['id'], name='user_unranked')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('by', 'of'), name='block_once'), models.CheckConstraint(condition=models.Q(('by', models.F('of')), _negated=True), name='block_somebody_else')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='blocked',
            field=models.ManyToManyField(related_name='blocked_by', through='accounts.Block', through_fields=('by', 'of'), to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='SecurityEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('signed_in', 'Signed in'), ('failed', 'Wrong password or code'), ('password_changed', 'Password changed'), ('password_reset', 'Password reset by e-mail link'), ('email_changed', 'E-mail addresses changed'), ('factor_added', 'Passkey, app or recovery codes added'), ('factor_removed', 'Passkey, app or recovery codes removed'), ('signed_out_elsewhere', 'Signed out elsewhere'), ('provider_changed', 'Sign-in with another site connected or removed')], max_length=20)),
                ('at', models.DateTimeField(db_index=True, default=core.clock.now)),
                ('device', models.CharField(blank=True, max_length=60)),
                ('network', models.CharField(blank=True, max_length=45)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='security_events', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SeenPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('seen_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'seen_at'], name='place_last_seen')],
                'constraints': [models.UniqueConstraint(fields=('user', 'digest'), name='one_row_a_place')],
            },
        ),
        migrations.CreateModel(
            name='SignedInBrowser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=60)),
                ('network', models.CharField(blank=True, max_length=45)),
                ('began_at', models.DateTimeField(default=core.clock.now)),
                ('seen_at', models.DateTimeField(default=core.clock.now)),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browsers', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
