from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('puzzles', '0006_default_of_check_version'),
    ]

    operations = [
        migrations.AddField(
            model_name='run',
            name='skipped',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='run',
            name='kind',
            field=models.CharField(choices=[('sprint', 'sprint'), ('streak', 'puzzle streak'), ('repeat', 'repetition'), ('own', 'my mistakes')], max_length=6),
        ),
    ]
