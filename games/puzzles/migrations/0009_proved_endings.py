"""All puzzles that are offered are checked again: endings have to be proved, and mere counting is no puzzle any more."""

from django.db import migrations


def check_again(apps, schema_editor):
    offered = apps.get_model("puzzles", "Puzzle").objects.filter(state="offered")
    offered.update(checked_at=None, check_tries=0, check_claimed_at=None)


class Migration(migrations.Migration):

    dependencies = [("puzzles", "0008_lines")]

    operations = [migrations.RunPython(check_again, migrations.RunPython.noop)]
