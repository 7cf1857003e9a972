"""The tables as they were shortly before version 0.2, in place of all migrations until then."""

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('jobs', '0001_initial'), ('jobs', '0002_beat'), ('jobs', '0003_due_kinds'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Beat',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('beat_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=60)),
                ('key', models.CharField(blank=True, max_length=100)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('dead', 'dead letter')], default='waiting', max_length=7)),
                ('due_at', models.DateTimeField()),
                ('created_at', models.DateTimeField()),
                ('request', models.CharField(max_length=16)),
                ('claim', models.CharField(blank=True, max_length=16)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='job_due'), models.Index(condition=models.Q(('state', 'waiting')), fields=['kind', 'due_at'], name='job_due_kind'), models.Index(condition=models.Q(('claim', ''), _negated=True), fields=['claim'], name='job_claim'), models.Index(condition=models.Q(('state', 'dead')), fields=['state'], name='job_dead')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'key'), name='one_job_a_key')],
            },
        ),
    ]
