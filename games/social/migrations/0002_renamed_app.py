"""Take over the tables, content types and permissions of the app under its former name."""

from django.db import migrations

FORMER = "company"
NAMES = {
    "manners": "chatsettings",
    "act": "moderationaction",
    "message": "message",
    "mute": "mute",
    "favourite": "favourite",
    "report": "report",
}


def take_over(apps, schema_editor):
    """Rename what the former app left; on a new site there is nothing to rename, and its tables exist already."""
    existing = set(schema_editor.connection.introspection.table_names())
    for old, new in NAMES.items():
        if f"{FORMER}_{old}" in existing:
            schema_editor.alter_db_table(None, f"{FORMER}_{old}", f"social_{new}")
    ContentType = apps.get_model("contenttypes", "ContentType")
    Permission = apps.get_model("auth", "Permission")
    for old, new in NAMES.items():
        ContentType.objects.filter(app_label=FORMER, model=old).update(app_label="social", model=new)
        for action in ("add", "change", "delete", "view"):
            of_old = Permission.objects.filter(content_type__app_label="social", codename=f"{action}_{old}")
            of_old.update(codename=f"{action}_{new}")


class Migration(migrations.Migration):

    dependencies = [
        ("social", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
