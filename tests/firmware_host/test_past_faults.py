"""Trouble of past games is counted, kept whole, and never lost silently."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.errors import JournalError
from firmware_host.past_faults import MOST, NAME, PastFault, load, noted, save

DAY = date(2026, 11, 30)

faults = st.builds(
    PastFault,
    st.sampled_from(("field", "piece")),
    st.text(max_size=5),
    st.text(max_size=5),
    st.integers(1, 1000),
    st.dates(),
)


@given(st.lists(faults, max_size=20))
def test_what_was_kept_is_read_again(tmp_path_factory, some):
    folder = tmp_path_factory.mktemp("state")
    save(folder, some)
    assert load(folder) == tuple(some)
    assert [path.name for path in folder.iterdir()] == [NAME]


entries = st.tuples(
    st.sampled_from(("field", "piece")), st.sampled_from("abc"), st.sampled_from(("is weak", "does not open"))
)


@given(st.lists(entries, max_size=30))
def test_every_fault_counts_once_and_the_latest_is_last(some):
    kept = ()
    for entry in some:
        kept = noted(kept, *entry, DAY)
        assert (kept[-1].kind, kept[-1].name, kept[-1].what) == entry
    assert sum(one.count for one in kept) == len(some)
    assert len({(one.kind, one.name, one.what) for one in kept}) == len(kept)


def test_the_day_is_that_of_the_last_time():
    kept = noted((), "field", "32", "is weak", date(2026, 1, 1))
    assert noted(kept, "field", "32", "is weak", DAY) == (PastFault("field", "32", "is weak", 2, DAY),)


def test_no_more_than_so_many_are_kept():
    kept = ()
    for number in range(MOST + 5):
        kept = noted(kept, "field", str(number), "is weak", DAY)
    assert len(kept) == MOST
    assert kept[0].name == "5", "those seen longest ago go first"


def test_without_a_file_there_are_none(tmp_path):
    assert load(tmp_path) == ()


GOOD = {"kind": "field", "name": "32", "what": "is weak", "count": 1, "last": "2026-11-30"}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"version": 1}',
        '{"version": 2, "faults": []}',
        json.dumps({"version": 1, "faults": [3]}),
        *(
            json.dumps({"version": 1, "faults": [GOOD | change]})
            for change in ({"kind": "door"}, {"count": 0}, {"count": "1"}, {"last": "yesterday"}, {"name": 3})
        ),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(content, tmp_path):
    (tmp_path / NAME).write_text(content)
    with pytest.raises(JournalError, match=r"faults\.json cannot be read .* remove it") as refused:
        load(tmp_path)
    assert "\n" not in str(refused.value)


def test_a_folder_that_takes_no_file_is_told(tmp_path):
    with pytest.raises(JournalError, match=r"cannot be written .* writable"):
        save(tmp_path / "gone", [])
