"""What every driver keeps to: one suite for all sensor sources and LED sinks.

A driver's test file subclasses `SensorSourceContract` and/or `LedSinkContract` and gives the fixture `rig`:
the driver, and the hands and eyes at the other side of it (see `Rig`).
"""

import itertools
import threading
import time
from typing import Protocol

import pytest

from hardware.device import ButtonEdge, DeviceState, LedFrame, LedSink, SensorFrame, SensorSource
from hardware.readings import SensorKind

SLACK = 0.3
"""What a loaded machine may add to a time of the contract."""


class Rig(Protocol):
    """A driver whose device is there and reads nothing, and what can be done to that device.

    A rig whose device cannot go away sets `removable` to False; one that only senses or only shows leaves
    `source` or `sink` at None.
    """

    source: SensorSource | None
    sink: LedSink | None
    kind: SensorKind
    removable: bool

    def put(self, channels):
        """Let these channels (a dict) change to these readings, at once."""

    def lights(self):
        """The pixels that the device shows: 3 bytes a pixel."""

    def take_away(self):
        """Let the device vanish, until `bring_back`."""

    def bring_back(self):
        """Let the device appear again, with the readings it had."""


class Ear:
    """A listener that remembers, with its own time of hearing."""

    def __init__(self):
        self._news = threading.Condition()
        self.heard = []

    def __call__(self, signal):
        with self._news:
            self.heard.append((time.monotonic(), signal))
            self._news.notify_all()

    @property
    def signals(self):
        with self._news:
            return [signal for _, signal in self.heard]

    def of(self, kind):
        return [signal for signal in self.signals if isinstance(signal, kind)]

    def wait(self, kind, condition, timeout):
        """Wait for a signal of this kind for which `condition` holds: the last one heard, or one to come."""
        until = time.monotonic() + timeout
        with self._news:
            known = [at for at, (_, signal) in enumerate(self.heard) if isinstance(signal, kind)]
            looked_at = known[-1] if known else 0
            while True:
                for _, signal in self.heard[looked_at:]:
                    if isinstance(signal, kind) and condition(signal):
                        return signal
                looked_at = len(self.heard)
                left = until - time.monotonic()
                if left <= 0:
                    shown = [signal for _, signal in self.heard[-5:]]
                    raise AssertionError(f"not heard within {timeout} s; the last were {shown}")
                self._news.wait(left)

    def wait_connected(self, *, connected, timeout):
        return self.wait(DeviceState, lambda state: state.connected is connected, timeout)

    def wait_readings(self, readings, timeout):
        return self.wait(SensorFrame, lambda frame: frame.readings == readings, timeout)


def eventually(condition, timeout, what="the condition"):
    until = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"{what} did not hold within {timeout} s")
        time.sleep(0.005)


@pytest.fixture
def ear():
    return Ear()


class SensorSourceContract:
    def test_the_state_of_the_device_is_heard_first_then_whole_frames(self, rig, ear):
        rig.source.start(ear)
        ear.wait(SensorFrame, lambda frame: True, 2.0)
        first = ear.signals[0]
        assert isinstance(first, DeviceState), f"{first} was heard first"
        assert first.detail.endswith("."), "the detail is a sentence"
        assert ear.of(SensorFrame)[0].readings == bytes(rig.source.channels)

    def test_every_change_is_heard_at_once_as_the_whole_state(self, rig, ear):
        rig.source.start(ear)
        ear.wait_readings(bytes(rig.source.channels), 2.0)
        highest = 2 if rig.kind is SensorKind.HALL else 1
        last = rig.source.channels - 1
        expected = bytearray(rig.source.channels)
        for channels in ({0: 1}, {last: highest}, {0: 0, 1: 1}, {last: 0}):
            for channel, reading in channels.items():
                expected[channel] = reading
            rig.put(channels)
            ear.wait_readings(bytes(expected), 0.1 + SLACK)

    def test_frames_come_at_least_every_600_ms(self, rig, ear):
        rig.source.start(ear)
        ear.wait(SensorFrame, lambda frame: True, 2.0)
        time.sleep(1.9)
        times = [when for when, signal in list(ear.heard) if isinstance(signal, SensorFrame)]
        times.append(time.monotonic())
        gaps = [after - before for before, after in itertools.pairwise(times)]
        assert max(gaps) <= 0.6 + SLACK, f"frames came {gaps} s apart"

    def test_a_missing_device_is_a_state_not_a_failure(self, rig, ear):
        if not rig.removable:
            pytest.skip("this device cannot be missing")
        rig.take_away()
        begun = time.monotonic()
        rig.source.start(ear)
        assert time.monotonic() - begun < 0.2, "start returns at once"
        state = ear.wait_connected(connected=False, timeout=2.5 + SLACK)
        assert ear.signals[0] == state
        rig.bring_back()
        ear.wait_connected(connected=True, timeout=1.0 + SLACK)
        ear.wait_readings(bytes(rig.source.channels), 1.0)

    def test_a_device_that_goes_is_reported_once_and_taken_again(self, rig, ear):
        if not rig.removable:
            pytest.skip("this device cannot go")
        rig.source.start(ear)
        ear.wait_connected(connected=True, timeout=2.0)
        rig.take_away()
        ear.wait_connected(connected=False, timeout=2.5 + SLACK)
        time.sleep(1.0)
        assert sum(not state.connected for state in ear.of(DeviceState)) == 1, "once per change of reason"
        rig.put({0: 1})
        rig.bring_back()
        ear.wait_connected(connected=True, timeout=1.0 + SLACK)
        ear.wait_readings(b"\1" + bytes(rig.source.channels - 1), 1.0)
        self._check_order(ear)

    def test_time_never_runs_back(self, rig, ear):
        rig.source.start(ear)
        ear.wait(SensorFrame, lambda frame: True, 2.0)
        for turn in range(30):
            rig.put({0: turn & 1, 1: 1 - (turn & 1)})
        ear.wait_readings(b"\1\0" + bytes(rig.source.channels - 2), 2.0)
        self._check_order(ear)

    def test_after_stop_nothing_is_heard(self, rig, ear):
        rig.source.start(ear)
        ear.wait(SensorFrame, lambda frame: True, 2.0)
        begun = time.monotonic()
        rig.source.stop()
        assert time.monotonic() - begun <= 2.0 + SLACK
        count = len(ear.heard)
        rig.put({0: 1})
        time.sleep(0.7)
        assert len(ear.heard) == count
        rig.source.stop()

    def test_it_can_be_stopped_before_it_was_started_and_without_its_device(self, rig, ear):
        if rig.removable:
            rig.take_away()
            rig.source.start(ear)
            ear.wait_connected(connected=False, timeout=2.5 + SLACK)
        begun = time.monotonic()
        rig.source.stop()
        assert time.monotonic() - begun <= 2.0 + SLACK

    @staticmethod
    def _check_order(ear):
        signals = ear.signals
        times = [signal.at for signal in signals]
        assert times == sorted(times), "time ran back"
        connected = False
        for signal in signals:
            if isinstance(signal, DeviceState):
                connected = signal.connected
            elif isinstance(signal, SensorFrame | ButtonEdge):
                assert connected, f"{signal} was heard from a device that is not connected"


class LedSinkContract:
    def test_a_picture_is_shown(self, rig, ear):
        self._start(rig, ear)
        for level in (1, 2):
            picture = bytes([level, 0, 3]) * rig.sink.pixels
            rig.sink.show(LedFrame(picture))
            self._shows(rig, picture)

    def test_the_latest_picture_wins_and_show_never_waits(self, rig, ear):
        self._start(rig, ear)
        begun = time.monotonic()
        for level in range(200):
            rig.sink.show(LedFrame(bytes([level, level, 0]) * rig.sink.pixels))
        assert time.monotonic() - begun < 0.2 + SLACK
        self._shows(rig, bytes([199, 199, 0]) * rig.sink.pixels)

    def test_a_change_of_one_pixel_changes_only_that(self, rig, ear):
        self._start(rig, ear)
        picture = bytearray(bytes([5, 6, 7]) * rig.sink.pixels)
        rig.sink.show(LedFrame(bytes(picture)))
        self._shows(rig, bytes(picture))
        picture[-3:] = b"\1\2\3"
        rig.sink.show(LedFrame(bytes(picture)))
        self._shows(rig, bytes(picture))

    def test_a_picture_of_another_length_is_refused(self, rig):
        for length in (0, 3 * rig.sink.pixels - 1, 3 * rig.sink.pixels + 3):
            with pytest.raises(ValueError, match="pixels"):
                rig.sink.show(LedFrame(bytes(length)))

    def test_a_picture_waits_for_a_missing_device(self, rig, ear):
        if not rig.removable:
            pytest.skip("this device cannot be missing")
        rig.take_away()
        self._start(rig, ear)
        rig.sink.show(LedFrame(bytes([1, 1, 1]) * rig.sink.pixels))
        rig.sink.show(LedFrame(bytes([2, 2, 2]) * rig.sink.pixels))
        rig.bring_back()
        self._shows(rig, bytes([2, 2, 2]) * rig.sink.pixels, 2.0)

    def test_the_picture_is_shown_again_after_the_device_was_away(self, rig, ear):
        if not rig.removable:
            pytest.skip("this device cannot go")
        self._start(rig, ear)
        picture = bytes([9, 8, 7]) * rig.sink.pixels
        rig.sink.show(LedFrame(picture))
        self._shows(rig, picture)
        rig.take_away()
        time.sleep(0.1)
        rig.bring_back()
        self._shows(rig, picture, 2.0)

    def test_stop_leaves_it_black(self, rig, ear):
        self._start(rig, ear)
        picture = bytes([1, 2, 3]) * rig.sink.pixels
        rig.sink.show(LedFrame(picture))
        self._shows(rig, picture)
        rig.sink.stop()
        assert rig.lights() == bytes(3 * rig.sink.pixels)
        rig.sink.stop()
        rig.sink.show(LedFrame(picture))
        assert rig.lights() == bytes(3 * rig.sink.pixels), "nothing is shown after stop"

    @staticmethod
    def _start(rig, ear):
        if rig.source is not None:
            rig.source.start(ear)

    @staticmethod
    def _shows(rig, picture, timeout=1.0):
        eventually(lambda: rig.lights() == picture, timeout + SLACK, f"the picture {picture[:9].hex(' ')} …")
