"""An index for reading the changes of a pool in the order in which matches counted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0010_plain_names'),
        ('ratings', '0004_plain_names'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['at'], name='change_in_order'),
        ),
    ]
