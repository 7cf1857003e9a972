"""Views that return commitments, which a page needs before it sends a value of its own for a deal (commit-reveal)."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from games.matches.models import Deal, Match
from games.matches.play.deals import Ticket, new_ticket, rematch_deal


@never_cache
@require_POST
def deal(request: HttpRequest) -> JsonResponse:
    """Return a ticket for a match that the page is about to propose or to begin."""
    return commitments([], new_ticket())


@never_cache
@require_POST
def deal_of_rematch(request: HttpRequest, match_id: str) -> JsonResponse:
    """Return the commitment of the rematch that the opponent asks for, if any, and a ticket to ask for one."""
    try:
        open_deal = rematch_deal(match_id, request.user) if isinstance(request.user, User) else None
    except Match.DoesNotExist:
        raise Http404 from None
    return commitments([open_deal] if open_deal else [], new_ticket())


def commitments(deals: Iterable[Deal], ticket: Ticket | None = None) -> JsonResponse:
    """Return the commitments of deals, each with the hash of the proposer's value, and that of the ticket, last."""
    rows = [[deal.commitment, deal.proposal_hash] for deal in deals]
    if ticket is None:
        return JsonResponse({"ticket": "", "commitments": rows})
    return JsonResponse({"ticket": ticket.text, "commitments": [*rows, [ticket.commitment, ""]]})
