from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0003_rests'),
    ]

    operations = [
        migrations.AddField(
            model_name='offer',
            name='closes_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='offer',
            name='flexible',
            field=models.BooleanField(default=False),
        ),
    ]
