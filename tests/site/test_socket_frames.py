"""The frames of websockets that the server composes itself, read by another library."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from numgames.serving.slow_readers import BoundedSocket


def frame_of(data: bytes) -> Frame:
    """Parse the bytes of one whole frame."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as parsed:
        next(parsing)
    assert not reader.buffer
    frame: Frame = parsed.value.value
    return frame


@pytest.mark.parametrize("size", [1, 125, 126, 255, 256, 0xFFFF])
def test_a_text_arrives_whole(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    socket = BoundedSocket()
    socket.state, socket._perMessageCompress = socket.STATE_OPEN, None
    monkeypatch.setattr(socket, "sendData", sent.append)
    text = "é" * (size // 2) + "x" * (size % 2)
    socket.handle_reply({"type": "websocket.send", "text": text})
    frame = frame_of(b"".join(sent))
    assert (frame.opcode, frame.fin, bytes(frame.data).decode()) == (Opcode.TEXT, True, text)
