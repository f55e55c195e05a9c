"""Tunes: dropped rather than late, and as samples; voices in memory and programs in place of aplay."""

import io
import struct
import threading
import time
import wave
from itertools import pairwise

import pytest
from driver_contract import ear, eventually  # noqa: F401

from hardware.device import HardwareUnavailable
from hardware.sound import MOST_WAITING, Sound, Tone
from hardware.sound_voices import RATE, Alsa, wav


class Voice:
    def __init__(self):
        self.played = []
        self.go_on = threading.Event()
        self.trouble = None
        self.opened = self.closed = 0

    def open(self):
        self.opened += 1
        return self

    def sound(self, tune, stopping):
        if self.trouble:
            raise HardwareUnavailable(self.trouble)
        self.played.append(tune)
        while not self.go_on.wait(0.01):
            if stopping.is_set():
                return

    def close(self):
        self.closed += 1


def tune(hz):
    return (Tone(hz, 0.1),)


def test_play_never_waits_and_what_would_be_late_is_dropped():
    voice = Voice()
    sound = Sound(voice.open)
    sound.play(tune(1))
    eventually(lambda: voice.played, 1, "the first tune")
    begun = time.monotonic()
    for hz in range(2, 100):
        sound.play(tune(hz))
    assert time.monotonic() - begun < 0.1
    voice.go_on.set()
    eventually(lambda: len(voice.played) == 1 + MOST_WAITING, 1, "those that waited")
    time.sleep(0.05)
    assert voice.played == [tune(hz) for hz in range(1, 2 + MOST_WAITING)]
    sound.stop()
    assert voice.closed == 1


def test_stop_breaks_off_and_nothing_sounds_after_it():
    voice = Voice()
    sound = Sound(voice.open)
    for hz in (1, 2, 3, 4):
        sound.play(tune(hz))
    eventually(lambda: voice.played, 1, "the first tune")
    begun = time.monotonic()
    sound.stop()
    assert time.monotonic() - begun < 0.5
    sound.play(tune(5))
    sound.stop()
    assert voice.played == [tune(1)]


def test_trouble_is_told_once_and_the_next_tune_tries_again(ear):  # noqa: F811
    voice = Voice()
    voice.go_on.set()
    voice.trouble = "The card is gone."
    sound = Sound(voice.open)
    sound.tell(ear)
    for _ in range(3):
        opened = voice.opened
        sound.play(tune(1))
        eventually(lambda opened=opened: voice.closed == opened + 1, 1, "an attempt")
    assert [state.detail for state in ear.signals] == ["The card is gone."]
    assert sound.problem == "The card is gone."
    voice.trouble = None
    sound.play(tune(2))
    ear.wait_connected(connected=True, timeout=1)
    assert sound.problem is None
    sound.stop()


def test_silence_is_no_tune_and_an_unused_sound_can_be_stopped():
    voice = Voice()
    sound = Sound(voice.open)
    sound.play(())
    sound.stop()
    assert voice.opened == 0


def test_the_samples_have_the_pitch_the_length_and_the_loudness():
    with wave.open(io.BytesIO(wav((Tone(441.0, 0.5), Tone(0, 0.25)), 0.5))) as sheet:
        assert (sheet.getnchannels(), sheet.getsampwidth(), sheet.getframerate()) == (1, 2, RATE)
        count = sheet.getnframes()
        samples = struct.unpack(f"<{count}h", sheet.readframes(count))
    assert count == round(0.5 * RATE) + round(0.25 * RATE)
    tone, rest = samples[: RATE // 2], samples[RATE // 2 :]
    rises = sum(one < 0 <= other for one, other in pairwise(tone))
    assert abs(rises - 441 * 0.5) <= 1
    assert 0.49 * 32767 < max(tone) <= 0.5 * 32767
    assert tone[0] == 0
    assert abs(tone[-1]) < 500, "no click at the end"
    assert set(rest) == {0}


def test_a_volume_of_nothing_and_a_tone_of_no_length_are_samples_too():
    assert wav((Tone(440, 0.0),), 1.0)
    with wave.open(io.BytesIO(wav((Tone(440, 0.1),), 0.0))) as sheet:
        assert set(sheet.readframes(9999)) == {0}


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Lets a shell script stand in for aplay."""

    def install(script):
        path = tmp_path / "aplay"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    return install


def test_aplay_is_given_the_device_and_the_whole_tune(program, tmp_path):
    program(f'echo "$@" > {tmp_path}/said; cat > {tmp_path}/heard')
    Alsa("plughw:1,0", 0.3).sound(tune(440), threading.Event())
    assert (tmp_path / "said").read_text().split() == ["-q", "-D", "plughw:1,0", "-"]
    assert (tmp_path / "heard").read_bytes() == wav(tune(440), 0.3)


def test_what_aplay_says_is_told(program):
    program('cat > /dev/null; echo "ALSA lib pcm.c: Unknown PCM nope" >&2; exit 1')
    with pytest.raises(HardwareUnavailable, match="Unknown PCM nope"):
        Alsa("nope", 0.3).sound(tune(440), threading.Event())


def test_aplay_that_dies_without_reading_is_told(program):
    program("exit 3")
    with pytest.raises(HardwareUnavailable, match="does not play"):
        Alsa("default", 0.3).sound((Tone(440, 5.0),), threading.Event())


def test_no_aplay_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HardwareUnavailable, match="alsa-utils"):
        Alsa("default", 0.3).sound(tune(440), threading.Event())


def test_stopping_ends_aplay_at_once(program):
    program("exec sleep 30")
    stopping = threading.Event()
    threading.Timer(0.2, stopping.set).start()
    begun = time.monotonic()
    Alsa("default", 0.3).sound((Tone(440, 5.0),), stopping)
    assert time.monotonic() - begun < 1.5
