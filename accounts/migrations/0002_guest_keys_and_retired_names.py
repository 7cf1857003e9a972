import django.db.models.deletion
import core.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0016_guest_key'), ('accounts', '0017_retired_names')]

    dependencies = [
        ('accounts', '0001_squashed'),
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
    ]
