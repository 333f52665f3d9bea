"""A network in memory. It delays, stalls and resets connections, and keeps a digest of all that was sent."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from hashlib import sha256
from random import Random
from types import SimpleNamespace
from typing import Any

from gauntlet.simulation.machine import PROGRAM, Machine

PORT = 80
USUAL_S = (0.002, 0.04)
"""The usual time that data travels, in seconds."""
SLOW, SLOW_S = 0.03, 1.5
"""The probability that data travels slowly, and its longest time in seconds."""


class Wire(asyncio.Transport):
    """One end of a connection. What is written arrives at the other end, later and in order."""

    peer: "Wire"

    def __init__(self, network: "Network", name: str, protocol: asyncio.Protocol, context: Context) -> None:
        super().__init__({"peername": ("127.0.0.1", PORT), "sockname": ("127.0.0.1", PORT)})
        self.context = context
        self._network, self._name, self._protocol = network, name, protocol
        self._under_way: deque[bytes | None] = deque()
        self._arriving: deque[bytes | None] = deque()
        self._free_at = 0.0
        self._is_reading, self._is_closing, self._is_lost = True, False, False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_closing:
            self._send(bytes(data))

    def writelines(self, parts: Any) -> None:
        self.write(b"".join(parts))

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def is_closing(self) -> bool:
        return self._is_closing

    def is_reading(self) -> bool:
        return self._is_reading

    def pause_reading(self) -> None:
        self._is_reading = False

    def resume_reading(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            for _ in self._arriving:
                self._network.machine.call_soon(self._receive, context=self.context)

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._send(None)
            self._network.machine.call_soon(self._lose, None, context=self.context)

    def abort(self) -> None:
        """Reset the connection. Data under way is lost."""
        self._is_closing = True
        self._network.machine.call_soon(self._lose, None, context=self.context)
        self.peer.lose_later(self._network.travel_s())

    def lose_later(self, after_s: float) -> None:
        """Let this end notice a reset."""
        machine = self._network.machine
        machine.call_later(after_s, self._lose, ConnectionResetError("reset by peer"), context=self.context)

    def _send(self, data: bytes | None) -> None:
        network = self._network
        network.note(self._name, data)
        self._free_at = max(self._free_at, network.machine.now_s + network.travel_s(), network.stalled_until)
        self._under_way.append(data)
        network.machine.call_at(self._free_at, self.peer._arrive, context=self.peer.context)

    def _arrive(self) -> None:
        """Receive the oldest data from the peer. Timers that are due at the same moment fire in any order."""
        if self.peer._under_way:
            self._arriving.append(self.peer._under_way.popleft())
            self._receive()

    def _receive(self) -> None:
        if not self._is_reading or self._is_lost or not self._arriving:
            return
        data = self._arriving.popleft()
        if data is not None:
            self._protocol.data_received(data)
        elif not self._is_closing and not self._protocol.eof_received():
            self.close()

    def _lose(self, error: Exception | None) -> None:
        if not self._is_lost:
            self._is_lost = self._is_closing = True
            self._protocol.connection_lost(error)
            self._network.wires.pop(self._name, None)


class Server:
    """A listening server."""

    def __init__(self, make: Callable[[], asyncio.Protocol]) -> None:
        self.make, self.context, self.is_open = make, copy_context(), True
        self.sockets = (SimpleNamespace(getsockname=lambda: ("127.0.0.1", PORT)),)

    def close(self) -> None:
        self.is_open = False

    async def wait_closed(self) -> None:
        return


class Network:
    """Connects clients with the one server of a machine."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self.machine = machine
        self.stalled_until = 0.0
        """Until this time of the machine, nothing arrives."""
        self.wires: dict[str, Wire] = {}
        self.trace: Callable[[str, str, bytes | None], object] = lambda at, name, data: None
        self._random = random
        self._digest = sha256()
        self._server: Server | None = None
        self._connections = 0

    @property
    def digest(self) -> str:
        """Return a digest of all data that was sent, with its times."""
        return self._digest.hexdigest()

    def note(self, name: str, data: bytes | None) -> None:
        at = f"{self.machine.now_s:.6f}"
        self._digest.update(f"{at} {name} ".encode() + (data or b"end"))
        self.trace(at, name, data)

    def travel_s(self) -> float:
        if self._random.random() < SLOW:
            return self._random.uniform(0, SLOW_S)
        return self._random.uniform(*USUAL_S)

    def reset_all_of(self, program: int) -> None:
        """Reset the connections of a program that was killed."""
        for name, wire in list(self.wires.items()):
            if wire.context.get(PROGRAM, 0) == program:
                wire.peer.lose_later(self.travel_s())
                self.wires.pop(name)

    # In place of the event loop's and aiohttp's own functions

    async def create_server(self, make: Callable[[], asyncio.Protocol], *_: Any, **__: Any) -> Server:
        self._server = Server(make)
        return self._server

    async def start_connection(self, addr_infos: Sequence[Any], **_: Any) -> Any:
        await asyncio.sleep(self.travel_s())
        if self._server is None or not self._server.is_open:
            raise ConnectionRefusedError
        return addr_infos[0]

    async def create_connection(
        self, make: Callable[[], asyncio.Protocol], *_: Any, **__: Any
    ) -> tuple[Wire, asyncio.Protocol]:
        assert self._server is not None
        self._connections += 1
        protocol, server_protocol = make(), self._server.context.copy().run(self._server.make)
        near = Wire(self, f"{self._connections}>", protocol, copy_context())
        far = Wire(self, f"{self._connections}<", server_protocol, self._server.context.copy())
        near.peer, far.peer = far, near
        self.wires |= {near._name: near, far._name: far}
        self.machine.call_soon(server_protocol.connection_made, far, context=far.context)
        protocol.connection_made(near)
        return near, protocol
