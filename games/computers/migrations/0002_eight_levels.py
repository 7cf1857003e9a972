"""Eight levels in place of four: the accounts stay, with their matches and ratings, at the level nearest in strength."""

from django.db import migrations
from django.db.models import F

# The level of each account number. It is a permutation of all eight, so that accounts of levels 5 to 8, which another
# game may have brought, have a place as well.
LEVELS = {1: 1, 2: 5, 3: 7, 4: 8, 5: 2, 6: 3, 7: 4, 8: 6}
ASIDE = 1000  # levels are unique: all are moved out of the way first


def _renumber(computers, levels):
    computers.objects.filter(level__in=levels).update(level=F('level') + ASIDE)
    for before, after in levels.items():
        computers.objects.filter(level=before + ASIDE).update(level=after)


def forwards(apps, schema_editor):
    _renumber(apps.get_model('computers', 'Computer'), LEVELS)


def backwards(apps, schema_editor):
    _renumber(apps.get_model('computers', 'Computer'), {after: before for before, after in LEVELS.items()})


class Migration(migrations.Migration):

    dependencies = [
        ('computers', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]
