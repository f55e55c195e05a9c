"""A Raspberry Pi for the real LED libraries: fake chip below them, the wire above it read bit by bit."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from emulators import ws2812

EMULATORS = Path(__file__).parent / "emulators"
ROOT = Path(__file__).parents[2]
PACKAGES = {
    "RPi": "RPi.GPIO",
    "neopixel": "adafruit-circuitpython-neopixel",
    "board": "Adafruit-Blinka",
    "gpiod": "gpiod",
    "_rpi_ws281x": "rpi_ws281x",
}


def need_packages(*modules):
    """Skip this test where one of these is not installed, and say which; where CI is set it fails instead."""
    _need([f"the package {PACKAGES.get(name, name)}" for name in modules if find_spec(name) is None])


def need(*modules):
    """As `need_packages`, and what else it takes to emulate."""
    need_packages(*modules)
    lacks = [f"the program {name}" for name in ("gcc", "unshare") if shutil.which(name) is None]
    if os.geteuid() != 0:
        lacks.append("root (for a private mount namespace)")
    _need(lacks)


def _need(lacks):
    if not lacks:
        return
    reason = f"this test needs {', '.join(lacks)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def shim(folder):
    """The emulator as a shared object, built once in `folder`."""
    built = folder / "fakespi.so"
    if not built.exists():
        part = folder / f"fakespi.{os.getpid()}.so"
        command = [
            "gcc",
            "-O2",
            "-Wall",
            "-Werror",
            "-fPIC",
            "-shared",
            "-o",
            part,
            EMULATORS / "fakespi.c",
            "-ldl",
        ]
        subprocess.run([str(item) for item in command], check=True)
        part.rename(built)
    return built


class EmulatedPi:
    """The chip: what runs on it, what its SPI bus carried, and what goes wrong with it."""

    def __init__(self, folder, built, **extra):
        self.folder = folder
        self.log = folder / "spi.log"
        self.trouble = folder / "trouble"
        self.extra = {name: str(value) for name, value in extra.items()}
        self._shim = built
        self.programs = []

    def environment(self):
        return {
            **os.environ,
            "CPUINFO": str(EMULATORS / "cpuinfo-pi4"),
            "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}",
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.extra,
        }

    def start(self, *arguments, **options):
        """Run Python with these arguments on the chip."""
        private = self.folder / f"dev{len(self.programs)}"
        private.mkdir()
        on_chip = {
            "LD_PRELOAD": self._shim,
            "FAKESPI_LOG": self.log,
            "FAKESPI_TROUBLE": self.trouble,
        }
        process = subprocess.Popen(
            ["unshare", "-m", str(EMULATORS / "pi_namespace.sh"), "env"]
            + [f"{name}={value}" for name, value in on_chip.items()]
            + [sys.executable, *map(str, arguments)],
            env={**self.environment(), "FOLDER": str(private)},
            cwd=self.folder,
            **options,
        )
        self.programs.append(process)
        return process

    def sent(self):
        return ws2812.transfers(self.log.read_bytes()) if self.log.exists() else []

    def pictures(self):
        return ws2812.pictures(self.log.read_bytes()) if self.log.exists() else []

    def be(self, letter):
        """From now on the chip is in this trouble (see fakespi.c), or in none."""
        self.trouble.write_text(letter)

    def close(self):
        for process in self.programs:
            if process.stdin is not None and not process.stdin.closed:
                process.stdin.close()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()


class ProgramSink:
    """A LedSink of the product that runs in a program of its own on the emulated chip."""

    def __init__(self, pi, name, **arguments):
        self.pixels = arguments["pixels"]
        self._program = pi.start(
            EMULATORS / "strip_program.py",
            name,
            json.dumps(arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._answer() == "ready"

    def _answer(self):
        line = self._program.stdout.readline()
        assert line, f"the program ended with status {self._program.wait(5)}"
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["answer"]

    def _ask(self, **what):
        self._program.stdin.write(json.dumps(what) + "\n")
        self._program.stdin.flush()
        return self._answer()

    def show(self, frame):
        self._ask(show=frame.pixels.hex())

    def stop(self):
        self._ask(stop=True)

    @property
    def problem(self):
        return self._ask(problem=True)

    @property
    def told(self):
        return [tuple(state) for state in self._ask(told=True)]


class StripRig:
    """A strip on the emulated chip; see driver_contract.Rig."""

    removable = True
    source = None
    kind = None

    def __init__(self, pi, name, order="GRB", pixels=50, **arguments):
        self.pi = pi
        self.order = order
        self.sink = ProgramSink(pi, name, order=order, pixels=pixels, soft_start_s=0.2, **arguments)

    def lights(self):
        shown = self.pi.sent()
        return ws2812.in_rgb(ws2812.picture(shown[-1]).taken, self.order) if shown else b""

    def take_away(self):
        self.pi.be("a")

    def bring_back(self):
        self.pi.be("")
