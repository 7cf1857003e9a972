"""Deals: the seed is mixed from the server's value, which is committed to before, and one of each player's browser."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.computers.services import begin_match
from games.lobby.models import Offer
from games.lobby.services import accept_offer, make_offer
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import Unreadable, read
from games.matches.models import Deal, Match
from games.matches.play import deals
from games.matches.play.deals import Mix, commitment_to, mixed_seed, new_ticket, starter_by_chance
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, offer_rematch, resign
from games.matches.time.control import USUAL, TimeControl
from games.rules import Seat
from tests.fairness.redealing import verifier
from tests.html import html_of
from tests.matches.conftest import play_on

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
ANNAS, BOBS = b"a" * 32, b"b" * 32


def offered(anna: User, mix: Mix, *, starts: str = Offer.Starts.RANDOM) -> Offer:
    return make_offer(
        challenger=anna, game_slug="summy", options=games()["summy"].options_type(), mix=mix, starts=starts
    )


def mixed_match(anna: User, bob: User) -> Match:
    """Return a match of anna's challenge, into which both browsers have mixed a value."""
    return accept_offer(offered(anna, Mix(ANNAS, new_ticket().text)).pk, bob, mix=Mix(BOBS))


def test_the_derivation_stays_as_it_is() -> None:
    server = bytes(range(32))
    assert commitment_to(server, "k3x9m2p7qa") == "176d9944710ab66d2247d87ff159e746d1b664f8fb9411fc4a21589d556419d4"
    seed = mixed_seed(server, (BOBS, ANNAS), "k3x9m2p7qa")
    assert seed.hex() == "3c90b093b4cfecf8df8a9cd0b2e777e332cb2e0d388b8bf35f2a4a35d5a7f3eb"
    assert mixed_seed(server, (ANNAS, BOBS), "k3x9m2p7qa") == seed
    assert (
        mixed_seed(server, (b"", BOBS), "k3x9m2p7qa")
        == hashlib.sha256(server + bytes(32) + BOBS + b"k3x9m2p7qa").digest()
    )


def test_every_value_and_the_id_change_the_seed() -> None:
    server = bytes(32)
    seeds = {
        mixed_seed(server, (ANNAS, BOBS), "k3x9m2p7qa"),
        mixed_seed(bytes(31) + b"1", (ANNAS, BOBS), "k3x9m2p7qa"),
        mixed_seed(server, (ANNAS, ANNAS), "k3x9m2p7qa"),
        mixed_seed(server, (b"", BOBS), "k3x9m2p7qa"),
        mixed_seed(server, (ANNAS, BOBS), "k3x9m2p7qb"),
    }
    assert len(seeds) == 5


def test_who_begins_follows_from_the_seed_who_is_named_first() -> None:
    even, odd = bytes(32), bytes(31) + b"\x01"
    assert [starter_by_chance(even, values) for values in ((ANNAS, BOBS), (BOBS, ANNAS))] == [0, 1]
    assert [starter_by_chance(odd, values) for values in ((ANNAS, BOBS), (BOBS, ANNAS))] == [1, 0]
    assert {starter_by_chance(even, (b"", b"")) for _try in range(100)} == {0, 1}


def test_a_challenge_is_under_the_commitment_that_its_maker_saw(anna: User, bob: User) -> None:
    ticket = new_ticket()
    offer = offered(anna, Mix(ANNAS, ticket.text))
    assert offer.deal
    assert offer.deal.commitment == ticket.commitment
    match = accept_offer(offer.pk, bob, mix=Mix(BOBS))
    deal = Deal.objects.get(pk=match.pk)
    assert match.commitment == ticket.commitment == commitment_to(deal.server_value, match.pk)
    assert {bytes(deal.first_value), bytes(deal.second_value)} == {ANNAS, BOBS}
    assert bytes(match.seed) == mixed_seed(deal.server_value, (ANNAS, BOBS), match.pk)
    values = (ANNAS, BOBS) if match.first == anna else (BOBS, ANNAS)
    assert (bytes(deal.first_value), bytes(deal.second_value)) == values
    assert deal.by_chance
    assert starter_by_chance(bytes(match.seed), values) == 0
    assert match.mixed_by == 3


def test_the_form_of_a_challenge_sends_the_value_of_its_browser(anna: User, signed_in: SignedIn) -> None:
    ticket = new_ticket()
    terms = {
        "game": "sudoku",
        "option-hints": "no",
        "time": USUAL,
        "rated": "rated",
        "starts": "random",
        "kind": "open",
    }
    signed_in(anna).post(reverse("lobby:offer"), {**terms, "mix": ANNAS.hex(), "ticket": ticket.text})
    offer = Offer.objects.get()
    assert offer.deal
    assert offer.deal.commitment == ticket.commitment


@pytest.mark.parametrize(("starts", "begins"), [("challenger", "anna"), ("opponent", "bob")])
def test_who_was_agreed_on_begins(anna: User, bob: User, starts: str, begins: str) -> None:
    offer = offered(anna, Mix(ANNAS, new_ticket().text), starts=starts)
    match = accept_offer(offer.pk, bob, mix=Mix(BOBS))
    assert match.first.username == begins
    deal = Deal.objects.get(pk=match.pk)
    assert not deal.by_chance
    assert bytes(deal.first_value) == (ANNAS if begins == "anna" else BOBS)


def test_a_ticket_is_good_for_one_match_of_this_server(anna: User, bob: User) -> None:
    ticket = new_ticket()
    first, second = (offered(anna, Mix(ANNAS, ticket.text), starts=starts) for starts in ("challenger", "opponent"))
    forged = offered(bob, Mix(BOBS, "k3x9m2p7qa:1wQ:xxxx"))
    assert first.deal
    assert second.deal
    assert forged.deal
    assert first.deal.commitment == ticket.commitment != second.deal.commitment
    assert forged.deal.match_id != "k3x9m2p7qa"


def test_a_ticket_grows_old(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = new_ticket()
    monkeypatch.setattr("django.core.signing.time.time", lambda: 4e9)
    offer = offered(anna, Mix(ANNAS, ticket.text))
    assert offer.deal
    assert offer.deal.commitment != ticket.commitment


def test_without_javascript_the_servers_value_counts(anna: User, bob: User) -> None:
    match = accept_offer(offered(anna, deals.NO_MIX).pk, bob)
    assert match.mixed_by == 0
    assert hashlib.sha256(match.seed).hexdigest() == match.commitment
    assert Deal.objects.get(pk=match.pk).version == Deal.ALONE
    half = accept_offer(offered(anna, Mix(ANNAS, new_ticket().text)).pk, bob)
    assert half.mixed_by == half.seat_of(anna)
    deal = Deal.objects.get(pk=half.pk)
    assert bytes(half.seed) == mixed_seed(deal.server_value, (ANNAS, b""), half.pk)


def test_pages_say_who_mixed_a_value_in(anna: User, bob: User, client: Client) -> None:
    sentences = {
        mixed_match(anna, bob): "Both browsers added a random value.",
        accept_offer(offered(anna, Mix(ANNAS, new_ticket().text)).pk, bob): "anna’s browser added",
        accept_offer(offered(anna, deals.NO_MIX).pk, bob): "No browser added a random value.",
    }
    for match, sentence in sentences.items():
        assert sentence in html_of(client.get(reverse("matches:match", args=[match.pk])))
        assert sentence in html_of(client.get(reverse("matches:fairness", args=[match.pk])))


def test_the_page_of_a_finished_match_has_a_green_tick(anna: User, bob: User, client: Client) -> None:
    match = mixed_match(anna, bob)
    address = reverse("matches:match", args=[match.pk])
    assert 'id="proven"' not in html_of(client.get(address))
    resign(play_on(match, 2).pk, anna)
    page = html_of(client.get(address))
    assert "Fair draw: no one could choose the pieces." in page
    assert 'id="proven"><span class="yes">' in page
    Deal.objects.filter(pk=match.pk).update(server_value=bytes(32))
    assert "match the seal!" in html_of(client.get(address))
    assert "match the seal!" in html_of(client.get(reverse("matches:fairness", args=[match.pk])))


def test_the_accepting_page_gets_the_commitment_before_it_sends_its_value(
    anna: User, bob: User, signed_in: SignedIn
) -> None:
    mixed = offered(anna, Mix(ANNAS, new_ticket().text))
    plain = offered(anna, deals.NO_MIX, starts="challenger")
    browser = signed_in(bob)
    assert mixed.deal
    for offer, theirs in ((mixed, hashlib.sha256(ANNAS).hexdigest()), (plain, "")):
        told = browser.post(reverse("lobby:deal", args=[offer.pk])).json()
        again = browser.post(reverse("lobby:deal", args=[offer.pk])).json()
        offer.refresh_from_db()
        assert offer.deal
        assert told == again == {"ticket": "", "commitments": [[offer.deal.commitment, theirs]]}
        answer = browser.post(reverse("lobby:accept", args=[offer.pk]), {"mix": BOBS.hex(), "ticket": told["ticket"]})
        match = find_match(answer["Location"].split("/")[2])
        assert match.commitment == told["commitments"][0][0]
        assert match.mixed_by & (match.seat_of(bob) or 0)
    assert browser.post(reverse("lobby:deal", args=[mixed.pk])).status_code == 409


def test_play_now_shows_the_commitments_that_it_may_get(anna: User, bob: User, signed_in: SignedIn) -> None:
    from accounts.online import presence

    presence.touch(anna)
    waiting = signed_in(anna)
    seen = waiting.post(reverse("lobby:deals"), {"game": "summy", "pace": "live"}).json()
    waiting.post(
        reverse("lobby:play_now"), {"game": "summy", "pace": "live", "mix": ANNAS.hex(), "ticket": seen["ticket"]}
    )
    offer = Offer.objects.get(challenger=anna)
    assert offer.deal
    assert [offer.deal.commitment, ""] in seen["commitments"]
    browser = signed_in(bob)
    known = browser.post(reverse("lobby:deals"), {"game": "summy", "pace": "live"}).json()
    assert known["commitments"][0] == [offer.deal.commitment, hashlib.sha256(ANNAS).hexdigest()]
    assert len(known["commitments"]) == 2
    answer = browser.post(
        reverse("lobby:play_now"), {"game": "summy", "pace": "live", "mix": BOBS.hex(), "ticket": known["ticket"]}
    )
    match = find_match(answer["Location"].split("/")[2])
    assert match.commitment == offer.deal.commitment
    assert match.mixed_by == 3


def test_no_one_gets_a_secret_by_asking(client: Client, anna: User) -> None:
    offer = offered(anna, Mix(ANNAS, new_ticket().text))
    assert offer.deal
    ticket = client.post(reverse("matches:deal"))
    told = [client.post(path).content for path in (reverse("lobby:deal", args=[offer.pk]), reverse("lobby:deals"))]
    match_id = ticket.json()["ticket"].split(":")[0]
    assert ticket.json()["commitments"] == [[commitment_to(deals.server_value_of(match_id), match_id), ""]]
    secrets = [bytes(offer.deal.server_value), ANNAS, deals.server_value_of(match_id)]
    for content in (ticket.content, *told):
        assert not any(secret.hex().encode() in content for secret in secrets)
    assert client.get(reverse("matches:deal")).status_code == 405


def test_a_rematch_is_mixed_by_both_under_the_commitment_of_the_first_to_ask(
    anna: User, bob: User, signed_in: SignedIn
) -> None:
    match = mixed_match(anna, bob)
    resign(play_on(match, 2).pk, anna)
    asking, answering = signed_in(anna), signed_in(bob)
    address, deal = (reverse(f"matches:{name}", args=[match.pk]) for name in ("rematch", "rematch_deal"))
    seen = asking.post(deal).json()
    asking.post(address, {"starter": "2", "mix": ANNAS.hex(), "ticket": seen["ticket"]})
    known = answering.post(deal).json()
    assert known["commitments"][0] == [seen["commitments"][-1][0], hashlib.sha256(ANNAS).hexdigest()]
    answering.post(address, {"mix": BOBS.hex(), "ticket": known["ticket"]})
    again = find_match(match.pk).rematch
    assert again
    assert again.commitment == seen["commitments"][-1][0]
    values = Deal.objects.get(pk=again.pk)
    assert again.mixed_by == 3
    assert bytes(values.first_value if again.first == anna else values.second_value) == ANNAS


def test_the_other_way_round_begins_with_a_deal_of_its_own(anna: User, bob: User) -> None:
    match = mixed_match(anna, bob)
    resign(play_on(match, 2).pk, anna)
    offer_rematch(match.pk, anna, Seat.FIRST, mix=Mix(ANNAS, new_ticket().text))
    counter = new_ticket()
    offer_rematch(match.pk, bob, Seat.SECOND, mix=Mix(BOBS, counter.text))
    again = offer_rematch(match.pk, anna, mix=Mix(ANNAS))
    assert again
    assert again.commitment == counter.commitment
    assert again.mixed_by == 3


def test_exporting_many_matches_takes_as_many_queries_as_one(anna: User, bob: User) -> None:
    def queries() -> int:
        match = mixed_match(anna, bob)
        resign(play_on(match, 2).pk, anna)
        with CaptureQueriesContext(connection) as ran:
            assert list(exports.matches_of(anna))[-1]["deal"] == "2"
        return len(ran)

    assert queries() == queries() == queries()


def test_a_computer_mixes_nothing_in_and_the_player_does(anna: User) -> None:
    ticket = new_ticket()
    match = begin_match(anna, "summy", 1, mix=Mix(ANNAS, ticket.text))
    assert match.commitment == ticket.commitment
    assert match.mixed_by == match.seat_of(anna)


def test_each_way_to_a_computer_mixes_the_players_value_in(anna: User, bob: User, signed_in: SignedIn) -> None:
    over = resign(play_on(mixed_match(anna, bob), 3).pk, anna)
    browser = signed_in(anna)
    for name, told in (("meanwhile", ["summy"]), ("play", ["digifeud", 1]), ("play_on", [over.pk, 2])):
        sent = {"mix": ANNAS.hex(), "ticket": new_ticket().text, "level": "1"}
        answer = browser.post(reverse(f"computers:{name}", args=told), sent)
        match = find_match(answer["Location"].split("/")[2])
        assert (name, match.mixed_by) == (name, match.seat_of(anna))


def test_a_file_holds_the_values_only_after_the_end(anna: User, bob: User) -> None:
    match = play_on(mixed_match(anna, bob), 3)
    deal = Deal.objects.get(pk=match.pk)
    secret = [bytes(value).hex() for value in (deal.server_value, ANNAS, BOBS, match.seed)]
    for seat in (None, *Seat):
        assert not any(value in exports.as_text(match, seat) for value in secret)
    match = resign(match.pk, anna)
    text = exports.as_text(match, None)
    assert all(value in text for value in secret)
    for content in (text, json.dumps(exports.as_data(match, None))):
        found = read(content)
        assert found.deal
        assert found.deal.by_chance
        verify(found)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[Server ", "[Server 00", "is not a valid value"),
        ("[Mixed ", "[Mixed - ", "is not a valid value"),
        ("[Deal 2]", "[Deal 3]", "is not a valid value"),
        ("[Start chance]", "[Start luck]", "is not a valid value"),
        ("[Deal 2]\n", "", "doesn’t match the seal"),
        ("[Match ", "[Match x", "doesn’t match the seal"),
        (ANNAS.hex(), "xyz", "is not a valid value"),
        (ANNAS.hex(), "-", "does not follow from the values"),
    ],
)
def test_a_changed_file_is_refused(anna: User, bob: User, old: str, new: str, sentence: str) -> None:
    match = resign(play_on(mixed_match(anna, bob), 2).pk, anna)
    with pytest.raises(Unreadable, match=sentence):
        verify(read(exports.as_text(match, None).replace(old, new, 1)))


def test_a_file_whose_players_changed_seats_is_refused(anna: User, bob: User) -> None:
    match = resign(play_on(mixed_match(anna, bob), 2).pk, anna)
    data = exports.as_data(match, None)
    data["mixed"] = " ".join(reversed(str(data["mixed"]).split(" ")))
    with pytest.raises(Unreadable, match="the other player would have begun"):
        verify(read(json.dumps(data)))


def test_who_was_to_begin_is_checked_only_where_two_values_decided(anna: User, bob: User) -> None:
    """Not where the players had agreed on it, nor where both browsers mixed the same value in."""
    for starts in ("challenger", "opponent"):
        match = accept_offer(offered(anna, Mix(ANNAS, new_ticket().text), starts=starts).pk, bob, mix=Mix(BOBS))
        file = read(exports.as_text(resign(play_on(match, 2).pk, anna), None))
        assert file.deal
        assert not file.deal.by_chance
        verify(file)
    match = accept_offer(offered(anna, Mix(ANNAS, new_ticket().text)).pk, bob, mix=Mix(ANNAS))
    file = read(exports.as_text(resign(play_on(match, 2).pk, anna), None))
    assert file.deal
    assert (file.deal.by_chance, *file.deal.values) == (True, ANNAS.hex(), ANNAS.hex())
    for _try in range(8):
        verify(file)


def test_matches_from_before_keep_their_seed(anna: User, bob: User) -> None:
    match = start_match(
        game_slug="summy",
        options=games()["summy"].options_type(),
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
    )
    Deal.objects.all().delete()  # as it was before there were deals
    match = resign(play_on(match, 3).pk, anna)
    assert exports.prove(match).holds
    text = exports.as_text(match, None)
    assert "Deal" not in text
    verify(read(text))
    assert verifier().deals(verifier().read(text))
