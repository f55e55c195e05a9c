"""The examples of the wire protocol, version 1: each packet, its payload and its bytes on the wire."""

from dataclasses import dataclass

from hardware.packets import Ask, Button, Hello, Leds, Packet, Ping, Pong, State
from hardware.readings import SensorKind, pack


@dataclass(frozen=True)
class Example:
    packet: Packet
    payload: bytes
    wire: bytes


def _example(packet: Packet, payload: str, wire: str) -> Example:
    return Example(packet, bytes.fromhex(payload), bytes.fromhex(wire))


DRAUGHTS_START = bytes([1] * 20 + [0] * 10 + [1] * 20)
ABALONE_START = bytes([1] * 14 + [0] * 33 + [2] * 14)

EXAMPLES = {
    "hello": _example(
        Hello(0, 1, 0, 50, 50, 2, bytes.fromhex("e6605481db318a36"), "zetlicht-pico 0.1.0"),
        "01 00 01 00 32 00 32 00 02 e6 60 54 81 db 31 8a 36 13"
        "7a 65 74 6c 69 63 68 74 2d 70 69 63 6f 20 30 2e 31 2e 30",
        "02 01 02 01 02 32 02 32 20 02 e6 60 54 81 db 31 8a 36 13"
        "7a 65 74 6c 69 63 68 74 2d 70 69 63 6f 20 30 2e 31 2e 30 b9 96 00",
    ),
    "state-reed": _example(
        State(1, 1234, pack(SensorKind.REED, DRAUGHTS_START)),
        "02 01 d2 04 00 00 ff ff 0f c0 ff ff 03",
        "05 02 01 d2 04 01 0a ff ff 0f c0 ff ff 03 17 ef 00",
    ),
    "state-hall": _example(
        State(2, 70000, pack(SensorKind.HALL, ABALONE_START)),
        "02 02 70 11 01 00 55 55 55 05 00 00 00 00 00 00 00 80 aa aa aa 02",
        "06 02 02 70 11 01 05 55 55 55 05 01 01 01 01 01 01 08 80 aa aa aa 02 de 14 00",
    ),
    "button": _example(
        Button(3, 71000, 0, True), "03 03 58 15 01 00 00 01", "06 03 03 58 15 01 01 04 01 87 1d 00"
    ),
    "ask": _example(Ask(0, 1), "81 00 01", "02 81 04 01 d7 d0 00"),
    "leds": _example(
        Leds(9, 27, bytes([0, 80, 0, 0, 0, 0])),
        "82 09 1b 00 02 00 00 50 00 00 00 00",
        "04 82 09 1b 02 02 01 02 50 01 01 01 03 f3 a7 00",
    ),
    "ping": _example(Ping(10), "83 0a", "05 83 0a 8e f2 00"),
    "pong": _example(Pong(10), "06 0a", "05 06 0a e3 16 00"),
}
