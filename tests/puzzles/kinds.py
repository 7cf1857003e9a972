"""A puzzle of each kind, and what its page asks in the three languages."""

from __future__ import annotations

from typing import Any

KINDS: dict[str, tuple[str, dict[str, Any]]] = {  # arguments of `make_puzzle`
    "sum": ("digifeud", {}),
    "chance": ("tenbyten", {"by_chance": True, "kind": "chance"}),
    "defence": ("tenbyten", {"by_chance": True, "kind": "defence"}),
    "pass": ("digifeud", {"passing": True}),
    "ending": ("sudoku", {}),
    "line": ("tenbyten", {"several": True}),
}
ASKED = {
    "sum": ("scores most", "met de meeste punten", "mit den meisten Punkten"),
    "chance": ("wins most often", "het vaakst wint", "am häufigsten gewinnt"),
    "defence": ("You are behind.", "Je staat achter.", "Du liegst zurück."),
    "pass": ("Place something, or not?", "Iets leggen, of niet?", "Etwas legen oder nicht?"),
    "ending": ("think of the replies", "denk aan de antwoorden", "Denk an die Antworten"),
    "line": (
        "Find a winning move each turn.",
        "Vind elke beurt een winnende zet.",
        "Finde jedes Mal einen Zug, der gewinnt.",
    ),
}
LANGUAGES = ("en", "nl", "de")
