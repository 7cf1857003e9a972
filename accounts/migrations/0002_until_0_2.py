"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

import core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0002_guest_keys_and_retired_names'), ('accounts', '0003_named_in_data'),
        ('accounts', '0004_bots'), ('accounts', '0005_access_tokens'), ('accounts', '0006_uses_of_apps'),
        ('accounts', '0007_user_pupil_name'), ('accounts', '0016_guest_key'),
        ('accounts', '0017_retired_names'), ('accounts', '0003_reading'),
    ]

    dependencies = [
        ('accounts', '0001_squashed'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='GuestKey',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('made_at', models.DateTimeField(db_index=True)),
                ('guest', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RetiredName',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('retired_at', models.DateTimeField(db_index=True, default=core.clock.now)),
            ],
        ),
        migrations.AddField(
            model_name='user',
            name='named_in_data',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RemoveIndex(
            model_name='user',
            name='user_unranked',
        ),
        migrations.AddField(
            model_name='user',
            name='is_bot',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_active', False), ('is_computer', True), ('is_bot', True), _connector='OR'), fields=['id'], name='user_unranked'),
        ),
        migrations.AlterField(
            model_name='securityevent',
            name='kind',
            field=models.CharField(choices=[('signed_in', 'Signed in'), ('failed', 'Wrong password or code'), ('password_changed', 'Password changed'), ('password_reset', 'Password reset by e-mail link'), ('email_changed', 'E-mail addresses changed'), ('factor_added', 'Passkey, app or recovery codes added'), ('factor_removed', 'Passkey, app or recovery codes removed'), ('signed_out_elsewhere', 'Signed out elsewhere'), ('provider_changed', 'Sign-in with another site connected or removed'), ('token_made', 'Access token made'), ('token_ended', 'Access token revoked')], max_length=20),
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', models.CharField(blank=True, max_length=200)),
                ('made_at', models.DateTimeField(default=core.clock.now)),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='AppUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client', models.CharField(max_length=100)),
                ('used_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='app_uses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'client'), name='one_use_an_app')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='pupil_name',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=30),
        ),
        migrations.AddField(
            model_name='user',
            name='large_numbers',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='user',
            name='wide_text',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
