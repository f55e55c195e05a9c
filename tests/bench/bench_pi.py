"""Measures the drivers of the Raspberry Pi's own pins: what a scan and a picture cost, for how long they stop
everything else in the process, and how long a change takes to be heard beside animated LEDs. Prints figures;
changes nothing. Needs gcc, root and the extras pi and emu."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "hardware"))
sys.path.insert(0, str(Path(__file__).parents[2]))

from beside_leds import CHANGES, LEDS, SENSORS, chip_for, cost, listen, sensors
from emulated_pi import shim
from pi_board import Pi, built, missing

PIXELS = (64, 100)


def lacking() -> str | None:
    """What this computer lacks, or None."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return "the emulated Raspberry Pi needs root and the program unshare"
    return missing()


def measured(name: str, found: dict[str, list[float]]) -> None:
    took, held = found["took"], found["held"]
    print(
        f"{name:<28} takes {took[0]:5.2f} ms (worst {took[1]:6.2f}), stops the others for {held[0]:5.2f} ms "
        f"(worst {held[1]:6.2f})"
    )


def main() -> int:
    if reason := lacking():
        print(f"Not measured: {reason}.")
        return 0
    quick = "--quick" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        preloaded = built(Path(folder)), shim(Path(folder))

        def place(name: str) -> Path:
            path = Path(folder) / name
            path.mkdir()
            return path

        for name in SENSORS[1:]:
            where = place(f"scan {name}")
            there = sensors(name, where, Pi(preloaded[0], where))
            chip = chip_for(where, there, preloaded)
            measured(f"a scan, {name}", cost(chip, "scan", json.dumps(there.given)))
            chip.close()
            there.close()
        for name in LEDS[1:]:
            for pixels in PIXELS:
                where = place(f"show {name} {pixels}")
                there = sensors("gpio-matrix", where, None)
                chip = chip_for(where, there, preloaded)
                measured(f"a picture, {name}, {pixels} LEDs", cost(chip, "show", name, pixels))
                chip.close()
                there.close()
        for name in SENSORS:
            for leds in LEDS:
                where = place(f"hear {name} {leds}")
                heard = listen(
                    where, Pi(preloaded[0], where), preloaded, name, leds, 10 if quick else CHANGES
                )
                rate = f", {heard.pictures_a_second:.0f} pictures a second" if heard.pictures_a_second else ""
                print(
                    f"heard, {name} beside {leds}: median {heard.median_ms:.1f} ms, nine in ten within "
                    f"{heard.most_ms:.1f} ms, worst {heard.worst_ms:.1f} ms{rate}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
