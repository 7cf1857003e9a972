"""Reading and answering forms: settings that save themselves, keys of rows, and where to go afterwards."""

from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

MOST_DIGITS = 18  # of a key or another number in a `bigint` column


def is_partial(request: HttpRequest) -> bool:
    """Return whether the form was sent by htmx as soon as a field was changed."""
    return bool(request.headers.get("HX-Request"))


def changed_on(request: HttpRequest) -> frozenset[str] | None:
    """Return the fields that were changed on a page that saves itself; None where all are to be saved.

    The others are as they were when the page was loaded: another tab or device may have changed them since.
    """
    names = request.POST.get("changed", "").split()
    return frozenset(names) if names and is_partial(request) else None


def first_error(form: BaseForm) -> str:
    """Return the first error of an invalid form, a sentence."""
    return next(str(error) for errors in form.errors.values() for error in errors)


def answer_saved(
    request: HttpRequest, back: str, sentence: str, *, wrong: str = "", reload: bool = False
) -> HttpResponse:
    """Answer that a form was saved, or what is wrong with it; `reload` offers the page in its new language."""
    if is_partial(request):
        context = {"sentence": sentence, "wrong": wrong, "reload": reload}
        return render(request, "accounts/saved.html", context, status=422 if wrong else 200)
    if wrong:
        messages.error(request, wrong)
    else:
        messages.success(request, sentence)
    return redirect(back)


def parse_key(text: str) -> int | None:
    """Return the primary key, or another number from 0 on, in a request; None if it is none or too large for a row."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def redirect_next(request: HttpRequest, usual: str = "accounts:settings") -> HttpResponseRedirect:
    """Redirect to the posted address in `next` if it is on this site, else to the usual one."""
    address = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return HttpResponseRedirect(address)
    return HttpResponseRedirect(resolve_url(usual))
