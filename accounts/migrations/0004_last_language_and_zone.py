"""Store language and zone of a player's browser; an empty zone now means "as in my browser"."""

from django.db import migrations, models


def keep_nights_in_utc(apps, schema_editor):
    """Set the zone of nights saved without one to UTC, in which they were meant."""
    users = apps.get_model('accounts', 'User').objects
    users.filter(time_zone='', night_begins__isnull=False).update(time_zone='UTC')


def empty_again(apps, schema_editor):
    """Empty the zone again: formerly the only way to store UTC."""
    apps.get_model('accounts', 'User').objects.filter(time_zone='UTC').update(time_zone='')


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_night'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='last_language',
            field=models.CharField(blank=True, editable=False, max_length=7),
        ),
        migrations.AddField(
            model_name='user',
            name='last_zone',
            field=models.CharField(blank=True, editable=False, max_length=40),
        ),
        migrations.RunPython(keep_nights_in_utc, empty_again),
    ]
