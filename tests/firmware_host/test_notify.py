"""What a service tells systemd, read from a real socket."""

import socket

import pytest

from firmware_host.notify import STATUS_BYTES, Notifier


@pytest.fixture(params=["path", "abstract"])
def listener(request, tmp_path):
    """A socket as systemd's, in the file system and in the abstract space, and what names it."""
    name = f"zetlicht-{tmp_path.name}-{id(request)}"
    address = str(tmp_path / "notify") if request.param == "path" else f"@{name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(address if address.startswith("/") else f"\0{name}")
        heard.settimeout(5)
        yield heard, address


def test_each_message_is_one_datagram_of_assignments(listener):
    heard, address = listener
    notifier = Notifier.of({"NOTIFY_SOCKET": address})
    for send, wanted in (
        (notifier.ready, b"READY=1"),
        (lambda: notifier.status("ply 3\nWhite to move"), b"STATUS=ply 3 White to move"),
        (notifier.feed, b"WATCHDOG=1"),
        (notifier.stopping, b"STOPPING=1"),
        (lambda: notifier.tell(READY="1", STATUS="here"), b"READY=1\nSTATUS=here"),
    ):
        assert send()
        assert heard.recv(4096) == wanted


def test_a_long_status_is_cut_between_letters(listener):
    heard, address = listener
    assert Notifier(address).status("é" * STATUS_BYTES)
    assert heard.recv(4096).decode() == "STATUS=" + "é" * (STATUS_BYTES // 2)


def test_without_a_listener_nothing_happens(tmp_path):
    assert not Notifier.of({}).ready()
    assert not Notifier.of({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
    assert not Notifier.of({"NOTIFY_SOCKET": "relative"}).address


def test_a_listener_that_does_not_read_blocks_nobody(tmp_path):
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(address)
        sent = [Notifier(address).status("x" * 300) for _ in range(2000)]
    assert sent[0]
    assert not sent[-1]


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "15000000"}, 15.0),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "77"}, 15.0),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "78"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_as_the_environment_says(environment, seconds):
    notifier = Notifier.of({"NOTIFY_SOCKET": "/run/notify", **environment}, pid=77)
    assert notifier.watchdog_s == seconds


def test_a_watchdog_of_nobody_is_none():
    assert Notifier.of({"WATCHDOG_USEC": "15000000"}).watchdog_s is None
