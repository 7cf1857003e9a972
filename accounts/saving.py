"""Answers to settings that save themselves: a sentence for the page's script, else a redirect with a message."""

from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render


def is_partial(request: HttpRequest) -> bool:
    """Return whether the form was sent by htmx as soon as a field was changed."""
    return bool(request.headers.get("HX-Request"))


def first_error(form: BaseForm) -> str:
    """Return the first error of an invalid form, a sentence."""
    return next(str(error) for errors in form.errors.values() for error in errors)


def answer_saved(
    request: HttpRequest, back: str, sentence: str, *, wrong: str = "", reload: bool = False
) -> HttpResponse:
    """Answer that a form was saved, or what is wrong with it; `reload` offers the page in its new language."""
    if is_partial(request):
        told = {"sentence": sentence, "wrong": wrong, "reload": reload}
        return render(request, "accounts/saved.html", told, status=422 if wrong else 200)
    if wrong:
        messages.error(request, wrong)
    else:
        messages.success(request, sentence)
    return redirect(back)
