"""Runs one driver on the emulated Raspberry Pi as lines on its input say: `start`, `stop`, `counters`,
`margins` or `calibrate`. Each is answered, and each signal told, by a line of JSON.
"""

import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path

from hardware.device import DeviceState, HardwareError, SensorFrame


def driver(name, keys):
    """The driver of this name, as the daemon would make it."""
    if name == "gpio-matrix":
        from hardware.gpio_matrix import GpioMatrix

        return GpioMatrix(**keys)
    if name == "shift-register":
        from hardware.shift_register import ShiftRegisters

        return ShiftRegisters(**keys)
    if name == "mcp23017":
        from hardware.expanders import Expanders

        return Expanders(**keys)
    from hardware.hall_adc import HallAdc
    from hardware.hall_sensing import Thresholds

    limits = Thresholds(**keys.get("thresholds", {}))
    return HallAdc(**keys | {"calibration": Path(keys["calibration"]), "thresholds": limits})


def say(**what):
    """One write a line: lines of the driver's thread come between, but not into, those of this one."""
    os.write(1, f"{json.dumps(what)}\n".encode())


def tell(signal):
    match signal:
        case SensorFrame(at=at, readings=readings):
            say(frame=[at, readings.hex()])
        case DeviceState(at=at, connected=connected, detail=detail, problem=problem):
            say(state=[at, connected, detail, problem])


def do(source, word):
    match word:
        case "start":
            source.start(tell)
        case "stop":
            source.stop()
        case "counters":
            return asdict(source.counters)
        case "margins":
            return [asdict(margin) for margin in source.margins]
        case "calibrate":
            source.calibrate()
    return None


def main():
    try:
        source = driver(sys.argv[1], json.loads(sys.argv[2]))
    except HardwareError as error:
        say(refused=str(error))
        return
    say(ready=source.channels)
    for line in sys.stdin:
        begun = time.monotonic()
        answer = do(source, line.strip())
        say(done=line.strip(), took=time.monotonic() - begun, answer=answer)


if __name__ == "__main__":
    main()
