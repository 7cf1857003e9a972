"""Pages of the clubs: the list, one club, its forms, and its link."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.player import player_named, player_of, viewer_of
from core.web import ask_first, parse_key, site_address
from games.catalogue import games
from games.clubs import chat, services
from games.clubs.errors import NoSuchClub, NotCaptain
from games.clubs.forms import ClubForm
from games.clubs.lists import found, ladders_of, matches_among
from games.clubs.models import IN, LEADERS, LONGEST_NAME, Club, Member
from games.clubs.partials import CHAT, CLUB
from games.matches.errors import Refused
from games.social.views import Subject, answer_report, answer_words

Role = Member.Role
OnPlayer = Callable[[Club, User, User], None]

# What each form about a member does, and what the captain is told then.
ON_PLAYER: dict[str, tuple[OnPlayer, object]] = {
    "admit": (services.admit, gettext_lazy("{name} is a member now.")),
    "ban": (services.ban, gettext_lazy("{name} is banned.")),
    "unban": (services.unban, gettext_lazy("{name} can join again.")),
    "captain": (partial(services.appoint, role=Role.CAPTAIN), gettext_lazy("{name} is captain now.")),
    "member": (partial(services.appoint, role=Role.MEMBER), gettext_lazy("{name} is a member now.")),
    "founder": (partial(services.appoint, role=Role.FOUNDER), gettext_lazy("The club is {name}’s now.")),
}
ON_CLUB: dict[str, tuple[Callable[[Club, User], object], object]] = {
    "join": (services.join, gettext_lazy("Done. A captain answers requests.")),
    "leave": (services.leave, gettext_lazy("You have left the club.")),
    "renew": (services.renew_link, gettext_lazy("The club has a new link. The old one no longer works.")),
    "close": (services.close, gettext_lazy("The club is closed.")),
}


def club_or_404(request: HttpRequest, key: str) -> Club:
    """Return a club that the viewer may see; raises NoSuchClub."""
    return services.find_club(key, viewer_of(request))


@never_cache
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List the viewer's clubs, and all that others may see, or those with `?name=` in their names."""
    viewer, words = viewer_of(request), request.GET.get("name", "")[:LONGEST_NAME]
    own = services.clubs_of(viewer) if viewer else []
    return render(request, "clubs/clubs.html", {"own": own, "found": found(words, viewer), "sought": words})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new club; a post makes it."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            return redirect(services.make(form.save(commit=False), player_of(request)))
        except Refused as refused:
            form.add_error(None, str(refused))
    return render(request, "clubs/edit.html", {"form": form}, status=422 if form.is_bound else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a club to its captains; a post stores it."""
    club, player = club_or_404(request, key), player_of(request)
    if services.role_of(club, player) not in LEADERS:
        messages.error(request, str(NotCaptain.reason))
        return redirect(club)
    form = ClubForm(request.POST if request.method == "POST" else None, instance=club)
    if form.is_bound and form.is_valid():
        try:
            services.change(form.save(commit=False), player)
            return redirect(club)
        except Refused as refused:
            form.add_error(None, str(refused))
    return render(request, "clubs/edit.html", {"form": form, "club": club}, status=422 if form.is_bound else 200)


@never_cache
@require_safe
def club(request: HttpRequest, key: str) -> HttpResponse:
    """Show a club; `?game=` chooses the ladder."""
    return _page(request, club_or_404(request, key))


def _page(request: HttpRequest, one: Club, *, status: int = 200, **extra: object) -> HttpResponse:
    slug = request.GET.get("game", "")
    slug = slug if slug in games() else next(iter(games()))
    viewer = viewer_of(request)
    role = services.role_of(one, viewer)
    context = {
        "club": one,
        "role": role,
        "is_member": role in IN,
        "games": games().values(),
        "slug": slug,
        "ladders": ladders_of(one, slug),
        "matches": matches_among(one),
        "site": site_address(request),
        **CLUB.context(one.pk, viewer),
        **(chat.form_context(one, viewer) if viewer and role in IN else {}),
        **extra,
    }
    return render(request, "clubs/club.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show the club of a link with a button to join; a post joins. To look changes nothing."""
    try:
        one = services.club_by_link(key)
    except NoSuchClub as refused:
        return render(request, "clubs/gone.html", {"refused": refused}, status=refused.status)
    viewer = viewer_of(request)
    role = services.role_of(one, viewer)
    if role in IN:
        return redirect(one)
    if request.method == "POST" and viewer:
        try:
            services.join(one, viewer, by_link=True)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            return redirect(one)
    page = {"club": one, "count": services.members_of(one).count(), "is_banned": role == Role.BANNED}
    return render(request, "clubs/link.html", page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, key: str, action: str) -> HttpResponse:
    """Do what a form of the club's page asks, and say in a sentence what has happened, or why not."""
    one, player = club_or_404(request, key), player_of(request)
    if action not in ON_PLAYER and action not in ON_CLUB:
        raise Http404
    if request.method == "POST" and action == "founder":
        question, answer = gettext("Hand the club over to this player?"), gettext("Hand the club over")
        if page := ask_first(request, request.POST.get("player", ""), question, answer, one.get_absolute_url()):
            return page
    if request.method == "POST":
        try:
            messages.success(request, _done(request, one, player, action))
        except NoSuchClub:
            raise
        except Refused as refused:
            messages.error(request, str(refused))
    still_there = services.visible_to(player).filter(pk=one.pk).exists()
    return redirect(one) if still_there else redirect("clubs:clubs")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def say(request: HttpRequest, key: str) -> HttpResponse:
    """Write in the chat; a refusal is answered with its reason, and the words are kept."""
    one, player = club_or_404(request, key), player_of(request)
    back = f"{one.get_absolute_url()}#club-chat"
    if request.method != "POST":
        return redirect(back)
    write, page = partial(chat.say, one, player), partial(_page, request, one)
    return answer_words(request, write, page, partial(CHAT.of, one, player), back)


@login_required
@require_POST
def remove(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Remove a line of the chat."""
    one = club_or_404(request, key)
    try:
        chat.remove(one, player_of(request), number)
        messages.success(request, gettext("The message is removed."))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(f"{one.get_absolute_url()}#club-chat")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form that reports a club, or with `?line=` a line of its chat, and store the report."""
    one = club_or_404(request, key)
    line, subject = None, f"{chat.CLUB_REPORTS}:{one.pk}"
    founder = one.members.select_related("player").get(role=Role.FOUNDER).player
    about, title = founder, gettext("Report the club {name}").format(name=one)
    if asked := request.GET.get("line", ""):
        line = get_object_or_404(one.lines.select_related("author"), pk=parse_key(asked), erased_at=None)
        if services.role_of(one, player_of(request)) not in IN:
            raise Http404
        subject, about = f"{chat.LINE_REPORTS}:{line.pk}", line.author
        title = gettext("Report a message of {name}").format(name=about)
    read_line = chat.ReadClubLine(line, False, False) if line else None
    return answer_report(request, Subject([about], key=subject), one.get_absolute_url(), title=title, line=read_line)


def _done(request: HttpRequest, club: Club, player: User, name: str) -> str:
    if name in ON_CLUB:
        do, sentence = ON_CLUB[name]
        result = do(club, player)
        return gettext("You are a member now.") if result == Role.MEMBER else str(sentence)
    on, sentence = ON_PLAYER[name]
    other = player_named(request.POST.get("player", ""))
    on(club, player, other)
    return str(sentence).format(name=other)
