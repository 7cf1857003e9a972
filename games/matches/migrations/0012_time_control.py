"""The kind of a match's time control gets a column, and players are away since a moment."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_kinds(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Name the kind of live matches; all others are correspondence, the default."""
    apps.get_model("matches", "Match").objects.filter(increment__isnull=False).update(time_kind="fischer")


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0011_rules_version_and_draws'),
    ]

    operations = [
        migrations.RenameField(
            model_name='match',
            old_name='first_gone_at',
            new_name='first_away_since',
        ),
        migrations.RenameField(
            model_name='match',
            old_name='second_gone_at',
            new_name='second_away_since',
        ),
        migrations.AddField(
            model_name='match',
            name='time_kind',
            field=models.CharField(default='correspondence', max_length=16),
        ),
        migrations.RunPython(name_kinds, migrations.RunPython.noop, elidable=True),
    ]
