"""A host on the port of an emulated Pico, and fixtures that make both."""

import time

import pytest
from driver_contract import eventually
from emulated_pico import EmulatedPico, bare, need_micropython

from hardware.protocol import Decoder, encode
from hardware.readings import BoardShape, SensorKind
from hardware.serial_port import SerialPort

ROWS, COLUMNS = [2, 3, 4], [5, 6, 7, 8]
SWITCHES = [(row, column) for row in ROWS for column in COLUMNS]
CONFIG = {
    "rows": ROWS,
    "columns": COLUMNS,
    "buttons": [20, 21],
    "pixels": 12,
    "pixel_pin": 22,
    "pixel_order": "RGB",
}
SHAPE = BoardShape(SensorKind.REED, 12, 12, 2)


@pytest.fixture
def pico(tmp_path):
    """Make a Pico that is unplugged at the end, whatever happens; it must have no faults then."""
    need_micropython()
    made = []

    def make(config=CONFIG, board=None, **more):
        pico = EmulatedPico(tmp_path / "port", config, board or bare(SWITCHES), **more)
        made.append(pico)
        return pico

    yield make
    for each in made:
        each.close()


class Host:
    """What a host hears on the port, and what it says."""

    def __init__(self, pico):
        self.pico = pico
        eventually(pico.link.exists, 5, "the port")
        self.port = SerialPort.open(str(pico.link), 115200)
        self.decoder = Decoder()
        self.heard = []
        self.raw = b""

    def say(self, *packets):
        self.port.write(b"\0" + b"".join(encode(packet) for packet in packets))

    def until(self, kind, condition=lambda packet: True, timeout=10.0):
        """The next packet of this kind for which the condition holds."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            for at, packet in enumerate(self.heard):
                if isinstance(packet, kind) and condition(packet):
                    del self.heard[: at + 1]
                    return packet
            chunk = self.port.read(0.1)
            self.raw += chunk
            self.heard += self.decoder.feed(chunk)
        raise AssertionError(
            f"no {kind.__name__} came; {self.heard[-5:]}, {self.raw[-80:]}, {self.pico.ended}"
        )

    def close(self):
        if self.port is not None:
            self.port.close()
            self.port = None


@pytest.fixture
def host():
    """Make a host on a Pico's port."""
    made = []

    def make(pico):
        made.append(Host(pico))
        return made[-1]

    yield make
    for each in made:
        each.close()
