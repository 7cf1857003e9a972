"""Passwords that are easily guessed here, or have been stolen elsewhere, are refused."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from numgames import passwords
from numgames.passwords import BackgroundHasher
from tests.conftest import PASSWORD

SIGN_UP = "/accounts/signup/"

OWN = [
    "numgames1",
    "NumGames!2026",
    "summy2026",
    "sudoku-duel-1",
    "10 by 10 2026",
    "Digifeud99",
    "victimzz1",
    "Victim!1999",
]
STOLEN = ["password123456", "qwertyuiop123", "iloveyou1234"]  # longer than those in Django's list


@pytest.mark.parametrize("password", OWN)
def test_words_of_the_site_and_the_name_do_not_make_a_password(newcomer: Client, password: str) -> None:
    answer = newcomer.post(SIGN_UP, {"username": "victim", "password1": password})
    assertContains(answer, "the name of the site, a game or your own")
    assert not User.objects.exists()


@pytest.mark.parametrize("password", STOLEN)
def test_a_stolen_password_is_refused(newcomer: Client, password: str) -> None:
    answer = newcomer.post(SIGN_UP, {"username": "victim", "password1": password})
    assertContains(answer, "list of stolen passwords")
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["numgames is what I play", "victim of a wet summer", "kuzopitaxe", PASSWORD])
def test_with_enough_else_they_may_be_in_it(newcomer: Client, password: str) -> None:
    newcomer.post(SIGN_UP, {"username": "victim", "password1": password})
    assert User.objects.get().check_password(password)


@pytest.mark.parametrize(("language", "why"), [("nl", "gestolen wachtwoorden"), ("de", "gestohlener Passwörter")])
def test_the_reason_is_told_in_the_visitors_language(newcomer: Client, language: str, why: str) -> None:
    form = {"username": "victim", "password1": STOLEN[0]}
    assertContains(newcomer.post(SIGN_UP, form, headers={"Accept-Language": language}), why)


def test_the_same_holds_for_a_new_password(anna: User, signed_in: Callable[[User], Client]) -> None:
    form = {"oldpassword": PASSWORD, "password1": "annayy77", "password2": "annayy77"}
    answer = signed_in(anna).post("/accounts/password/change/", form)
    assertContains(answer, "the name of the site, a game or your own")


def test_hashes_are_made_where_play_does_not_feel_it() -> None:
    hasher, usual = BackgroundHasher(), Argon2PasswordHasher()
    salt = hasher.salt()
    made = usual.encode(PASSWORD, salt)
    assert hasher.encode(PASSWORD, salt) == made
    assert hasher.verify(PASSWORD, made)
    assert not hasher.verify("another one", made)
    niceness = passwords._threads.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    assert niceness == min(19, os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) + passwords.GIVES_WAY)
