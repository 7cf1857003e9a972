"""Users and blocks in the admin, and lists that stay quick however many rows their tables have."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from allauth.idp.oidc.models import Client, Token
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, User
from accounts.names import tidy_name
from accounts.oauth.redirects import GRANTS, check
from accounts.player import check_free
from accounts.security import SCOPES

M = TypeVar("M", bound=Model)
MOST = 10_000  # rows that a list counts and shows; a search or a filter finds the others
MOST_PLAYERS = 200  # whose names contain what is searched for
PRIVILEGES = ("is_staff", "is_superuser", "groups", "user_permissions")


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # generic for the type checker only
    """A paginator that counts no further than `MOST`."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most `MOST`."""
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        return rows.order_by().values("pk")[:MOST].count()


class BoundedAdmin(admin.ModelAdmin, Generic[M]):  # type: ignore[type-arg]  # Django's takes no type at run time
    """The admin of a table that may be long, and read-only unless `forbidden` names fewer things.

    A search finds rows of players whose names contain the term, by the lookups of `found_by_player`, and rows in which
    a field of `found_by_key` equals it. The players are found first, so that their indexes are used.
    """

    forbidden: ClassVar[Collection[str]] = ("add", "change", "delete")
    found_by_player: ClassVar[Collection[str]] = ()
    found_by_key: ClassVar[Collection[str]] = ()
    show_full_result_count = False
    paginator = BoundedPaginator

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether the viewer may add rows."""
        return "add" not in self.forbidden and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return whether the viewer may change rows."""
        return "change" not in self.forbidden and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return whether the viewer may delete rows."""
        return "delete" not in self.forbidden and super().has_delete_permission(request, obj)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the fields that are searched; the box for the term appears if there is one."""
        return (*self.search_fields, *self.found_by_player, *self.found_by_key)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        """Return the rows that the term finds."""
        if not self.found_by_player or not search_term:
            return super().get_search_results(request, queryset, search_term)
        named = User.objects.filter(username__icontains=search_term).order_by("pk")
        keys = list(named.values_list("pk", flat=True)[:MOST_PLAYERS])
        by_player = ((f"{path}__in", keys) for path in self.found_by_player)
        by_key = ((path, search_term) for path in self.found_by_key)
        return queryset.filter(Q(*by_player, *by_key, _connector=Q.OR)), False


class NewPlayerForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic for the type checker only
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
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # generic for the type checker only
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
class BlockAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for the type checker only
    """Blocks between players."""

    list_display = ("by", "of", "made_at")
    raw_id_fields = ("by", "of")


class AppForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """The form for an app of others."""

    scopes = forms.MultipleChoiceField(choices=lambda: list(SCOPES.items()), widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = Client
        fields = ("name", "redirect_uris", "cors_origins", "scopes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # passed on
        super().__init__(*args, **kwargs)
        self.initial["scopes"] = self.instance.get_scopes()

    def clean_redirect_uris(self) -> str:
        """Return the addresses, one a line. Raises ValidationError if one is unsafe."""
        addresses: list[str] = str(self.cleaned_data["redirect_uris"]).split()
        for address in addresses:
            check(address)
        return "\n".join(addresses)

    def clean_scopes(self) -> str:
        """Return them as they are stored."""
        return "\n".join(self.cleaned_data["scopes"])


class AppAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for the type checker only
    """Apps of others, which ask players for access by OAuth. They have no secret: PKCE stands in for it."""

    form = AppForm
    list_display = ("name", "id", "created_at")
    search_fields = ("name", "id")
    readonly_fields = ("id", "created_at")

    def save_model(self, request: HttpRequest, obj: Client, form: AppForm, change: bool) -> None:
        """Store the app as one without a secret, for the ways to a token that the site offers."""
        obj.type = Client.Type.PUBLIC
        obj.set_grant_types(list(GRANTS))
        super().save_model(request, obj, form, change)


admin.site.unregister(Client)
admin.site.unregister(Token)
admin.site.register(Client, AppAdmin)
