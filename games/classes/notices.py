"""What a teacher is told of a class: that its end is near."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.classes.models import SchoolClass
from games.notifications.hooks import Kind
from games.notifications.models import Notification


class Ending(Kind):
    """A class will be deleted within two weeks."""

    key = "class-ends"
    label = gettext_lazy("Your class will be deleted soon")
    title = gettext_lazy("Your class will be deleted within two weeks")
    body = gettext_lazy("Download what you want to keep. Pupils and their matches go too.")
    page = "classes:class"
    has_key = True

    def is_current(self, notification: Notification) -> bool:
        """Return whether the class is still there."""
        return SchoolClass.objects.filter(pk=notification.key).exists()
