"""Push messages are encrypted as RFC 8291 says, shown by the example of its appendix A."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.notifications.channels.web_push import SALT, decoded, encrypt
from tests.notifications.conftest import SECRET, decrypt, point_of

MESSAGE = b"When I grow up, I want to be a watermelon"
SERVERS_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSERS_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSERS_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTHENTICATION_SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
EXAMPLES_SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), ec.SECP256R1())


def test_the_example_of_the_standard() -> None:
    body = encrypt(
        MESSAGE,
        decoded(BROWSERS_POINT),
        decoded(AUTHENTICATION_SECRET),
        key=private(SERVERS_KEY),
        salt=decoded(EXAMPLES_SALT),
    )
    assert body == decoded(BODY)


def test_the_browser_of_the_tests_reads_the_example() -> None:
    assert decrypt(decoded(BODY), private(BROWSERS_KEY), decoded(AUTHENTICATION_SECRET)) == MESSAGE


def test_each_message_has_a_key_and_a_salt_of_its_own() -> None:
    browser = ec.generate_private_key(ec.SECP256R1())
    bodies = [encrypt(json.dumps(number).encode(), point_of(browser), SECRET) for number in range(3)]
    assert [json.loads(decrypt(body, browser, SECRET)) for body in bodies] == [0, 1, 2]
    assert len({body[:SALT] for body in bodies}) == len({body[SALT + 5 : SALT + 70] for body in bodies}) == 3


def test_a_point_beside_the_curve_is_refused() -> None:
    with pytest.raises(ValueError, match="key"):
        encrypt(MESSAGE, b"\4" + b"\1" * 64, SECRET)
