"""The rules page of a game."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.catalogue import games
from tests.html import html_of


@pytest.mark.parametrize("slug", games())
def test_every_game_tells_its_rules(db: None, client: Client, slug: str) -> None:
    page = client.get(reverse("rules", args=[slug])).content.decode()
    assert f"<h1>{games()[slug].name}</h1>" in html_of(page)
    assert f'name="game" value="{slug}"' in page


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_a_board_is_seen_before_the_rules_go_into_detail(db: None, client: Client, slug: str) -> None:
    page = client.get(reverse("rules", args=[slug])).content.decode()
    turn = page.index(">A turn<")
    assert page.index('class="board-picture"') < page.index('class="lead"') < turn
    assert page.index('<figure class="still">', turn) < page.index("<ul>", turn)


def test_digifeud_explains_its_squares_and_names_its_house_rules(db: None, client: Client) -> None:
    page = client.get(reverse("rules", args=["digifeud"])).content.decode()
    assert "House rules" in page
    assert "counts double" in page


LANGUAGES = ("en", "nl", "de")
SENTENCES = {
    "digifeud": (
        (
            "gives both players a score, and the winner 4 to 16",
            "Your strength is your place among all players by the total",
            "or run out of time, you lose, whatever the points. You end with 1 point",
            "Coloured squares add to that, but only once, in the turn that first covers them:",
            "The match does not count for score and strength.",
            "a number that is already there may have two",
            "You can’t swap tiles.",
            "The usual choice is + − × in two directions.",
            "A loss gives a score of 0 to 3, a draw 2 to 5",
        ),
        (
            "geeft beide spelers een score, de winnaar 4 tot en met 16",
            "Je sterkte is je plaats onder alle spelers volgens het totaal",
            "is je tijd om, dan verlies je, wat de stand ook is. Je eindigt met 1 punt",
            "maar slechts één keer: in de beurt waarin ze voor het eerst worden bedekt.",
            "De partij telt niet voor score en sterkte.",
            "een getal dat er al ligt, mag er twee hebben",
            "Stenen ruilen kan niet.",
            "Gewoon is + − × in twee richtingen.",
            "Verlies geeft een score van 0 tot en met 3",
        ),
        (
            "gibt beiden Spielern einen Score, dem Sieger 4 bis 16",
            "Deine Stärke ist dein Platz unter allen Spielern nach der Summe",
            "läuft deine Zeit ab, verlierst du, wie es auch steht. Du endest mit 1 Punkt",
            "Farbige Felder bringen mehr, aber nur einmal: in dem Zug, der sie zuerst belegt.",
            "Die Partie zählt nicht für Score und Stärke.",
            "eine, die schon daliegt, darf zwei haben",
            "Steine tauschen kannst du nicht.",
            "Üblich sind + − × in zwei Richtungen.",
            "Eine Niederlage gibt einen Score von 0 bis 3",
        ),
    ),
    "tenbyten": (
        (
            "28 chips: seven each of 1, 2, 3 and 4. At the start of a game one is on the centre",
            "The order of the groups does not matter.",
            "Three drawn games in a row make the match a draw.",
            "A group may lie in any diagonal, long or short.",
            "With ten captured chips or more you win the game, even if the container is empty.",
            "You draw the extra chips for blue squares, as many as the container has.",
            "Of several groups you may capture more than one in a turn, one after another.",
        ),
        (
            "28 fiches: van 1, 2, 3 en 4 elk zeven. Bij het begin van een ronde ligt er één op het midden",
            "De volgorde van de groepen maakt niet uit.",
            "Drie keer remise achter elkaar, en de hele partij is remise.",
            "Een groep mag in elke diagonaal liggen, lang of kort.",
            "Met tien veroverde fiches of meer win je de ronde, ook als de voorraad leeg is.",
            "Van meer groepen mag je er in één beurt meer dan één veroveren, de een na de ander.",
            "Je mag ook niets veroveren.",
        ),
        (
            "28 Chips: je sieben mit 1, 2, 3 und 4. Zu Beginn einer Runde liegt einer in der Mitte",
            "Die Reihenfolge der Gruppen ist egal.",
            "Drei unentschiedene Runden hintereinander, und die Partie ist unentschieden.",
            "Eine Gruppe darf in jeder Diagonale liegen, ob lang oder kurz.",
            "Mit zehn erbeuteten Chips oder mehr gewinnst du die Runde, auch wenn der Vorrat leer ist.",
            "Von mehreren Gruppen darfst du in einem Zug mehr als eine erbeuten, eine nach der anderen.",
            "Du darfst auch nichts erbeuten.",
        ),
    ),
    "sudoku": (
        (
            "81 tiles, nine of each digit",
            "each digit once, and one in every row, column and block",
            "The nine tiles at the start have each digit once, and one is in each block.",
            "A wrong tile is out of the game. Only the player who draws a tile sees it.",
        ),
        (
            "81 stenen, negen van elk cijfer",
            "elk cijfer één keer, één in elke rij, kolom en blok",
            "Op de negen stenen bij het begin staat elk cijfer één keer, en in elk blok ligt er één.",
            "Een foute steen doet niet meer mee. Alleen wie een steen trekt, ziet die.",
        ),
        (
            "81 Steine, neun von jeder Ziffer",
            "eine in jeder Zeile, jeder Spalte und jedem Block",
            "Die neun Steine zu Beginn zeigen jede Ziffer einmal, und in jedem Block liegt einer.",
            "Ein falscher Stein ist aus dem Spiel. Nur wer einen Stein zieht, sieht ihn.",
        ),
    ),
    "summy": (
        (
            "A number has no sign of its own",
            "A false one counts nothing and gets no grey pieces.",
            "after drawing, even in an exchange, that was your last move.",
            "A step of a sum may give a fraction",
            "If you exchange when the stock is empty, your pieces are gone.",
        ),
        (
            "Een getal heeft geen eigen teken",
            "Een foute som telt niet en krijgt geen grijze stenen.",
            "na het trekken, ook bij ruilen, vier stenen of minder, dan was dat je laatste zet.",
        ),
        (
            "Zahlen haben kein Vorzeichen",
            "Eine falsche zählt nichts und bekommt keine grauen Steine.",
            "nach dem Ziehen, auch beim Tauschen, vier Steine oder weniger, war das dein letzter Zug.",
        ),
    ),
}
WHATEVER = (
    "If you resign or run out of time, you lose, whatever the points.",
    "Geef je op of is je tijd om, dan verlies je, wat de stand ook is.",
    "Gibst du auf oder läuft deine Zeit ab, verlierst du, wie es auch steht.",
)
SHARED = (
    (
        "You have 72 hours per move",
        "Automatic vacation adds at most 48 hours per player and match.",
        "the match is cancelled instead and does not count. From the first move on, it counts.",
    ),
    (
        "Je hebt 72 uur per zet",
        "Automatische vakantie geeft per speler en partij hoogstens 48 uur extra.",
        "wordt de partij dan afgebroken en telt die niet. Vanaf de eerste zet telt de partij wel.",
    ),
    (
        "Du hast 72 Stunden pro Zug",
        "Automatischer Urlaub gibt pro Spieler und Partie höchstens 48 Stunden dazu.",
        "wird die Partie stattdessen abgebrochen und zählt nicht. Ab dem ersten Zug zählt sie.",
    ),
)
FACE_DOWN = (
    "The second player’s hand stays face down until the first move.",
    "De hand van de tweede speler blijft gesloten tot de eerste zet.",
    "Die Hand des zweiten Spielers bleibt bis zum ersten Zug verdeckt.",
)
NO_MORE = ("auch nichts nehmen", "Je mag ook niets nemen", "in the order taken", "voor het eerste getal staat")


def page_in(client: Client, path: str, language: str) -> str:
    answer = client.get(path, headers={"accept-language": language})
    return " ".join(strip_tags(answer.content.decode()).split())


@pytest.mark.parametrize("number", range(3), ids=LANGUAGES)
@pytest.mark.parametrize("slug", SENTENCES)
def test_the_page_says_what_the_law_says(db: None, client: Client, slug: str, number: int) -> None:
    page = page_in(client, reverse("rules", args=[slug]), LANGUAGES[number])
    for sentence in SENTENCES[slug][number]:
        assert sentence in page
    assert not [sentence for sentence in NO_MORE if sentence in page]


@pytest.mark.parametrize("number", range(3), ids=LANGUAGES)
def test_what_all_games_share_stands_on_one_page(db: None, client: Client, number: int) -> None:
    page = page_in(client, reverse("information:house-rules"), LANGUAGES[number])
    for sentence in (*SHARED[number], WHATEVER[number], FACE_DOWN[number]):
        assert sentence in page


@pytest.mark.parametrize("slug", SENTENCES)
def test_the_house_rules_of_a_game_lead_to_those_of_all(db: None, client: Client, slug: str) -> None:
    house = client.get(reverse("rules", args=[slug])).content.decode().partition(">House rules</summary>")[2]
    assert f'href="{reverse("information:house-rules")}"' in house.partition("</article>")[0]


def test_no_such_game(db: None, client: Client) -> None:
    assert client.get(reverse("rules", args=["nosuchgame"])).status_code == 404
