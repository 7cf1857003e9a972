"""The table of signs of life."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Beat',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('beat_at', models.DateTimeField()),
            ],
        ),
    ]
