"""Drivers that run on the emulated Raspberry Pi in a process of their own, and hands at the other side."""

import contextlib
import json
import queue
import threading

from hardware.device import DeviceState, SensorFrame

PATIENCE_S = 20.0


class RemoteSource:
    """The SensorSource that `pi_child.py` runs, seen from here."""

    def __init__(self, pi, name, keys):
        self._process = pi.popen("pi_child.py", name, json.dumps(keys))
        self._answers = queue.Queue()
        self._listener = None
        threading.Thread(target=self._read, daemon=True).start()
        first = self._answers.get(timeout=PATIENCE_S)
        self.refused = first.get("refused")
        self.channels = first.get("ready")

    def _read(self):
        for line in self._process.stdout:
            said = json.loads(line)
            match said:
                case {"frame": [at, readings]}:
                    self._listener(SensorFrame(at, bytes.fromhex(readings)))
                case {"state": [at, connected, detail, problem]}:
                    self._listener(DeviceState(at, connected, detail, problem))
                case _:
                    self._answers.put(said)
        self._answers.put({"ended": True})

    def ask(self, word):
        """Let the driver do this; what it answers."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{word}\n")
            self._process.stdin.flush()
        answer = self._answers.get(timeout=PATIENCE_S)
        assert answer.get("done") == word, f"the driver's process says {answer}"
        return answer["answer"]

    def start(self, listener):
        self._listener = listener
        self.ask("start")

    def stop(self):
        self.ask("stop")

    def close(self):
        """Stop, and end the process; it ends of itself once its input is closed."""
        self.stop()
        self._process.stdin.close()
        assert self._process.wait(PATIENCE_S) == 0
        self._process.stdout.close()


class PiRig:
    """See driver_contract.Rig. `wired` is the board at the Pi's pins; `keys` go to its driver beside those it
    needs anyway.
    """

    removable = True
    sink = None

    def __init__(self, pi, wired, **keys):
        self.pi = pi
        self.board = pi.board
        self.wired = wired
        self.kind = wired.kind
        self.source = RemoteSource(pi, wired.driver, wired.keys | keys)
        self.put = wired.put
        self.take_away = wired.take_away
        self.bring_back = wired.bring_back

    def close(self):
        self.source.close()
