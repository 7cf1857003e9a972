from django.db import migrations, models
from django.db.models import Q


def keep_those_with_reasons(apps, schema_editor):
    """Keep all analyses but finished ones without the reasons of their moments, which are made again one by one."""
    analyses = apps.get_model("analysis", "Analysis").objects.filter(version=7)
    analyses.filter(~Q(state="done") | Q(summary__has_key="moments")).update(version=8)


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_version_7")]
    operations = [
        migrations.AlterField("analysis", "version", models.PositiveSmallIntegerField(default=8)),
        migrations.RunPython(keep_those_with_reasons, migrations.RunPython.noop),
    ]
