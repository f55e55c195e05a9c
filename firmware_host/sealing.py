"""Knows how a secret is sealed while its game goes on, and where the key of the seals lies.

What this is worth: whoever looks into the journal, lists it, copies it or opens it with a database browser
sees nothing. It does not stop anyone who may read both the journal and the key and means to: the daemon
itself must open the seals after a restart, so the key lies in the same folder, readable for the daemon's user
alone.
"""

from __future__ import annotations

import contextlib
import hmac
import os
from collections.abc import Callable
from pathlib import Path

from firmware_host.errors import HostError
from firmware_host.journal_rescue import sync_directory

KEY_NAME = "secrets.key"
KEY_BYTES = 32
NONCE_BYTES = 16
TEXT_BYTES = 32
"""Every text is padded to this, so that the length of a seal says nothing."""

Chance = Callable[[int], bytes]
"""So many bytes that nobody can foresee."""


class SealBroken(HostError, ValueError):
    """A seal that this key does not open: another key, another game or side, or damage."""


def seal(key: bytes, about: str, text: str, chance: Chance = os.urandom) -> bytes:
    """`text` sealed for what it is `about` (a game and a side): nonce, ciphertext, tag; always as long.

    Encrypt, then authenticate, both by HMAC-SHA-256: the nonce is fresh, so its HMAC is a stream of key that
    is used once. Raises ValueError for a text of more than TEXT_BYTES bytes.
    """
    plain = text.encode()
    if len(plain) > TEXT_BYTES or b"\0" in plain:
        raise ValueError(f"A text to be sealed has at most {TEXT_BYTES} bytes and no zero; this one has not.")
    nonce = chance(NONCE_BYTES)
    body = _crossed(plain.ljust(TEXT_BYTES, b"\0"), key, nonce)
    return nonce + body + _tag(key, about, nonce + body)


def unseal(key: bytes, about: str, sealed: bytes) -> str:
    """The text that was sealed with this key about this; raises SealBroken."""
    head, tag = sealed[: NONCE_BYTES + TEXT_BYTES], sealed[NONCE_BYTES + TEXT_BYTES :]
    if not hmac.compare_digest(tag, _tag(key, about, head)):
        raise SealBroken(f"The secret of {about} cannot be opened: its seal or {KEY_NAME} has changed.")
    return _crossed(head[NONCE_BYTES:], key, head[:NONCE_BYTES]).rstrip(b"\0").decode()


def _crossed(text: bytes, key: bytes, nonce: bytes) -> bytes:
    stream = hmac.digest(key, b"stream" + nonce, "sha256")
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))


def _tag(key: bytes, about: str, head: bytes) -> bytes:
    return hmac.digest(key, b"tag" + len(about).to_bytes(4, "big") + about.encode() + head, "sha256")


def read_key(folder: Path) -> bytes | None:
    """The key of the seals in this state folder; None if there is none that could be one. Raises OSError if
    it may not be read."""
    try:
        key = (folder / KEY_NAME).read_bytes()
    except FileNotFoundError:
        return None
    return key if len(key) == KEY_BYTES else None


def make_key(folder: Path, chance: Chance = os.urandom) -> bytes:
    """The key in this state folder, made and on the disk if there is none: for its owner alone (0600).

    Raises OSError if the folder takes no file.
    """
    if (key := read_key(folder)) is not None:
        return key
    key, path = chance(KEY_BYTES), folder / KEY_NAME
    building = path.with_name(path.name + ".new")
    with contextlib.suppress(FileNotFoundError):
        building.unlink()
    handle = os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(handle, key)
        os.fsync(handle)
    finally:
        os.close(handle)
    building.replace(path)
    sync_directory(folder)
    return key
