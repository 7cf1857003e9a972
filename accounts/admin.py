"""Users and blocks in the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.long_lists import BoundedPaginator
from accounts.models import Block, User
from accounts.names import tidy_name
from accounts.naming.retired_names import check_free

PRIVILEGES = ("is_staff", "is_superuser", "groups", "user_permissions")

if TYPE_CHECKING:  # Django's own classes are generic in the stubs only
    _NewUserForm = AdminUserCreationForm[User]
    _UserAdmin = UserAdmin[User]
    _ModelAdmin = admin.ModelAdmin[Block]
else:
    _NewUserForm, _UserAdmin, _ModelAdmin = AdminUserCreationForm, UserAdmin, admin.ModelAdmin


class NewPlayerForm(_NewUserForm):
    """A form for a new player, with the rules for names of a sign-up."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": forms.CharField}

    def clean_username(self) -> str:
        """Return the name in the form it is stored in. Raises ValidationError if it, or one like it, is taken."""
        name = tidy_name(self.cleaned_data["username"])
        check_free(name)
        return name


@admin.register(User)
class PlayerAdmin(_UserAdmin):
    """Players. The name is set once; personal settings are read-only.

    Only superusers change accounts of staff and decide who is staff: with the permission to change players alone, staff
    could otherwise give themselves all others.
    """

    add_form = NewPlayerForm
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined", "seen_at")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-pk",)  # as they joined; that column has no index
    show_full_result_count = False
    paginator = BoundedPaginator
    readonly_fields = ("username", "is_guest", "date_joined", "last_login", "seen_at", "deleted_at")
    fieldsets = (
        (None, {"fields": ("username", "email", "password", "is_guest")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Since when"), {"fields": ("date_joined", "last_login", "seen_at", "deleted_at")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Make the name editable only while the player is being created, and permissions for superusers only."""
        if obj is None:
            return ()
        return self.readonly_fields if request.user.is_superuser else (*self.readonly_fields, *PRIVILEGES)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the viewer may change this player; accounts of staff are changed by superusers only."""
        is_staff = obj is not None and (obj.is_staff or obj.is_superuser)
        return super().has_change_permission(request, obj) and (request.user.is_superuser or not is_staff)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: deleting the row would delete opponents' matches. Close the account instead."""
        return False


@admin.register(Block)
class BlockAdmin(_ModelAdmin):
    """Blocks between players."""

    list_display = ("by", "of", "made_at")
    raw_id_fields = ("by", "of")
