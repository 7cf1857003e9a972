"""The rules page of a game."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.catalogue import games


@pytest.mark.parametrize("slug", games())
def test_every_game_tells_its_rules(db: None, client: Client, slug: str) -> None:
    page = client.get(reverse("rules", args=[slug])).content.decode()
    assert f"<h1>{games()[slug].name}</h1>" in page
    assert f'name="game" value="{slug}"' in page


def test_digifeud_explains_its_squares_and_names_its_house_rules(db: None, client: Client) -> None:
    page = client.get(reverse("rules", args=["digifeud"])).content.decode()
    assert "House rules" in page
    assert "counts double" in page


LANGUAGES = ("en", "nl", "de")
SAID = {
    "digifeud": (
        (
            "brings the winner a score of 4 to 16",
            "your strength is your place among all players by that total",
            "make no move within 72 hours",
            "the match counts for no score and no strength for both of you",
            "The rating counts a match that is resigned or lost on time as a loss and a win",
            "A loss brings a score of 0 to 3, a draw 2 to 5",
        ),
        (
            "levert de winnaar een score van 4 tot 16 op",
            "je sterkte is je plaats onder alle spelers volgens dat totaal",
            "binnen 72 uur geen zet",
            "de partij telt voor jullie allebei niet voor score en sterkte",
            "Voor de rating telt een partij die is opgegeven of op tijd verloren als verlies en winst",
            "Verlies levert een score van 0 tot 3 op",
        ),
        (
            "bringt dem Gewinner einen Score von 4 bis 16",
            "deine Stärke ist dein Platz unter allen Spielern nach dieser Summe",
            "nicht innerhalb von 72 Stunden",
            "die Partie zählt für euch beide nicht für Score und Stärke",
            "Für die Wertung zählt eine aufgegebene oder durch Zeit verlorene Partie als Niederlage und Sieg",
            "Eine Niederlage bringt einen Score von 0 bis 3",
        ),
    ),
    "tenbyten": (
        (
            "28 chips: seven each of 1, 2, 3 and 4. At the start of a game one lies on the centre",
            "The order of the groups means nothing.",
            "After three drawn games in a row the match is a draw.",
        ),
        (
            "28 fiches: zeven van elk van 1, 2, 3 en 4. Bij het begin van een spel ligt er één op het midden",
            "De volgorde van de groepen betekent niets.",
            "Na drie keer remise achter elkaar is de hele partij remise.",
            "Je mag de groep ook laten liggen.",
        ),
        (
            "28 Chips: je sieben mit 1, 2, 3 und 4. Zu Beginn eines Spiels liegt einer in der Mitte",
            "Die Reihenfolge der Gruppen bedeutet nichts.",
            "Nach drei unentschiedenen Spielen hintereinander ist die Partie unentschieden.",
            "Du darfst die Gruppe auch liegen lassen.",
        ),
    ),
    "sudoku": (
        ("81 tiles, nine of each digit", "the digits 1 to 9 once each, one in every row, column and block"),
        ("81 tegels, negen van elk cijfer", "één in elke rij, elke kolom en elk blok"),
        ("81 Plättchen, neun von jeder Ziffer", "eine in jeder Zeile, jeder Spalte und jedem Block"),
    ),
    "summy": (
        ("no sign stands before a number",),
        ("vóór een getal staat nooit een teken",),
        ("keine Zahl hat ein Vorzeichen",),
    ),
}
WHATEVER = (
    "If you resign or run out of time, you lose, whatever the points.",
    "Geef je op of is je tijd om, dan verlies je, wat de stand ook is.",
    "Gibst du auf oder läuft deine Zeit ab, dann verlierst du, wie es auch steht.",
)
SHARED = (
    (
        "You have 72 hours for each move",
        "Automatic vacation adds at most 48 hours per player and match.",
        "the match is cancelled and counts for nothing. From the first move on it counts.",
    ),
    (
        "Je hebt 72 uur voor elke zet",
        "Automatische vakantie geeft per speler en partij hoogstens 48 uur extra.",
        "dan wordt de partij afgebroken en telt ze nergens voor. Vanaf de eerste zet telt ze.",
    ),
    (
        "Du hast 72 Stunden für jeden Zug",
        "Automatischer Urlaub gibt pro Spieler und Partie höchstens 48 Stunden dazu.",
        "dann wird die Partie abgebrochen und zählt nicht. Ab dem ersten Zug zählt sie.",
    ),
)
FACE_DOWN = (
    "The second player’s hand lies face down until the first move is made.",
    "De hand van de tweede speler ligt gesloten tot de eerste zet is gedaan.",
    "Die Hand des zweiten Spielers liegt verdeckt, bis der erste Zug gemacht ist.",
)
HOUSE_RULES = ("House rules", "Huisregels", "Hausregeln")
NO_MORE = ("auch nichts nehmen", "Je mag ook niets nemen", "in the order taken", "voor het eerste getal staat")


def page_in(client: Client, slug: str, language: str) -> str:
    answer = client.get(reverse("rules", args=[slug]), headers={"accept-language": language})
    return " ".join(strip_tags(answer.content.decode()).split())


@pytest.mark.parametrize("number", range(3), ids=LANGUAGES)
@pytest.mark.parametrize("slug", SAID)
def test_the_page_says_what_the_law_says(db: None, client: Client, slug: str, number: int) -> None:
    page = page_in(client, slug, LANGUAGES[number])
    for sentence in SAID[slug][number]:
        assert sentence in page
    assert not [sentence for sentence in NO_MORE if sentence in page]


@pytest.mark.parametrize("number", range(3), ids=LANGUAGES)
@pytest.mark.parametrize("slug", SAID)
def test_what_is_ours_stands_under_house_rules(db: None, client: Client, slug: str, number: int) -> None:
    house = page_in(client, slug, LANGUAGES[number]).partition(f" {HOUSE_RULES[number]} ")[2]
    for sentence in SHARED[number]:
        assert sentence in house
    assert (WHATEVER[number] in house) is (slug != "digifeud")  # there the original rules say it
    assert (FACE_DOWN[number] in house) is (slug != "sudoku")  # there a player draws only at the start of a turn


def test_no_such_game(db: None, client: Client) -> None:
    assert client.get(reverse("rules", args=["nosuchgame"])).status_code == 404
