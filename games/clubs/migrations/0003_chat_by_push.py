"""A club's chat is told of by push alone, also to players who saved their preferences before it was told of."""

from django.db import migrations

OFF = ["club-chat-page", "club-chat-mail"]  # as new players have it: `Chatted.off_by_default`
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
        ("clubs", "0002_chat"),
        ("notifications", "0003_kinds"),
    ]

    operations = [migrations.RunPython(add, migrations.RunPython.noop, elidable=True)]
