"""The keys of matches have no second index for LIKE, which PostgreSQL would write with each move; SQLite has none."""

from django.db import migrations


class Migration(migrations.Migration):

    replaces = [('matches', '0025_spare_indexes')]

    dependencies = [
        ('matches', '0001_squashed'),
    ]

    operations = [
        # a migration of its own: Django makes such indexes when the one with the table has ended
        migrations.RunSQL('DROP INDEX IF EXISTS matches_match_id_63e7b154_like', migrations.RunSQL.noop),
        migrations.RunSQL('DROP INDEX IF EXISTS matches_match_rematch_id_aa4d2908_like', migrations.RunSQL.noop),
    ]
