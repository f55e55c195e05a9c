"""Knows how a board scans, listens, speaks and lights in turn, as the wire protocol says; no pins."""

import struct

from hardware.firmware.config import CONFIG, BadConfig, empty_config, read_config
from hardware.firmware.lights import Lights
from hardware.firmware.pico import Pico
from hardware.firmware.sensing import Buttons, Halls, Switches, packed
from hardware.firmware.wire import (
    ASK,
    BUTTON,
    ERROR,
    HELLO,
    INFO,
    LEDS,
    LOG,
    PING,
    PONG,
    SHOWN,
    STATE,
    VERSION,
    WARNING,
    Wire,
)

FIRMWARE = "zetlicht-pico 0.1.0"
HEARTBEAT_MS = 500
COMPLAIN_MS = 10000
ALIVE_MS = 2500
"""A host that was heard this recently is alive: it speaks at least every 2 s."""

CUT_OFF_MS = 1000
"""What a host has not finished by then was cut off."""

BYTES_A_STEP = 32
"""How much is read between two scans: a long packet must not hold up the scanning."""

MOST_WAITING = 32
"""Packets that may wait for the host."""


class Board:
    """Everything together: `step` is one turn of the loop. `trouble` is why there is no configuration."""

    def __init__(self, pico: Pico, config: dict, trouble: str = "") -> None:
        self._pico, self._trouble = pico, trouble
        self._wire = Wire()
        self._sensors = (Halls if config["muxes"] else Switches)(pico, config)
        self._buttons = Buttons(pico, config["buttons"])
        self._shape = len(config["buttons"]), config["pixels"]
        strip = pico.strip(config)
        self._lights = Lights(strip, config["pixels"], config["pixel_order"], 1000 * config["keep_s"])
        self._ticks, self._now = pico.ticks_ms(), 0
        self._seq = 0
        self._waiting = []
        self._byte_at = self._heard_at = self._written_at = self._state_at = self._changed_at = (
            self._complained_at
        ) = 0
        self._heard = self._fresh = False
        self._longest_us = 0
        for _ in range(3):
            self._sensors.scan()
        self._greet()

    def step(self) -> bool:
        """Scan, listen, speak, light, once; False when somebody wants the Pico's prompt."""
        begun_us = self._pico.ticks_us()
        if self._sensors.scan():
            self._fresh, self._changed_at = True, self._tell_time()
        now = self._tell_time()
        for button, pressed in self._buttons.step(now):
            self._send(BUTTON, struct.pack("<IBB", now & 0xFFFFFFFF, button, pressed))
        if not self._listen():
            self._lights.dark()
            return False
        lit = self._lights.step(now - self._heard_at)
        if lit is not None:
            self._send(SHOWN, bytes([lit]))
        self._speak(now)
        self._pico.signal(self._blinks(now))
        self._longest_us = max(self._longest_us, self._pico.since_us(begun_us))
        return True

    def fail(self, error: Exception) -> None:
        """Tell the host what ends the loop."""
        self._waiting = []
        self._log(ERROR, f"the firmware failed: {error!r}")
        if self._pico.writable():
            self._pico.write(self._waiting[0])

    def _tell_time(self) -> int:
        """Milliseconds since the start, which never wrap."""
        ticks = self._pico.ticks_ms()
        self._now += self._pico.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def _alive(self) -> bool:
        return self._heard and self._now - self._heard_at < ALIVE_MS

    def _listen(self) -> bool:
        for _ in range(BYTES_A_STEP):
            byte = self._pico.read()
            if byte is None:
                break
            if self._now - self._byte_at > CUT_OFF_MS:
                self._wire.forget()
            self._byte_at = self._now
            payload = self._wire.feed(byte)
            if payload is not None:
                self._heard, self._heard_at = True, self._now
                self._take(payload[0], payload[1], payload[2:])
            elif self._wire.broken_into() and not self._alive():
                return False
        return True

    def _take(self, kind: int, seq: int, body: bytes) -> None:
        if kind == ASK:
            self._greet()
            self._fresh, self._changed_at = True, self._now
        elif kind == PING:
            self._queue(bytes([PONG, seq]))
        elif kind == LEDS and len(body) >= 4:
            first, count = struct.unpack("<HH", body)
            if len(body) != 4 + 3 * count:
                self._wire.dropped += 1
            elif not self._lights.take(first, body[4:], seq):
                self._log(WARNING, f"LEDS for pixels up to {first + count - 1} of {self._shape[1]} ignored")
        else:
            self._wire.dropped += 1

    def _greet(self) -> None:
        name = (FIRMWARE + (" without a usable configuration" if self._trouble else "")).encode()
        sensors, (buttons, pixels) = self._sensors, self._shape
        numbers = struct.pack("<BBHHB", VERSION, sensors.kind, sensors.channels, pixels, buttons)
        self._send(HELLO, numbers + self._pico.board_id() + bytes([len(name)]) + name)
        self._complain()
        self._log(
            INFO,
            f"started by {self._pico.started_by()}, longest turn {self._longest_us} us, "
            f"{self._wire.dropped} blocks dropped {sensors.values()}",
        )

    def _complain(self) -> None:
        self._complained_at = self._now
        trouble = self._trouble or self._sensors.trouble()
        if trouble:
            self._log(ERROR if self._trouble else WARNING, trouble)

    def _log(self, level: int, text: str) -> None:
        self._send(LOG, bytes([level]) + text.encode()[:600])

    def _send(self, kind: int, body: bytes) -> None:
        self._queue(bytes([kind, self._seq]) + body)
        self._seq = (self._seq + 1) & 0xFF

    def _queue(self, payload: bytes) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(self._wire.encode(payload))

    def _speak(self, now: int) -> None:
        """Write what waits, if the host takes it. Readings never wait: only the latest are worth telling."""
        if self._trouble and now - self._complained_at >= COMPLAIN_MS:
            self._complain()
        while self._waiting and self._pico.writable():
            self._pico.write(self._waiting.pop(0))
            self._written_at = now
        if self._waiting:
            if now - self._written_at >= ALIVE_MS:
                self._waiting = []
            return
        if (self._fresh or now - self._state_at >= HEARTBEAT_MS) and self._pico.writable():
            at = self._changed_at if self._fresh else now
            width = 1 + self._sensors.kind
            self._send(STATE, struct.pack("<I", at & 0xFFFFFFFF) + packed(self._sensors.readings, width))
            self._pico.write(self._waiting.pop(0))
            self._fresh, self._state_at, self._written_at = False, now, now

    def _blinks(self, now: int) -> int:
        """The Pico's own LED: on with a host, slow blinks without, three flashes without a configuration."""
        if self._trouble:
            phase = now // 150 % 12
            return 1 if phase < 6 and phase % 2 == 0 else 0
        return 1 if self._alive() else now // 1000 % 2


def start(pico: Pico) -> Board:
    """The board that the configuration describes, or one without pins that says why."""
    try:
        with open(CONFIG) as file:  # noqa: PTH123 - MicroPython has no pathlib
            return Board(pico, read_config(file.read()))
    except OSError:
        trouble = f"{CONFIG} is missing: write one and copy it to the Pico"
    except BadConfig as error:
        trouble = str(error)
    return Board(pico, empty_config(), trouble)


def turn(board: Board) -> None:
    """Turn the loop until somebody wants the prompt; an error is told before it is raised."""
    try:
        while board.step():
            pass
    except Exception as error:
        board.fail(error)
        raise


def main() -> None:
    """Be the board until somebody wants the prompt. An error ends it too, and then the watchdog resets it."""
    import machine
    import micropython
    import rp2

    micropython.kbd_intr(-1)  # a 03 in a packet is no Ctrl-C
    try:
        pico = Pico(machine, rp2)
        board = start(pico)
        turn(board)
        pico.release()
    finally:
        micropython.kbd_intr(3)


if __name__ == "__main__":
    main()
