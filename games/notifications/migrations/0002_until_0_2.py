"""What the tables of 0001_squashed lacked before version 0.2, in place of the migrations until then."""

from django.db import migrations, models


# As new players have it: `off_by_default` of the mail of the week and of the chat of a club.
OFF = ["weekly-page", "weekly-push", "club-chat-page", "club-chat-mail"]
AT_ONCE = 1000


def switch_off(apps, _schema_editor):
    """Give players who saved their preferences before these kinds existed what new players have."""
    preferences = apps.get_model("notifications", "Preferences")
    last = 0
    while rows := list(preferences.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        last = rows[-1].pk
        for row in rows:
            row.off = [*row.off, *(one for one in OFF if one not in row.off)]
        preferences.objects.bulk_update(rows, ["off"])


class Migration(migrations.Migration):

    replaces = [
        ('notifications', '0002_refusals'), ('notifications', '0003_kinds'), ('notifications', '0014_call'),
        ('notifications', '0015_refusals'),
    ]

    dependencies = [
        ('notifications', '0001_squashed'),
    ]

    operations = [
        migrations.AddField(
            model_name='device',
            name='refusals',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='notification',
            name='event',
            field=models.CharField(max_length=20),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='event',
            field=models.CharField(max_length=20),
        ),
        migrations.RunPython(switch_off, migrations.RunPython.noop, elidable=True),
    ]
