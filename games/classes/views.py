"""Pages of classes: those of a teacher, the class itself, cards, and how pupils sign in."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import date
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.exports import written_export
from accounts.models import User
from accounts.online import presence
from accounts.player import player_of
from core import clock, limits
from core.templatetags.wording import label_of
from core.web import ask_first, download, site_address, too_many_page
from games.catalogue import games
from games.classes import challenges, rounds, services
from games.classes.errors import ClassIsFull
from games.classes.forms import CardForm, ClassForm, MoreForm, usual_end
from games.classes.lists import Figures, computers_of, row_of, table_of, weeks_of
from games.classes.models import SchoolClass
from games.classes.partials import CLASS
from games.lobby.notices import Challenge
from games.matches.errors import Refused
from games.notifications.services import see

Action = Callable[[HttpRequest, SchoolClass], "HttpResponse | None"]
CARD, PICTURE = "card", "card_picture"  # the limits
MOST_FACTS, MOST_MATCHES = 12, 20  # on the page of a pupil's progress
SECONDS_OF_TRIES = 3600  # the longest wait of that for pictures
SESSION = 12 * 3600  # seconds for which a pupil stays signed in: a school day


def own_class(request: HttpRequest, key: str) -> SchoolClass:
    """Return the class of this key if the user is its teacher; raises Http404."""
    school_class = SchoolClass.objects.filter(pk=key, teacher=player_of(request)).first()
    if school_class is None:
        raise Http404
    return school_class


def class_action(act: Action) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view of a form of the teacher; the page of the class answers, unless the action has an answer."""

    @never_cache
    @login_required
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(act)
    def view(request: HttpRequest, key: str) -> HttpResponse:
        one = own_class(request, key)
        answer = act(request, one) if request.method == "POST" else None
        return answer or redirect(one)

    return view


@never_cache
@require_safe
def classes(request: HttpRequest) -> HttpResponse:
    """Say what classes are, and list those of the teacher."""
    user = request.user
    own = services.classes_of(user) if isinstance(user, User) else []
    return render(request, "classes/classes.html", {"own": own})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new class; a post makes it."""
    if request.method != "POST":
        return render(request, "classes/new.html", {"form": ClassForm(initial={"ends_on": usual_end(_today())})})
    form = ClassForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            names = data["pupils"].split("\n")
            return redirect(services.make(player_of(request), data["name"], names, data["ends_on"]))
        except Refused as refused:
            form.add_error(None, str(refused))
    return render(request, "classes/new.html", {"form": form}, status=422)


@never_cache
@login_required
@require_safe
def school_class(request: HttpRequest, key: str) -> HttpResponse:
    """Show a class: to its pupils what they can play, to its teacher the pupils and what can be done."""
    user = player_of(request)
    if user.is_pupil:
        own = services.class_of(user)
        if own is None or own.pk != key:
            raise Http404
        if presence.is_seen(request):  # without scripts no heartbeat says that the pupil is here
            see(user, Challenge.key)
            if presence.touch(user):
                services.announce(own)
        levels = rounds.latest_levels(user)
        context = {
            "school_class": own,
            "playing": [(game, computers_of(game.slug), levels.get(game.slug)) for game in games().values()],
            "classmates": challenges.classmates_of(own, user) if own.has_challenges else (),
            "games": games().values(),
            "chosen": rounds.latest_game(user),
            **CLASS.context(key, user),
        }
        return render(request, "classes/pupil.html", context)
    one = own_class(request, key)
    return _page(request, one, MoreForm(names=[]))


@class_action
def add(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Add pupils to a class."""
    form = MoreForm(request.POST, names=[pupil.user.pupil_name for pupil in services.pupils_of(one)])
    if form.is_valid():
        try:
            services.add_pupils(one, form.cleaned_data["pupils"].split("\n"))
        except ClassIsFull as refused:
            form.add_error(None, str(refused))
        else:
            return None
    return _page(request, one, form, status=422)


@class_action
def cards(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Make cards for pupils without one, for one pupil or for all, and show the sheet: once, as codes are hashed."""
    pupils, chosen = services.pupils_of(one), request.POST.get("pupil", "")
    if chosen.isdecimal():
        pupils = pupils.filter(pk=chosen)
    elif chosen != "all":
        pupils = pupils.filter(code_digest=None)
    if made := services.make_cards(pupils):
        site, path = site_address(request), reverse("classes:card")
        address_parts = [site.partition("://")[2], path]  # between which the line may break
        parents = address_parts[0] + reverse("information:parents")
        context = {
            "school_class": one,
            "cards": made,
            "address": site + path,
            "shown": address_parts,
            "parents": parents,
        }
        return render(request, "classes/cards.html", context)
    messages.info(request, gettext("All pupils have a card. Make new ones for those who lost theirs."))
    return None


@class_action
def begin_round(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Begin a round: all pupils who are here against their neighbours, each against the computer, or one puzzle.

    The game may have a level of arithmetic behind it: `digifeud +-20`.
    """
    slug, _space, level = request.POST.get("game", "").partition(" ")
    against = request.POST.get("against")
    if slug not in games() or (level and level not in games()[slug].options_type.levels()):
        messages.error(request, gettext("Choose a game first."))
        return None
    if not rounds.here_of(one):
        messages.info(request, gettext("No pupil is waiting. They sign in first, and keep the page open."))
    elif against == "puzzle":
        if not rounds.begin_puzzle(one, slug, level):
            messages.info(request, gettext("There is no new puzzle with these calculations. Choose others."))
    elif number := len(rounds.begin_round(one, slug, level, alone=against == "computer")):
        said = ngettext("%(number)s match has begun.", "%(number)s matches have begun.", number)
        messages.success(request, said % {"number": number})
    else:
        messages.info(request, gettext("Everyone here already has a new match of this game."))
    return None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, key: str) -> HttpResponse:
    """Challenge a classmate, or accept, decline or withdraw a challenge; the page of the class answers."""
    user = player_of(request)
    own = services.class_of(user)
    if own is None or own.pk != key:
        raise Http404
    sent = request.POST
    try:
        if offer_id := sent.get("accept"):
            return redirect("matches:match", challenges.accept(own, user, offer_id).pk)
        if offer_id := sent.get("decline"):
            challenges.decline(own, user, offer_id)
        elif offer_id := sent.get("withdraw"):
            challenges.withdraw(own, user, offer_id)
        elif request.method == "POST":
            slug, _space, level = sent.get("game", "").partition(" ")
            challenges.challenge(own, user, sent.get("classmate", ""), slug, level)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(own)


@class_action
def allow(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Let the pupils challenge each other, or not."""
    challenges.allow(one, allowed=request.POST.get("challenges") == "1")
    return None


@class_action
def pause(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Pause the boards of all pupils, or let them go on; the button keeps the focus."""
    services.set_paused(one, paused=request.POST.get("paused") == "1")
    return redirect(f"{one.get_absolute_url()}#pause-all")


@never_cache
@login_required
@require_safe
def progress(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show what one pupil has played and missed, week by week, with the matches."""
    one = own_class(request, key)
    pupil = get_object_or_404(services.pupils_of(one), pk=number)
    row = row_of(pupil)
    context = {
        "school_class": one,
        "row": row,
        "weeks": sorted(row.weeks.items(), reverse=True),
        "facts": row.facts[:MOST_FACTS],
        "wrong_sums": row.wrong_sums[:MOST_FACTS],
        "matches": row.matches[:MOST_MATCHES],
    }
    return render(request, "classes/progress.html", context)


@never_cache
@login_required
@require_safe
def export(request: HttpRequest, key: str, number: int) -> HttpResponseBase:
    """Return everything stored about a pupil as a JSON file, which the school gives to who may see it."""
    pupil = get_object_or_404(services.pupils_of(own_class(request, key)), pk=number)
    parts = written_export(pupil.user)
    return download(request, parts, content_type="application/json", filename=f"pupil-{pupil.pk}.json")


@never_cache
@login_required
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Return the table of a class as CSV in the teacher's language, as a spreadsheet of that language opens it."""
    one = own_class(request, key)
    answer = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")  # Excel reads UTF-8 with this mark only
    answer["Content-Disposition"] = f'attachment; filename="class-{one.pk}.csv"'
    # Where the comma stands in decimals, spreadsheets expect semicolons between cells
    writer = csv.writer(answer, delimiter=";" if get_format("DECIMAL_SEPARATOR") == "," else ",")
    rows = table_of(one)
    weeks = weeks_of(rows)
    taken = gettext("Points taken")
    heads = [pgettext("a pupil", "Name"), gettext("Last here"), pgettext("matches", "Running"), gettext("Matches")]
    heads += [gettext("Won"), gettext("Turns"), gettext("Points"), gettext("Most points"), taken]
    heads += [gettext("Right sums"), gettext("Wrong sums"), gettext("Often missed")]
    writer.writerow([*heads, *(label_of(taken, week.isoformat()) for week in weeks)])
    for row in rows:
        seen = row.pupil.user.seen_at and localtime(row.pupil.user.seen_at)
        counts = [row.running, row.played, row.won, row.turns, row.points, row.most, _blank(row.share), row.sums]
        wrong = "; ".join(f"{equation}: {times}" for equation, times in row.wrong_sums)
        missed = "; ".join(f"{fact.name}: {fact.missed}/{fact.chances}" for fact in row.facts)
        shares = [_blank(row.weeks.get(week, Figures()).share) for week in weeks]
        writer.writerow([row.pupil, f"{seen:%Y-%m-%d %H:%M}" if seen else "", *counts, wrong, missed, *shares])
    return answer


@class_action
def remove(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Delete a pupil with everything."""
    chosen = request.POST.get("pupil", "")
    pupil = services.pupils_of(one).filter(pk=chosen).first() if chosen.isdecimal() else None
    if pupil:
        question, name = gettext("Delete this pupil with all matches?"), pupil.user.pupil_name
        if page := ask_first(request, name, question, gettext("Delete"), one.get_absolute_url()):
            return page
        services.remove(pupil)
        messages.success(request, gettext("%(name)s is deleted, with all matches.") % {"name": pupil.user.pupil_name})
    return None


@class_action
def delete(request: HttpRequest, one: SchoolClass) -> HttpResponse | None:
    """Delete a class with everything of its pupils; the form asks for a tick."""
    if not request.POST.get("sure"):
        messages.error(request, gettext("Tick the box first. Nothing was deleted."))
        return None
    services.delete(one)
    messages.success(request, gettext("The class is deleted, with everything of its pupils."))
    return redirect("classes:classes")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest) -> HttpResponse:
    """Ask for the code and picture of a card, and sign its pupil in.

    A QR code has the code behind the #, which no server or log sees.
    """
    form = CardForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        if wait := limits.opens_in(request, CARD):
            return too_many_page(request, wait, reason=gettext("Too many wrong codes were typed here."))
        pupil = services.pupil_with(form.cleaned_data["code"])
        if pupil is None:
            limits.admit(request, CARD)
            form.add_error("code", gettext("We know no card with this code. Compare it letter by letter."))
        elif not limits.admit_account(pupil.user_id, PICTURE):
            reason = gettext("This card was tried too often. Wait, or ask your teacher for a new one.")
            return too_many_page(request, SECONDS_OF_TRIES, reason=reason)
        elif not services.has_picture(pupil, form.tapped):
            form.add_error(None, gettext("The picture is another one. Tap its tiles from top to bottom."))
        else:
            login(request, pupil.user, backend=settings.AUTHENTICATION_BACKENDS[0])
            request.session.set_expiry(SESSION)
            return redirect(pupil.school_class)
    return render(request, "classes/card.html", {"form": form}, status=422 if form.is_bound else 200)


def _blank(share: int | None) -> str:
    return "" if share is None else str(share)


def _today() -> date:
    return clock.now().date()


def _page(request: HttpRequest, one: SchoolClass, form: MoreForm, *, status: int = 200) -> HttpResponse:
    rows = table_of(one)
    context = {
        "school_class": one,
        "rows": rows,
        "cardless": sum(row.pupil.code_digest is None for row in rows),
        "games": games().values(),
        "chosen": rounds.latest_choice(one),
        "form": form,
        **CLASS.context(one.pk, one.teacher),
    }
    return render(request, "classes/class.html", context, status=status)
