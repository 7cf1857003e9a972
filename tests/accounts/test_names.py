"""Names: validation and look-alikes."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from accounts.models import User
from accounts.names import check_name, name_key, tidy_name


@pytest.mark.parametrize(
    "name",
    [
        *("bob", "Ann-Marie", "Jürgen_7", "Ærøskøbing", "Łukasz", "a" * 20, "x-1", "Çağlar", "Ștefan", "Nguyễn"),
        *("Άννα", "Γιώργος", "Анна", "АННА", "Марк", "Вера", "Сергей-7", "Ґанна", "Ђорђе", "Ұлан"),
    ],
)
def test_names_that_anybody_may_have(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("al", "3 to 20"),
        ("a" * 21, "3 to 20"),
        ("7up", "begins with a letter"),
        ("-dash", "begins with a letter"),
        ("two words", "letters, digits"),
        ("аnna", "one alphabet"),  # a Cyrillic а
        ("Анna", "one alphabet"),
        ("Γιoργος", "one alphabet"),  # a Latin o
        ("Νίνα", "small letters"),  # Greek, and shown as Nina
        ("安娜安娜", "letters, digits"),
        ("ǃanna", "letters, digits"),  # a click
        ("αdмin", "one alphabet"),
        ("Админ", "reserved"),
        ("anna@home", "letters, digits"),
        ("a<b>c", "letters, digits"),
        ("anna\u200b", "letters, digits"),  # an invisible space
        ("Admin", "reserved"),
        ("Adm1n", "reserved"),
        ("Guest-Otter-42", "reserved"),
        ("deleted-7", "reserved"),
        ("NumGames", "reserved"),
        ("Mila", "reserved"),  # a computer player
        ("F1nn", "reserved"),
    ],
)
def test_names_that_no_one_may_choose(name: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        check_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna", "ANNA"),
        ("anna", "Ánnä"),
        ("lan", "Ian"),
        ("bill", "b1l|"),
        ("otto", "0tt0"),
        ("modern", "modem"),
        ("wim", "vvim"),
        ("ann-marie", "Ann_Marie"),
        ("Strasse", "Straße"),
        ("Soren", "Søren"),
        ("Ægir", "aegir"),
        ("İlker", "ilker"),
        *(("ışık", "IŞIK"), ("Işık", "isik"), ("ΓΙΏΡΓΟΣ", "γιώργος"), ("СЕРГЕЙ", "сергей")),
        *(("Άννα", "Avva"), ("АННА", "AHHA"), ("Сосо", "Coco"), ("Марк", "Mapk")),  # of another script
        ("ﬁona", "fiona"),
        ("e\u0301mile", "émile"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("anna", "hanna"), ("bob", "bobo"), ("tim5", "tim6"), ("ann", "anna"), ("Иван", "Ivan")]
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_name_is_kept_with_each_accented_letter_as_one_sign() -> None:
    assert tidy_name(" e\u0301mile ") == "émile"


def test_the_database_refuses_a_look_alike_even_if_no_one_asked(anna: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user("ANNÁ")


def test_a_new_name_takes_its_key_along(anna: User) -> None:
    anna.username = "Hannah"
    anna.save(update_fields=["username"])
    anna.refresh_from_db()
    assert anna.name_key == "hannah"


@pytest.mark.parametrize("name", ["Ánna", "admin", "7up"])
def test_createsuperuser_keeps_to_the_same_rules(anna: User, name: str) -> None:
    with pytest.raises(CommandError):
        call_command("createsuperuser", "--noinput", username=name, email="", stdout=StringIO())
    assert User.objects.count() == 1


def test_createsuperuser_makes_staff(db: None) -> None:
    call_command("createsuperuser", "--noinput", username="Petra", email="p@example.org", stdout=StringIO())
    petra = User.objects.get_by_natural_key("petra")
    assert (petra.is_staff, petra.is_superuser, petra.email) == (True, True, "p@example.org")
