"""Keeps the language and the zone a player's browser came with; an empty zone now means "like my browser"."""

from django.db import migrations, models


def keep_nights_in_utc(apps, schema_editor):
    """A night saved with an empty zone was agreed on in UTC, which is now a choice of its own."""
    users = apps.get_model('accounts', 'User').objects
    users.filter(time_zone='', night_begins__isnull=False).update(time_zone='UTC')


def empty_again(apps, schema_editor):
    """Before, an empty zone was the only way to say UTC."""
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
