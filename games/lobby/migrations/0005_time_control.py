"""The kind of an offer's time control gets a column."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_kinds(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Name the kind of live offers; all others are correspondence, the default."""
    apps.get_model("lobby", "Offer").objects.filter(increment__isnull=False).update(time_kind="fischer")


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0004_closes_at_flexible'),
    ]

    operations = [
        migrations.AlterField(
            model_name='offer',
            name='pace',
            field=models.DurationField(),
        ),
        migrations.AddField(
            model_name='offer',
            name='time_kind',
            field=models.CharField(default='correspondence', max_length=16),
        ),
        migrations.RunPython(name_kinds, migrations.RunPython.noop, elidable=True),
    ]
