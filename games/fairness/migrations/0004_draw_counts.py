"""A count of draws is called so; its rows stay, and so do the rights of staff."""

from django.db import migrations, models

ACTIONS = ("add", "change", "delete", "view")


def rename_permissions(apps, schema_editor):
    """Give the permissions their new names: Django renames a model's content type, but not its permissions."""
    of_app = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="fairness")
    for action in ACTIONS:
        if not of_app.filter(codename=f"{action}_drawcount").exists():  # after a migration back and forth
            former = of_app.filter(codename=f"{action}_tally")
            former.update(codename=f"{action}_drawcount", name=f"Can {action} draw count")


class Migration(migrations.Migration):
    dependencies = [
        ("fairness", "0003_counts_are_jobs"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RenameModel("Tally", "DrawCount"),
        migrations.RemoveConstraint(model_name="drawcount", name="one_tally_an_order"),
        migrations.AddConstraint(
            model_name="drawcount",
            constraint=models.UniqueConstraint(fields=("game_slug", "place", "key"), name="one_draw_count_per_order"),
        ),
        migrations.RunPython(rename_permissions, migrations.RunPython.noop),
    ]
