"""The chat of a match for programs."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import ConfigDict, Field

from accounts.api import AccessTokens, user_of
from accounts.security import CHAT
from games.matches.api import match_at, refusals
from games.social.chat import MessageData, ReadMessage, message_data, messages_of
from games.social.services import LONGEST_TYPED, say

router = Router(tags=["chat"])
WRITES = AccessTokens(CHAT)


class Words(Schema):
    """A text, or the key of a phrase, which each reader sees in the own language. The same `key` sends it once."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"phrase": "luck", "key": "1"}]})

    text: Annotated[str, Field(max_length=LONGEST_TYPED)] = ""
    phrase: Annotated[str, Field(max_length=20)] = ""
    key: Annotated[str, Field(max_length=36)] = ""


@router.get("/matches/{match_id}/chat", response=list[MessageData], auth=WRITES, summary="The chat of a match")
def chat(request: HttpRequest, match_id: str) -> list[MessageData]:
    """Return the latest messages that you may read, the oldest first: while the match runs, those of your own room."""
    return messages_of(match_at(request, match_id), user_of(request))


@router.post("/matches/{match_id}/chat", response=MessageData, auth=WRITES, summary="Write in the chat")
def write_message(request: HttpRequest, match_id: str, words: Words) -> MessageData:
    """Write a message in your room: that of the players, or that of the spectators."""
    match, author = match_at(request, match_id), user_of(request)
    with refusals(request):
        message = say(match, author, text=words.text, phrase=words.phrase, token=words.key)
    return message_data(ReadMessage(message, mine=True))
