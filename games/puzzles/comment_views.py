"""The comments on a daily puzzle: a page for those who have solved it or given up, so that nothing is given away."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.player import player_of
from games.puzzles.models import Attempt, Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.services.selection import visible
from games.social.chat import Talk
from games.social.comments import REPORTS, ReadComment, comments_for, comments_on, form_context, write_comment
from games.social.partials import COMMENTS
from games.social.views import Subject, answer_report, answer_words


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def comments(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show the comments. POST writes one; a refusal is answered with its reason, and the words are kept."""
    puzzle, viewer = _commented_or_404(request, puzzle_id)
    page = partial(_page, request, puzzle, viewer)
    if request.method != "POST":
        return page()
    write = partial(write_comment, puzzle.pk, viewer)
    return answer_words(request, write, page, lambda: COMMENTS.of(_talk(puzzle, viewer), viewer), request.path)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, puzzle_id: str, number: int) -> HttpResponse:
    """Show the form that reports a comment, and store the report."""
    puzzle, _viewer = _commented_or_404(request, puzzle_id)
    comment = get_object_or_404(comments_on(puzzle.pk).select_related("author"), pk=number, erased_at=None)
    here = _address(puzzle)
    title = _("Report a comment of {name}").format(name=comment.author)
    subject = Subject([comment.author], key=f"{REPORTS}:{comment.pk}")
    return answer_report(request, subject, here, title=title, line=ReadComment(comment, False, here))


def _page(request: HttpRequest, puzzle: Puzzle, viewer: User, *, status: int = 200, **extra: object) -> HttpResponse:
    talk = _talk(puzzle, viewer)
    context = {
        "puzzle": puzzle,
        "board_view": PuzzleView(puzzle, viewer),
        "chat": talk,
        "chat_messages": COMMENTS.of(talk, viewer),
        **form_context(viewer, puzzle.pk, _address(puzzle)),
        **extra,
    }
    return render(request, "puzzles/comments.html", context, status=status)


def _commented_or_404(request: HttpRequest, puzzle_id: str) -> tuple[Puzzle, User]:
    """Return a daily puzzle that the viewer has solved or given up, and the viewer; raises Http404."""
    viewer = player_of(request)
    over = Attempt.objects.exclude(solved_at=None, given_up_at=None).filter(player=viewer, puzzle__in=visible())
    attempt = get_object_or_404(over.exclude(puzzle__daily=None).select_related("puzzle__daily"), puzzle=puzzle_id)
    return attempt.puzzle, viewer


def _talk(puzzle: Puzzle, viewer: User) -> Talk:
    return comments_for(viewer, puzzle.pk, _address(puzzle))


def _address(puzzle: Puzzle) -> str:
    return reverse("puzzles:comments", args=[puzzle.pk])
