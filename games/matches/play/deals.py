"""Deals: the values from which the tiles of a match are derived (commit-reveal, with values of both players).

The server commits to a value of its own, then each browser adds one; `docs/fairness.md` says what that proves.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts.models import User
from core import clock
from games.matches.models import Deal, Match, mixed_deals, new_id
from games.rules import Seat

SIZE: Final = 32  # bytes of each value
NOTHING: Final = bytes(SIZE)  # stands in the seed for a player whose browser added no value
LASTS = 3600  # seconds for which a ticket is valid: a form asks for one when it is sent
Octets = bytes | memoryview  # SQLite gives the first, PostgreSQL the second
_VALUE = re.compile(r"[0-9a-f]{64}", re.ASCII)
_signer = TimestampSigner(salt="numgames.deal")


@dataclass(frozen=True)
class Mix:
    """What a player's browser adds to a deal: a value of `SIZE` bytes, and the ticket whose commitment it knew."""

    value: bytes = b""
    ticket: str = ""

    @classmethod
    def read(cls, data: Mapping[str, str]) -> Mix:
        """Return what a form sent; nothing where the fields are missing or malformed, as without JavaScript."""
        value = data.get("mix", "")
        return cls(bytes.fromhex(value), data.get("ticket", "")[:100]) if _VALUE.fullmatch(value) else NO_MIX


NO_MIX: Final = Mix()


@dataclass(frozen=True)
class Ticket:
    """A commitment to the server's value for a match that is not proposed yet; `text` is its signed id."""

    text: str
    commitment: str


def server_value_of(match_id: str) -> bytes:
    """Return the server's value for a ticket with this id: its HMAC-SHA256, so that a ticket needs no row."""
    return salted_hmac("numgames.deal", match_id, algorithm="sha256").digest()


def commitment_to(server_value: Octets, match_id: str) -> str:
    """Return the commitment: SHA-256 over the server's value and the match id, in hexadecimal."""
    return hashlib.sha256(bytes(server_value) + match_id.encode()).hexdigest()


def mixed_seed(server_value: Octets, values: tuple[Octets, Octets], match_id: str) -> bytes:
    """Return the seed: SHA-256 over the server's value, both players' values, the smaller one first, and the id.

    `NOTHING` stands for a value that is empty.
    """
    mixed = b"".join(sorted(bytes(value) or NOTHING for value in values))
    return hashlib.sha256(bytes(server_value) + mixed + match_id.encode()).digest()


def starter_by_chance(seed: bytes | None, values: tuple[bytes, bytes]) -> int:
    """Return the index, 0 or 1, of the value whose player begins where chance decides: by the last bit of the seed.

    With an even seed the player of the smaller value begins. Without a mixed seed, or if the values are equal, as when
    neither browser added one, the server draws.
    """
    if seed is None or bytes(values[0]) == bytes(values[1]):
        return secrets.randbits(1)
    smaller = 0 if (bytes(values[0]) or NOTHING) < (bytes(values[1]) or NOTHING) else 1
    return smaller ^ (seed[-1] & 1)


def new_ticket() -> Ticket:
    """Return a ticket with a new match id. It is not stored: the server's value is derived from the id again."""
    match_id = new_id()
    return Ticket(_signer.sign(match_id), commitment_to(server_value_of(match_id), match_id))


def prepared(mix: Mix) -> Deal | None:
    """Return an unsaved deal with this value, under the commitment of its ticket; None without a value.

    If the ticket is not valid, or was used before, the deal has a new commitment instead.
    """
    if not mix.value:
        return None
    try:
        match_id = _signer.unsign(mix.ticket, max_age=LASTS)
    except BadSignature:
        return new_deal(mix.value)
    if Deal.objects.filter(pk=match_id).exists():
        return new_deal(mix.value)
    return _deal(match_id, server_value_of(match_id), mix.value)


def new_deal(proposal: bytes = b"") -> Deal:
    """Return an unsaved deal of a new commitment, with the value of the player who proposes the match, if any."""
    return _deal(new_id(), secrets.token_bytes(SIZE), proposal)


def rematch_deal(match_id: str, player: User) -> Deal | None:
    """Return the deal of the rematch that the opponent asks for, and create it if it has none; else None.

    So its commitment is fixed before this player's browser adds a value. Raises Match.DoesNotExist.
    """
    matches = Match.objects.select_related("rematch_deal")
    match = matches.get(pk=match_id)
    seat = match.seat_of(player)
    if match.rematch_id or seat is None or match.rematch_by != seat.other:
        return None
    if match.rematch_deal is None:
        with transaction.atomic():
            deal = new_deal()
            deal.save(force_insert=True)
            if not Match.objects.filter(pk=match.pk, rematch=None, rematch_deal=None).update(rematch_deal=deal):
                transaction.set_rollback(True)
        match = matches.get(pk=match_id)
    return match.rematch_deal


def unmixed_deal(match_id: str, commitment: str) -> Deal:
    """Return the unsaved deal of a match whose seed is the server's value alone."""
    return Deal(match_id=match_id, version=Deal.ALONE, commitment=commitment, made_at=clock.now())


def read_mixed(matches: Sequence[Match]) -> None:
    """Read `mixed_deal` of these matches with one query."""
    by_match = {deal.pk: deal for deal in mixed_deals([match.pk for match in matches])}
    for match in matches:
        match.mixed_deal = by_match.get(match.pk)


def save_begun(begun: Iterable[Deal]) -> None:
    """Insert the deals of matches that begin; of those stored before update only what is added: a line has a number."""
    fresh: list[Deal] = []
    for deal in begun:
        if deal._state.adding:
            fresh.append(deal)
        else:
            deal.save(update_fields=["first_value", "second_value", "by_chance"])
    Deal.objects.bulk_create(fresh)


def mixed_by(deal: Deal) -> int:
    """Return the bit mask of the seats whose browsers added a value."""
    return (Seat.FIRST if deal.first_value else 0) | (Seat.SECOND if deal.second_value else 0)


def _deal(match_id: str, server_value: bytes, proposal: bytes) -> Deal:
    return Deal(
        match_id=match_id,
        commitment=commitment_to(server_value, match_id),
        server_value=server_value,
        proposal=proposal,
        proposal_hash=hashlib.sha256(proposal).hexdigest() if proposal else "",  # published with the commitment
        made_at=clock.now(),
    )
