"""All offered puzzles are checked again: computer players try them, which is part of their estimated difficulty."""

from django.db import migrations


def check_again(apps, schema_editor):
    offered = apps.get_model("puzzles", "Puzzle").objects.filter(state="offered")
    offered.update(checked_at=None, check_tries=0, check_claimed_at=None)


class Migration(migrations.Migration):

    dependencies = [("puzzles", "0013_rules_version")]

    operations = [migrations.RunPython(check_again, migrations.RunPython.noop)]
