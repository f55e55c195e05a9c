"""The very file that is copied to a Pico, run by MicroPython on an emulated one: its bytes are the host's,
and it keeps what every driver promises."""

import pytest
from driver_contract import LedSinkContract, SensorSourceContract, ear, eventually  # noqa: F401 - a fixture
from emulated_pico import need_micropython, run_micropython
from pico_host import SHAPE
from wire_examples import EXAMPLES

from hardware.firmware_file import firmware
from hardware.readings import SensorKind
from hardware.serial_board import SerialBoard


def test_the_wire_is_the_hosts_under_micropython_too():
    need_micropython()
    examples = [[example.payload.hex(), example.wire.hex()] for example in EXAMPLES.values()]
    checks = f"""
import binascii
wire = Wire()
for payload, line in {examples!r}:
    payload, line = binascii.unhexlify(payload), binascii.unhexlify(line)
    assert wire.encode(payload) == line, line
    assert [bytes(found) for found in map(wire.feed, line) if found is not None] == [payload], line
for length in range(700):
    plain = bytes((7 * each + each // 3) & 255 for each in range(length))
    assert cobs_decode(cobs_encode(plain)) == plain, length
assert wire.dropped == 0
for bad in ({{}}, {{"rows": 3}}, {{"pixels": 5}}, {{"rows": [2], "columns": [2]}}, {{"colour": 1}}):
    try:
        read_config(json.dumps(bad))
    except BadConfig as error:
        assert bad and CONFIG in str(error)
    else:
        assert not bad
assert packed(b"\\1\\2\\3\\0\\2", 2) == b"\\x39\\x02"
"""
    library = firmware().split('if __name__ == "__main__":')[0]
    assert "error" not in run_micropython(library + checks)
    assert "AssertionError" in run_micropython(library + checks + "assert False\n")["error"], "it can fail"


class PicoRig:
    """A SerialBoard over the pty of an emulated Pico; see driver_contract.Rig."""

    removable = True
    kind = SensorKind.REED

    def __init__(self, pico):
        self.pico = pico
        self.source = self.sink = SerialBoard(str(pico.link), SHAPE)

    def put(self, channels):
        self.pico.set(channels)

    def lights(self):
        return self.pico.lights()

    def take_away(self):
        self.pico.unplug()

    def bring_back(self):
        self.pico.plug()
        eventually(self.pico.link.exists, 5, "the port")


@pytest.fixture
def rig(pico):
    rig = PicoRig(pico())
    yield rig
    rig.source.stop()
    if rig.pico.plugged:
        assert rig.pico.faults() == []


class TestPicoSource(SensorSourceContract):
    """The emulated Pico keeps what every source of readings promises."""


class TestPicoSink(LedSinkContract):
    """The emulated Pico keeps what every strip promises."""
