"""The page of the data for everyone, its files and their checksums."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.web import download
from games.dumps import services


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show the files of each month with the licence."""
    return render(request, "dumps/data.html", {"months": services.manifests()})


@require_safe
def checksums(request: HttpRequest) -> HttpResponse:
    """Answer the SHA-256 checksums of all files."""
    return HttpResponse(services.checksums(), content_type="text/plain; charset=utf-8")


@require_safe
def file(request: HttpRequest, filename: str) -> HttpResponseBase:
    """Send a file."""
    path = services.path_of(filename)
    if path is None or not path.is_file():
        raise Http404
    answer = download(request, services.content_of(path), content_type="application/zstd", filename=filename)
    if answer.status_code == 200:
        answer["Content-Encoding"] = "identity"  # nothing compresses it again
    return answer
