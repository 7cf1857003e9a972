"""The public log of commitments: every line follows from the one before it, and a changed one is found."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.fairness import commitment_log
from games.fairness.commitment_log import BATCH, faults, lines, number_lines
from games.lobby.services import accept_offer, make_offer
from games.matches.files import exports
from games.matches.models import Deal, Match
from games.matches.play.deals import Mix, new_deal, new_ticket
from games.matches.play.services import resign
from tests.fairness.redealing import verifier
from tests.matches.conftest import play_on

pytestmark = pytest.mark.sql

ANNAS, BOBS = b"a" * 32, b"b" * 32


@pytest.fixture
def mixed(anna: User, bob: User) -> Match:
    """Return a finished match that both browsers mixed."""
    options = games()["digifeud"].options_type()
    offer = make_offer(challenger=anna, game_slug="digifeud", options=options, mix=Mix(ANNAS, new_ticket().text))
    return resign(play_on(accept_offer(offer.pk, bob, mix=Mix(BOBS)), 3).pk, anna)


def log() -> str:
    while number_lines():
        pass
    return "".join(lines())


def test_every_deal_gets_a_line_chained_to_the_one_before(mixed: Match, match: Match) -> None:
    found = log().splitlines()
    assert {line.split(" ")[1] for line in found} == {mixed.commitment, match.commitment}
    before = "0" * 64
    for line in found:
        rest, _space, chain = line.rpartition(" ")
        assert chain == hashlib.sha256(f"{before} {rest}".encode()).hexdigest()
        before = chain
    mixes = {line.split(" ")[1]: line.split(" ")[2] for line in found}
    assert mixes == {mixed.commitment: hashlib.sha256(ANNAS).hexdigest(), match.commitment: "-"}
    assert not number_lines()
    assert faults() == []


def test_a_line_is_written_before_the_second_value_is_known(anna: User, bob: User) -> None:
    options = games()["summy"].options_type()
    offer = make_offer(challenger=anna, game_slug="summy", options=options, mix=Mix(ANNAS, new_ticket().text))
    before = log()
    match = accept_offer(offer.pk, bob, mix=Mix(BOBS))
    assert match.commitment in before
    assert log() == before
    assert faults() == []


def test_the_download_holds_many_batches_and_a_part_of_them(client: Client, db: None) -> None:
    made = timezone.now()
    Deal.objects.bulk_create(
        Deal(match_id=f"m{number:09}", commitment=f"{number:064x}", made_at=made) for number in range(2 * BATCH + 3)
    )
    text = log()
    answer = client.get("/fairness/log.txt")
    assert b"".join(answer.streaming_content).decode() == text  # type: ignore[attr-defined]  # not in the stubs
    assert len(text.splitlines()) == 2 * BATCH + 3
    part = client.get("/fairness/log.txt?from=7&to=8")
    wanted = "".join(text.splitlines(keepends=True)[6:8])
    assert b"".join(part.streaming_content).decode() == wanted  # type: ignore[attr-defined]  # not in the stubs
    rest = client.get("/fairness/log.txt?from=nonsense&to=99999999999999999999")
    assert b"".join(rest.streaming_content).decode() == text  # type: ignore[attr-defined]  # not in the stubs


@pytest.mark.parametrize("column", ["commitment", "chain", "proposal_hash"])
def test_a_changed_line_is_found(match: Match, mixed: Match, column: str) -> None:
    log()
    Deal.objects.filter(number=1).update(**{column: "f" * 64})
    assert any("does not follow from the line before it" in fault for fault in faults())
    with pytest.raises(CommandError, match="faults in the log"):
        call_command("check_commitments")
    with pytest.raises(verifier().Fault, match="does not follow"):
        verifier().log_of("".join(lines()))


def test_a_missing_line_is_found(match: Match, mixed: Match) -> None:
    log()
    Deal.objects.filter(number=1).delete()
    assert "lines 1 to 1 are missing" in faults()
    assert any("has no line" in fault for fault in faults())
    with pytest.raises(verifier().Fault, match="line 1 of the log is missing"):
        verifier().log_of("".join(lines()))


def test_each_gap_is_told_once_and_the_lines_after_it_are_checked_on(db: None) -> None:
    deals = [Deal(match_id=f"m{n:09}", commitment=f"{n:064x}", made_at=timezone.now()) for n in range(9)]
    Deal.objects.bulk_create(deals)
    log()
    Deal.objects.filter(number__in=(2, 5, 6)).delete()
    Deal.objects.filter(number=8).update(proposal_hash="f" * 64)
    assert faults() == [
        "lines 2 to 2 are missing",
        "line 3 does not follow from the line before it",
        "lines 5 to 6 are missing",
        "line 7 does not follow from the line before it",
        "line 8 does not follow from the line before it",
    ]


def test_a_chain_written_again_from_the_change_on_differs_from_an_older_download(match: Match, mixed: Match) -> None:
    older = log()
    Deal.objects.update(number=None, chain="")
    Deal.objects.filter(pk=match.pk).update(commitment="f" * 64)
    assert not set(older.splitlines()[-1:]) & set(log().splitlines())
    assert any(f"the match {match.pk} has no line" in fault for fault in faults())


def test_a_whole_log_is_called_so(match: Match, mixed: Match, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_commitments")
    assert "The log of commitments is whole." in capsys.readouterr().out


def test_of_two_schedulers_one_numbers_a_line(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def quicker(*found: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(Deal.objects, "bulk_update", quicker)
    assert commitment_log.number_lines()  # and tries again
    assert Deal.objects.filter(number=None).exists()


def test_the_script_wants_the_match_in_the_log(mixed: Match, tmp_path: Path) -> None:
    script, text = verifier(), exports.as_text(mixed, None)
    known = script.log_of(log())
    match = script.read(text)
    assert script.deals(match)
    script.check_line(match, known)
    with pytest.raises(script.Fault, match="no line with the commitment"):
        script.check_line(match, script.log_of(""))
    with pytest.raises(script.Fault, match="had mixed in"):
        script.check_line({**match, "mixed": f"{BOBS.hex()} {BOBS.hex()}"}, known)


def test_lines_hold_no_secret(db: None) -> None:
    deal = new_deal(ANNAS)
    deal.save()
    text = log()
    assert bytes(deal.server_value).hex() not in text
    assert ANNAS.hex() not in text
    assert deal.match_id not in text
