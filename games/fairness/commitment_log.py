"""The public log of commitments: a line for each deal, which contains a hash of the line before it (hash chain).

A deal is inserted without a number, so that matches begin independently of each other. Soon after, a scheduler numbers
the deals that were committed. If several schedulers do so at once, the unique constraint on the number lets one win.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from games.matches.models import Deal, Match

BATCH = 500  # lines numbered in one transaction, or read at once
BEGINNING = "0" * 64  # stands for the hash before the first line
NONE = "-"  # stands for the hash of the proposer's value if the browser sent none


def line_of(number: int, commitment: str, proposal_hash: str, before: str) -> tuple[str, str]:
    """Return a line without its hash, and the hash: SHA-256 over the previous hash, a space and that line."""
    line = f"{number} {commitment} {proposal_hash or NONE}"
    return line, hashlib.sha256(f"{before} {line}".encode()).hexdigest()


def number_lines() -> bool:
    """Assign line numbers to a batch of deals that have none, the oldest first; return whether there may be more."""
    unnumbered = Deal.objects.filter(number=None)
    if not unnumbered.exists():  # without a transaction, which on SQLite would take the lock that moves wait for
        return False
    try:
        with transaction.atomic():
            waiting = list(unnumbered.order_by("made_at", "pk").select_for_update()[:BATCH])
            if not waiting:
                return False
            last = Deal.objects.filter(number__isnull=False).order_by("-number").first()
            latest, chain = (last.number or 0, last.chain) if last else (0, BEGINNING)
            for number, deal in enumerate(waiting, latest + 1):
                _line, chain = line_of(number, deal.commitment, deal.proposal_hash, chain)
                deal.number, deal.chain = number, chain
            Deal.objects.bulk_update(waiting, ["number", "chain"])
    except IntegrityError:  # another scheduler was quicker
        return True
    return len(waiting) == BATCH


def lines(start: int = 1, end: int | None = None) -> Iterator[str]:
    """Yield the lines of the log from number `start` to `end`, batch by batch, as text for the download."""
    while batch := read_lines(start, end):
        yield "".join(batch)
        start += len(batch)


def read_lines(start: int, end: int | None) -> list[str]:
    """Return the next batch of lines from number `start` to `end`; none after the end of the log."""
    deals = Deal.objects.filter(number__gte=start)
    if end is not None:
        deals = deals.filter(number__lte=end)
    batch = deals.order_by("number")[:BATCH]
    return [
        f"{number} {commitment} {proposal_hash or NONE} {chain}\n"
        for number, commitment, proposal_hash, chain in batch.values_list(
            "number", "commitment", "proposal_hash", "chain"
        )
    ]


def faults() -> list[str]:
    """Return a sentence for each line that was changed or is missing, and for each match without its line."""
    sentences: list[str] = []
    expected, before = 1, BEGINNING
    for deal in Deal.objects.filter(number__isnull=False).order_by("number").iterator(BATCH):
        number = deal.number or 0
        if number != expected:
            sentences.append(f"lines {expected} to {number - 1} are missing")
        if line_of(number, deal.commitment, deal.proposal_hash, before)[1] != deal.chain:
            sentences.append(f"line {number} does not follow from the line before it")
        expected, before = number + 1, deal.chain
    own = Deal.objects.filter(pk=OuterRef("pk"), commitment=OuterRef("commitment"))
    without = Match.objects.exclude(Exists(own)).order_by("pk").values_list("pk", flat=True)
    return [
        *sentences,
        *(f"the match {match_id} has no line with its commitment" for match_id in without.iterator(BATCH)),
    ]
