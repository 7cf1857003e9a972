"""Social app: chat, following, muting, reports and moderation."""
