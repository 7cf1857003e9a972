"""The index of moderation actions bears the name of its model."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("social", "0003_plain_related_names"),
    ]

    operations = [
        migrations.RenameIndex("moderationaction", new_name="moderation_action_of_user", old_name="act_of_whom"),
    ]
