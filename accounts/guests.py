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
    """Return a name that is probably free, at most 20 characters. It is reserved: players cannot choose it."""
    return f"Guest-{secrets.choice(WORDS)}-{secrets.randbelow(9990) + 10}"
