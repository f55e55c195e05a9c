"""Fields that fail in play are on the list of past faults; those that work again are not added."""

from datetime import date

from firmware_host.events import Fault
from firmware_host.fault_notes import FaultNotes
from firmware_host.health import NEVER_CLOSES, NEVER_OPENS, WEAK, WORKS_AGAIN
from firmware_host.past_faults import NAME, PastFault, load

DAY = date(2026, 11, 30)


def fault(field, what, device=None):
    return Fault(1.0, field, device, what, 1.0)


def test_faults_of_fields_are_counted_and_nothing_else(tmp_path):
    notes = FaultNotes(tmp_path, lambda: DAY)
    notes.heard([fault("28", NEVER_CLOSES), fault("33", NEVER_OPENS)])
    notes.heard([fault("28", WORKS_AGAIN), fault(None, "There is no board.", "board")])
    notes.heard([fault("28", NEVER_CLOSES), fault("40", WEAK)])
    assert load(tmp_path) == (
        PastFault("field", "33", NEVER_OPENS, 1, DAY),
        PastFault("field", "28", NEVER_CLOSES, 2, DAY),
        PastFault("piece", "on 40", WEAK, 1, DAY),
    )


def test_a_list_that_cannot_be_read_is_told_once_and_stays(tmp_path, capsys):
    (tmp_path / NAME).write_text("rubbish")
    notes = FaultNotes(tmp_path, lambda: DAY)
    notes.heard([fault("28", NEVER_CLOSES)])
    notes.heard([fault("28", NEVER_CLOSES)])
    assert capsys.readouterr().err.count("cannot be read") == 1
    assert (tmp_path / NAME).read_text() == "rubbish"
