"""Limits for connections and requests: daphne alone has none for an address, a whole body or the time of arrival."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request
from twisted.internet import reactor as installed_reactor
from twisted.internet.base import DelayedCall
from twisted.internet.tcp import Server as Connection

from core.clients import subscriber_of
from numgames.errors import plain_html

reactor: Any = installed_reactor  # typed as the module, at run time the installed reactor

LINGER = 5.0  # seconds for the client to read the refusal and stop sending


class LimitedRequest(WebRequest):  # type: ignore[misc]  # daphne comes without types
    """A request whose body may have `largest` bytes; a larger one is answered with 413 at once.

    After the answer, the connection stays open for a moment and discards what still arrives (lingering close). If it
    were closed at once, it would be reset, and a client that is still sending would not see the answer.
    """

    largest = 0
    received = 0
    refused = False
    lingering: DelayedCall | None = None

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Take the announced length, None for chunked bodies; called when the headers are complete."""
        self._parsePOSTFormSubmission = False  # Django parses forms; Twisted would parse them too, in the event loop
        if length is not None and length > self.largest:
            self._refuse()
        else:
            super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Store a part of the body; discard it after a refusal."""
        self.received += len(data)
        if self.received > self.largest and not self.refused:
            self._refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> Any:  # noqa: ANN401 - a Deferred, as daphne has it
        """Pass a complete request to the application; end one that was refused."""
        if self.channel is not None:
            self.channel.arrival.cancel()
        if self.refused:
            return self.finish()
        return super().process()

    def connectionLost(self, reason: Any) -> None:  # noqa: ANN401, N802 - Twisted's name and type
        """Cancel the timers."""
        self._cancel_timer()
        if self.channel is not None:
            self.channel.arrival.cancel()
        super().connectionLost(reason)

    def finish(self) -> None:
        """End the answer and cancel the timer; the next request of the connection has its time from now on."""
        self._cancel_timer()
        channel = self.channel
        super().finish()
        if channel is not None and channel.persistent:
            channel.arrival.restart()

    def handle_exception(self, exception: BaseException) -> None:
        """Answer an error of the application; abort an answer that has begun, so that it does not look complete.

        Daphne would begin a second answer, whose ValueError ends its own periodic checks.
        """
        if not self._response_started:
            super().handle_exception(exception)
        elif self.channel is not None:
            self.channel.transport.abortConnection()

    def _refuse(self) -> None:
        self.refused = True
        self.content = BytesIO()
        self.channel.persistent = False
        self.requestHeaders.removeHeader(b"expect")  # or Twisted would still ask for the body
        self.method, self.clientproto = b"POST", b"HTTP/1.1"  # not parsed yet; the answer is the same for all
        html = plain_html(413, self._language()).encode()
        self.setResponseCode(413)
        for name, value in {
            b"Server": self.server.server_name.encode(),
            b"Content-Type": b"text/html; charset=utf-8",
            b"Content-Length": b"%d" % len(html),
            b"Cache-Control": b"no-store",
            b"Connection": b"close",
        }.items():
            self.setHeader(name, value)
        self.write(html)
        self.lingering = reactor.callLater(LINGER, self.channel.transport.abortConnection)

    def _language(self) -> str:
        request = HttpRequest()
        request.COOKIES = parse_cookie(self.getHeader("cookie") or "")
        request.META["HTTP_ACCEPT_LANGUAGE"] = self.getHeader("accept-language") or ""
        return get_language_from_request(request)

    def _cancel_timer(self) -> None:
        if self.lingering and self.lingering.active():
            self.lingering.cancel()


class Arrival:
    """The time limit for the next request of a connection, headers and body together; then the connection ends.

    Twisted's own limit begins again with each byte, so that a client could hold a connection with one byte a minute.
    """

    def __init__(self, channel: Any, seconds: float) -> None:  # noqa: ANN401 - Twisted's
        """Start the time limit; `seconds` is its length."""
        self.channel = channel
        self.seconds = seconds
        self.timer: DelayedCall | None = None
        self.restart()

    def restart(self) -> None:
        """Start the time limit again, for the next request."""
        self.cancel()
        self.timer = reactor.callLater(self.seconds, self._end)

    def cancel(self) -> None:
        """Stop: the request is complete, or the connection has ended."""
        if self.timer and self.timer.active():
            self.timer.cancel()

    def _end(self) -> None:
        if self.channel.transport is not None:
            self.channel.transport.abortConnection()


class LimitedFactory(HTTPFactory):  # type: ignore[misc]  # daphne comes without types
    """A factory of a daphne server's HTTP protocols: connections of one address, size and time of requests have limits.

    The port that listens must create its transports as `CountedConnection`.
    """

    def __init__(self, server: object, largest: int, seconds: float, most: int | None = None) -> None:
        """Create the factory.

        `largest` is the limit of a request's body in bytes, `seconds` that of its arrival, `most` the number of open
        connections of one address; None without a bound, as behind a proxy, which has the address of all visitors.
        """
        super().__init__(server)
        self.seconds = seconds
        self.most = most
        self.open: Counter[str] = Counter()
        self.request_class = type("Request", (LimitedRequest,), {"largest": largest})

    def buildProtocol(self, addr: Any) -> Any:  # noqa: ANN401, N802 - Twisted's name and types
        """Return the protocol for a new connection; None, which closes it, if its address has too many."""
        address = subscriber_of(addr.host)
        if self.most is not None and self.open[address] >= self.most:
            return None
        self.open[address] += 1
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = self.request_class
        channel = protocol._channel  # of HTTP/1; Twisted's wrapper chooses it when it begins
        channel.arrival = Arrival(channel, self.seconds)
        return protocol

    def forget(self, address: str) -> None:
        """Count one connection of this address less."""
        counted = subscriber_of(address)
        self.open[counted] -= 1
        if self.open[counted] <= 0:
            del self.open[counted]


class CountedConnection(Connection):
    """A TCP connection that tells its factory when it has ended, also one that became a web socket."""

    def connectionLost(self, reason: Any) -> None:  # noqa: ANN401, N802 - Twisted's name and type
        """Forget the connection."""
        factory: Any = self.server.factory  # typed as any factory
        factory.forget(self.client[0])
        super().connectionLost(reason)
