"""An index of the few users whom no table lists: closed accounts and computer players."""

from django.db import migrations, models

from accounts.indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0014_findable")]
    operations = [
        AddIndexOnline(
            "user",
            models.Index(fields=["id"], condition=models.Q(("is_active", False), ("is_computer", True), _connector="OR"), name="user_unranked"),
        ),
    ]
