"""A delivery names its notification by the word that the rest of the site uses."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0010_delivery_names'),
    ]

    operations = [
        migrations.RenameField(model_name='delivery', old_name='notice', new_name='notification'),
    ]
