from django.db import migrations, models


def keep_others(apps, schema_editor):
    """Keep the analyses of other games than 10 BY 10, whose method has not changed."""
    analyses = apps.get_model("analysis", "Analysis").objects.filter(version=6)
    analyses.exclude(match__game_slug="tenbyten").update(version=7)


class Migration(migrations.Migration):
    dependencies = [("analysis", "0001_squashed")]
    operations = [
        migrations.AlterField("analysis", "version", models.PositiveSmallIntegerField(default=7)),
        migrations.RunPython(keep_others, migrations.RunPython.noop),
    ]
