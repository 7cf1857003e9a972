"""Channels are classes: deliveries name them, and the default opt-outs are theirs. Jobs lease deliveries."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0004_remove_routed"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="delivery", name="delivery_due"),
        migrations.RemoveIndex(model_name="delivery", name="delivery_claim"),
        migrations.AlterField(model_name="delivery", name="channel", field=models.CharField(max_length=20)),
    ]
