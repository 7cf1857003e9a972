"""What a teacher is told of a class: that its end is near."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.classes.models import SchoolClass
from games.notifications.hooks import Kind
from games.notifications.models import Notification
from games.notifications.services import notify


class Ending(Kind):
    """A class will be deleted within two weeks."""

    key = "class-ends"
    label = gettext_lazy("Your class will be deleted soon")
    title = gettext_lazy("Your class will be deleted within two weeks")
    body = gettext_lazy("Download what you want to keep. Pupils and their matches go too.")

    def path(self, notification: Notification) -> str:
        """Return the path of the page of the class."""
        return reverse("classes:class", args=[notification.key])

    def is_current(self, notification: Notification) -> bool:
        """Return whether the class is still there."""
        return SchoolClass.objects.filter(pk=notification.key).exists()


def tell_of_end(school_class: SchoolClass) -> None:
    """Tell the teacher that the class ends soon."""
    notify(school_class.teacher, Ending.key, school_class.pk)
