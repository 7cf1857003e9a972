"""The mail of the week comes by mail alone, also to players who saved their preferences before it existed."""

from django.db import migrations

OFF = ["weekly-page", "weekly-push"]  # as new players have it: `Weekly.off_by_default`
AT_ONCE = 1000


def add(apps, _schema_editor):
    preferences = apps.get_model("notifications", "Preferences")
    last = 0
    while rows := list(preferences.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        last = rows[-1].pk
        for row in rows:
            row.off = [*row.off, *(one for one in OFF if one not in row.off)]
        preferences.objects.bulk_update(rows, ["off"])


class Migration(migrations.Migration):

    dependencies = [
        ("daily", "0001_deals"),
        ("notifications", "0001_squashed"),
    ]

    operations = [migrations.RunPython(add, migrations.RunPython.noop, elidable=True)]
