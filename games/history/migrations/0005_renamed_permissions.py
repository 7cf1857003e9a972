"""Staff keep the rights to models that were renamed: Django renames their content types, but not their permissions."""

from django.db import migrations

RENAMED = [  # app, former model, model, its name in sentences
    ("history", "part", "participation", "participation"),
    ("matches", "leave", "vacation", "vacation"),
    ("ratings", "change", "ratingchange", "rating change"),
    ("ratings", "ladder", "ratingpool", "rating pool"),
]


def rename(apps, schema_editor):
    """Give each former permission its new name; where that exists already, move what was granted over to it."""
    Permission = apps.get_model("auth", "Permission")
    for app, former, model, name in RENAMED:
        for action in ("add", "change", "delete", "view"):
            of_app = Permission.objects.filter(content_type__app_label=app)
            old = of_app.filter(codename=f"{action}_{former}").first()
            new = of_app.filter(codename=f"{action}_{model}").first()
            if old and new:
                for group in old.group_set.all():
                    group.permissions.add(new)
                for user in old.user_set.all():
                    user.user_permissions.add(new)
                old.delete()
            elif old:
                old.codename, old.name = f"{action}_{model}", f"Can {action} {name}"
                old.save()


class Migration(migrations.Migration):

    dependencies = [
        ("history", "0004_scans_are_jobs"),
        ("matches", "0012_time_control"),
        ("ratings", "0005_changes_in_order"),
        ("accounts", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
