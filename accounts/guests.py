"""Generated guest names, such as Guest-Otter-42."""

from __future__ import annotations

import secrets

WORDS = (
    *("Badger", "Beaver", "Bison", "Bobcat", "Camel", "Cheetah", "Comet", "Crane", "Dolphin", "Eagle"),
    *("Falcon", "Ferret", "Gecko", "Giraffe", "Hamster", "Heron", "Ibex", "Iguana", "Jackdaw", "Jaguar"),
    *("Kestrel", "Kiwi", "Koala", "Lemur", "Leopard", "Lynx", "Magpie", "Marten", "Meteor", "Narwhal"),
    *("Ocelot", "Osprey", "Otter", "Panda", "Pelican", "Penguin", "Puffin", "Quokka", "Raccoon", "Raven"),
    *("Salmon", "Seal", "Sparrow", "Swift", "Tapir", "Tiger", "Toucan", "Turtle", "Walrus", "Wombat"),
    *("Yak", "Zebra"),
)


def guest_name() -> str:
    """Return a probably free name of at most 20 characters, of a form that players cannot choose."""
    return f"Guest-{secrets.choice(WORDS)}-{secrets.randbelow(9990) + 10}"
