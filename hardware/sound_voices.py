"""Knows what makes a tune sound: a piezo on a GPIO pin, or the sound card through aplay."""

from __future__ import annotations

import contextlib
import io
import math
import struct
import subprocess
import threading
import time
import wave
from typing import Any, Final, cast

from hardware.device import HardwareUnavailable
from hardware.gpio_pins import faults_told, give_back, take
from hardware.sound import Tone, Tune

RATE: Final = 22050
_EDGE_S: Final = 0.005
"""A tone that begins or ends at once clicks."""

_PATIENCE_S: Final = 3.0
"""How much longer than its tune aplay may take: a card that is asleep, a busy one."""


class Piezo:
    """A passive piezo between a GPIO pin and ground, by RPi.GPIO."""

    def __init__(self, pin: int) -> None:
        """Raises HardwareUnavailable."""
        self._pin = pin
        self._gpio = take((pin,))
        with faults_told(self._gpio):
            self._gpio.setup(pin, self._gpio.OUT, initial=self._gpio.LOW)
            self._pulses: Any = cast(Any, self._gpio).PWM(pin, 440)

    def sound(self, tune: Tune, stopping: threading.Event) -> None:
        """See Voice."""
        with faults_told(self._gpio):
            for tone in tune:
                if stopping.is_set():
                    break
                if tone.hz > 0:
                    self._pulses.ChangeFrequency(tone.hz)
                    self._pulses.start(50)
                stopping.wait(tone.seconds)
                self._pulses.stop()

    def close(self) -> None:
        """See Voice."""
        with contextlib.suppress(HardwareUnavailable), faults_told(self._gpio):
            self._pulses.stop()
        self._pulses = None  # what rpi-lgpio does as it goes would take a pin that was given back again
        give_back(self._gpio, (self._pin,))


class Alsa:
    """The sound card `device` as ALSA names it (`default`, `plughw:1,0`), by the program aplay."""

    def __init__(self, device: str, volume: float) -> None:
        self._device = device
        self._volume = volume

    def sound(self, tune: Tune, stopping: threading.Event) -> None:
        """See Voice."""
        command = ["aplay", "-q", "-D", self._device, "-"]
        try:
            player = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise HardwareUnavailable(
                f"The program aplay does not run ({error.strerror}): install it with 'sudo apt install "
                "alsa-utils'."
            ) from error
        until = time.monotonic() + sum(tone.seconds for tone in tune) + _PATIENCE_S
        words = b""
        given: bytes | None = wav(tune, self._volume)
        while True:
            try:
                _, words = player.communicate(given, timeout=0.1)
                break
            except subprocess.TimeoutExpired:
                given = None
                if stopping.is_set() or time.monotonic() > until:
                    player.kill()
                    _, words = player.communicate()
                    break
        if player.returncode and not stopping.is_set():
            told = words.decode("utf-8", "replace").strip().splitlines() or ["it hangs"]
            raise HardwareUnavailable(
                f'The sound card "{self._device}" does not play ({told[0]}): choose another for '
                "sound.device; 'aplay -L' lists them."
            )

    def close(self) -> None:
        """See Voice; each tune frees the card by itself."""


def wav(tune: Tune, volume: float) -> bytes:
    """The tune as a WAV file, 16 bit mono; `volume` 0 to 1."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sheet:
        sheet.setnchannels(1)
        sheet.setsampwidth(2)
        sheet.setframerate(RATE)
        sheet.writeframes(b"".join(_samples(tone, volume) for tone in tune))
    return file.getvalue()


def _samples(tone: Tone, volume: float) -> bytes:
    count = round(tone.seconds * RATE)
    edge = max(1, min(round(_EDGE_S * RATE), count // 2))
    turn = 2 * math.pi * tone.hz / RATE
    return b"".join(
        struct.pack(
            "<h",
            round(32767 * volume * math.sin(turn * at) * min(1.0, at / edge, (count - 1 - at) / edge)),
        )
        for at in range(count)
    )
