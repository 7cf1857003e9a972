"""Sentences of Django and allauth with our own translations: theirs are formal in German or missing in Dutch.

Marking them here is enough: the site's translations override those of its libraries.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

PASSWORDS = (
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
    _("The password is too similar to the %(verbose_name)s."),
    _("This password is too common."),
)

LENGTHS = (
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)

NOTICES = (
    _("You are receiving this mail because the following change was made to your account:"),
    _(
        "If you do not recognize this change then please take proper security precautions immediately. The change to"
        " your account originates from:\n\n- IP address: %(ip)s\n- Browser: %(user_agent)s\n- Date: %(timestamp)s"
    ),
    _("Your email has been confirmed."),
    _("Your email has been changed from %(from_email)s to %(to_email)s."),
    _("Email address %(deleted_email)s has been removed from your account."),
    _("Your password has been reset."),
    _("Your password has been set."),
)
