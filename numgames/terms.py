"""Words that sentences for players no longer use, in each language, and what is said instead.

`manage.py translations` refuses them, in the English sentences and in their translations. One thing has one name:
docs/languages.md has the list of the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

RETIRED: dict[str, dict[str, str]] = {
    "en": {
        r"anew": "again",
        r"called off": "cancelled",
        r"conversations?": "chat",
        r"notices?": "notification",
        r"shuts? out": "block",
        r"for want of": "without",
        r"over days": "correspondence",
        r"whoever": "anyone",
        r"somebody else": "someone else",
        r"at stake": "rated or casual",
        r"days off": "vacation",
        r"deviation": "uncertainty",
        r"dearest": "costliest",
        r"(no|some|every)body": "no one, someone, everyone",
        r"go(es)? on from": "continue from",
        r"lately": "recently",
        r"recall": "take back",
        r"stands in for": "replace",
        r"find help from": "detect help from",
        r"covers? (it|them|the squares?) first": "only once",
    },
    "nl": {
        r"over (meerdere )?dagen": "correspondentie",
        r"loting(en)?": "trekken",
        r"geloot": "getrokken",
        r"vrijblijvende?": "vriendschappelijk",
        r"afgelast": "afgebroken",
        r"afwijking": "onzekerheid",
        r"gesprek(ken)?": "chat",
        r"uitnodiging(en)?": "uitdaging",
        r"vrije dagen": "vakantie",
        r"gelijkspel": "remise",
        r"gewaardeerde?": "met rating",
        r"waardering(en)?": "rating",
        r"mag leeg blijven": "optioneel",
        r"sudoku duel": "Sudokuduel",
        r"(ge)?claim(d|en|t)?": "opeisen",
        r"om de rating": "met rating",
        r"cijferfiches?": "cijfersteen",
        r"medewerkers": "beheerders",
        r"hulp van programma’s te vinden": "zien of een programma heeft geholpen",
        r"trekt de stenen mee": "doet mee met trekken",
        r"u\s+\d*\s*m": "min",
    },
    "de": {
        r"über Tage": "Fernpartie",
        r"Gegenseite": "Gegner",
        r"gegnerische[nrs]?": "des Gegners",
        r"eine Seite hat|siegreiche Seite|erste[nr]? Seite|zweite[nr]? Seite": "Spieler",
        r"Person(en)?": "Spieler",
        r"Auslosung(en)?": "Ziehen",
        r"Blockaden?": "Blockierung",
        r"freiwillig": "optional",
        r"Reihe (oder|und) Spalte|Reihe, (eine )?Spalte|Reihe \d+": "Zeile",
        r"Remis": "Unentschieden",
        r"Einladung(en)?": "Herausforderung",
        r"freie[n]? Tage": "Urlaub",
        r"Unterhaltung(en)?": "Chat",
        r"sudoku duel": "Sudoku-Duell",
        r"Spielende[nr]?|Zuschauende[nr]?": "Spieler, Zuschauer",
        r"durch Zeit": "auf Zeit",
        r"Wertungspartien?": "gewertete Partie",
        r"Gewinner": "Sieger",
        r"her(gab(en)?|gibt|geben|gegeben|zugeben)|(gab(en)?|gibt|geben) [^.:;]*\bher": "verschenken, kosten",
        r"Hilfe von Programmen zu finden": "erkennen, ob ein Programm geholfen hat",
        r"zieht die Steine mit": "wirkt beim Ziehen mit",
        # A "Tipp" is a hint: its plain form is that noun, so the verb is written with an e.
        r"tipp (auf|de[nr]|die|das|einen?|jede[ns]?|erst|hier|nur)|noch ein Tipp|(?-i:tipp)": "antippen, eingeben",
        r"(ab|ein)tipp(e|en|st)|tippst|(ab|ein)?getippte?[nrs]?": "eingeben",
    },
}


# In translations of a sentence with the first word: a word that means another thing, and what is said instead.
MISTAKEN: dict[str, dict[tuple[str, str], str]] = {
    "de": {(r"sites?", r"Seiten?"): "Website"},
}

PLACE = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^>]*>")
_PATTERNS = {
    language: {re.compile(rf"\b(?:{word})\b", re.IGNORECASE): instead for word, instead in words.items()}
    for language, words in RETIRED.items()
}


def retired_words(language: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each retired word in this sentence of the language, with the word to use instead; skip placeholders."""
    plain = PLACE.sub(" ", text)
    for pattern, instead in _PATTERNS.get(language, {}).items():
        for match in pattern.finditer(plain):
            yield match[0], instead


def mistaken_words(language: str, original: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each word that translates the English sentence wrongly, with the word to use instead."""
    for (word, wrong), instead in MISTAKEN.get(language, {}).items():
        if not re.search(rf"\b(?:{word})\b", original, re.IGNORECASE) or re.search(rf"\b{instead}", text):
            continue
        if match := re.search(rf"\b(?:{wrong})\b", text):
            yield match[0], instead
