"""What the running daemon says of itself: devices, fields, counters, and the Raspberry Pi below."""

import asyncio
import json
from datetime import date
from pathlib import Path

import pytest
from fake_machine import FakeMachine

from firmware_host.cli import main
from firmware_host.config import load, parse
from firmware_host.daemon import Daemon
from firmware_host.events import Fault
from firmware_host.line import Line
from firmware_host.past_faults import PastFault, save
from firmware_host.status import StatusFile, read
from hardware.device import DeviceState, Reading, SensorFrame
from hardware.polled_source import PollCounters
from hardware.serial_board import BoardCounters

CONFIG = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[leds]
driver = "none"
[wiring]
order = "rows"
"""
POLLED = PollCounters(
    connected=True, detail="", polls=900, skipped=3, scan_s=0.00154, last_frame_age=0.1, reconnects=2
)
SERIAL = BoardCounters(
    connected=True,
    detail="",
    firmware="zetlicht-pico 0.1.0",
    frames=10,
    last_frame_age=0.1,
    reconnects=1,
    crc_errors=4,
    malformed=0,
    seq_gaps=5,
)


class Source:
    """Sensors, LEDs and a journal that do nothing by themselves."""

    channels = 50
    counters = None

    def start(self, listener):
        self.say = listener

    tell = start

    def stop(self):
        pass

    def apply(self, changes):
        pass


def said(folder, *, signals=(), beside=(), counters=None, pi=None, notice=None, gone=False):
    """What the status holds after these signals; and the events."""
    (folder / "games").mkdir(exist_ok=True)
    if not gone:
        (folder / "games" / "journal.sqlite3").touch()
    config = parse(CONFIG, folder / "board.toml")
    (folder / "board.toml").write_text(CONFIG)
    source, leds, events = Source(), Source(), []
    source.counters = counters
    daemon = Daemon(
        config,
        Line(config.game, config.game.start()),
        source,
        None,
        source,
        [events.extend],
        companions={"leds": leds},
    )
    machine = FakeMachine(folder / "machine", pi=pi)
    status = StatusFile(config, notice, machine.system())

    async def sit():
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        for signal in signals:
            source.say(signal)
        for signal in beside:
            leds.say(signal)
        await asyncio.sleep(0.05)
        status.write(daemon, source)
        daemon.stop()
        await running

    asyncio.run(sit())
    return read(config), events


def frame(*unreadable):
    config = parse(CONFIG, Path("board.toml"))
    start = config.game.start().fields
    return SensorFrame(
        0.0,
        bytes(Reading.UNKNOWN if name in unreadable else name in start for name in config.wiring.channels),
    )


def test_the_problem_of_each_device_is_there_until_it_is_over(tmp_path):
    dark = DeviceState(0.0, False, "There is no /dev/spidev0.0.")
    status, _ = said(tmp_path, signals=[frame()], beside=[dark])
    assert status["problems"] == {"leds": "There is no /dev/spidev0.0."}
    status, _ = said(tmp_path, signals=[frame()], beside=[dark, DeviceState(0.1, True, "They light.")])
    assert status["problems"] == {}


def test_a_board_that_works_in_part_is_a_problem_and_a_fault_until_it_is_in_order_again(tmp_path):
    here = DeviceState(0.0, True, "It is connected.")
    ghost = DeviceState(0.1, True, "Fields cannot be told apart.", problem=True)
    again = DeviceState(0.2, True, "It is in order again.")
    status, events = said(tmp_path, signals=[here, frame(), ghost])
    assert status["problems"] == {"board": "Fields cannot be told apart."}
    status, events = said(tmp_path, signals=[here, frame(), ghost, again])
    assert status["problems"] == {}
    assert [event.what for event in events if isinstance(event, Fault)] == [ghost.detail, again.detail]


def test_fields_that_cannot_be_read_are_named(tmp_path):
    assert said(tmp_path, signals=[frame("28", "33")])[0]["unreadable_fields"] == ["28", "33"]
    assert said(tmp_path, signals=[frame()])[0]["unreadable_fields"] == []


def test_the_counters_are_those_of_the_driver(tmp_path):
    polled, _ = said(tmp_path, counters=POLLED)
    assert (polled["polls"], polled["skipped_polls"], polled["scan_ms"], polled["reconnects"]) == (
        900,
        3,
        1.54,
        2,
    )
    serial, _ = said(tmp_path, counters=SERIAL)
    assert (serial["crc_errors"], serial["reconnects"], serial["sequence_gaps"]) == (4, 1, 5)
    assert serial["firmware"] == "zetlicht-pico 0.1.0"
    assert "polls" not in serial


def test_temperature_and_voltage_only_on_a_raspberry_pi(tmp_path):
    status, _ = said(tmp_path, pi=4)
    assert (status["temperature"], status["under_voltage"]) == (48.312, False)
    (tmp_path / "elsewhere").mkdir()
    status, _ = said(tmp_path / "elsewhere", pi=None)
    assert "temperature" not in status


def test_the_journal_and_the_faults_of_past_games(tmp_path):
    status, _ = said(tmp_path)
    assert (status["journal_state"], status["past_faults"]) == ("sound", {})
    weak = [
        PastFault("field", "32", "is weak", 2, date(2026, 11, 1)),
        PastFault("field", "32", "does not open", 1, date(2026, 11, 2)),
    ]
    save(tmp_path / "games", weak)
    status, _ = said(tmp_path, notice="The journal was rebuilt.")
    assert (status["journal_state"], status["past_faults"]) == ("The journal was rebuilt.", {"field 32": 3})
    (tmp_path / "games" / "faults.json").write_text("{")
    assert said(tmp_path)[0]["past_faults"] == {}


def test_the_command_prints_it_for_people_and_for_programs(tmp_path, capsys):
    dark = DeviceState(0.0, False, "There is no /dev/spidev0.0.")
    said(tmp_path, signals=[frame("28", "33")], beside=[dark])
    config = str(tmp_path / "board.toml")
    assert main(["status", "--config", config]) == 0
    shown = dict(
        line.split(None, 2)[::2] for line in capsys.readouterr().out.splitlines() if "fields" in line
    )
    assert shown == {"unreadable": "28, 33", "faulty": "-"}
    assert main(["status", "--config", config]) == 0
    printed = capsys.readouterr().out
    assert "problems           leds: There is no /dev/spidev0.0.\n" in printed
    assert "connected          no\n" in printed
    assert "past faults        -\n" in printed
    assert main(["status", "--config", config, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unreadable_fields"] == ["28", "33"]


@pytest.mark.parametrize("environment", [{}, {"RUNTIME_DIRECTORY": "/run/zetlicht:/run/other"}])
def test_the_status_of_a_machine_in_a_folder_is_read_there(environment, tmp_path):
    fake = FakeMachine(tmp_path)
    fake.wired()
    config = load(fake.config_file)
    assert read(config, fake.root, environment) is None
    fake.write("/run/zetlicht/status.json", '{"pid": 5}')
    assert read(config, fake.root, environment) == {"pid": 5}


def test_the_journal_is_sound_only_while_its_file_is_there(tmp_path):
    assert "is gone: put it back" in said(tmp_path, gone=True)[0]["journal_state"]
    assert said(tmp_path)[0]["journal_state"] == "sound"


def test_a_sensor_that_play_has_shown_to_fail_is_a_faulty_field(tmp_path):
    config = parse(CONFIG, Path("board.toml"))
    start = config.game.start()
    after = start.play(start.parse_move("31-26"))
    after = after.play(after.parse_move("20-25"))

    def shown(at, position):
        fields = {name: int(name in position.fields and name != "45") for name in config.wiring.channels}
        return SensorFrame(at, bytes(fields.values()))

    first = start.play(start.parse_move("31-26"))
    signals = [shown(t, p) for t, p in ((0.0, start), (3.0, first), (6.0, after), (9.0, after))]
    status, events = said(tmp_path, signals=signals)
    faults = [event.field for event in events if isinstance(event, Fault)]
    assert status["faulty_fields"] == faults == ["45"]
