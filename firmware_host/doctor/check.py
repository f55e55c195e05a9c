"""Knows what a check is: what it looks at, whom it concerns, the troubles it may tell; not one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from firmware_host.config import Config
from firmware_host.events import Json
from firmware_host.status import FRESH_S
from firmware_host.system import System


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: what was looked at, whether it is in order, what was found, its likely cause,
    and what to do. `ok` None: worth knowing, but the board works; never counts as failed."""

    check: str
    ok: bool | None
    found: str
    cause: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A trouble that was found, with the facts of this machine in its words."""

    trouble: Trouble
    what: str
    cause: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that may be wrong: what, its likely cause, what to do, with `{facts}` to be filled in.
    `fails`: the board cannot work so, or not for long; otherwise it is only worth knowing."""

    what: str
    cause: str
    remedy: str
    fails: bool = True

    def told(self, **facts: object) -> Told:
        """The trouble with its facts; more of them than the words need are no harm."""
        words = {name: str(fact) for name, fact in facts.items()}
        return Told(self, self.what.format(**words), self.cause.format(**words), self.remedy.format(**words))


@dataclass(frozen=True, slots=True)
class Case:
    """What the doctor is asked about: a machine, the board that is to run on it, and what a running daemon
    said of itself last (None if none runs)."""

    system: System
    config: Config
    status: Mapping[str, Json] | None

    @property
    def status_age_s(self) -> float:
        """How long ago the daemon wrote its status; for ever, if it never did."""
        written = (self.status or {}).get("written")
        return self.system.now.timestamp() - written if isinstance(written, int | float) else float("inf")

    @property
    def running(self) -> bool:
        """Whether a daemon runs this board now."""
        return self.alive and self.status_age_s <= FRESH_S

    @property
    def alive(self) -> bool:
        """Whether the process that wrote the last status may still be there: a killed one leaves its status.
        Where other users' processes are hidden that cannot be told."""
        if self.status is None:
            return False
        hidden = not self.system.exists("/proc/1")
        return hidden or self.system.exists(f"/proc/{self.status.get('pid')}")


Outcome: TypeAlias = str | Told
"""What is in order, in a few words, or a trouble."""


@dataclass(frozen=True, slots=True)
class Concern:
    """Whom a check concerns: `words` for people, `holds` for a configuration."""

    words: str
    holds: Callable[[Config], bool]


ALWAYS = Concern("every board", lambda config: True)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look at. `look` gives what is in order and the troubles found, all of them among
    `troubles`, and nothing where this machine has nothing to look at."""

    name: str
    looks_at: str
    concern: Concern
    troubles: tuple[Trouble, ...]
    look: Callable[[Case], Iterable[Outcome]]

    def findings(self, case: Case) -> tuple[Finding, ...]:
        """What this check says of a case; nothing if it does not concern it."""
        if not self.concern.holds(case.config):
            return ()
        return tuple(finding(self.name, outcome) for outcome in self.look(case))


def finding(check: str, outcome: Outcome) -> Finding:
    """The line for an outcome of the check of this name."""
    if isinstance(outcome, str):
        return Finding(check, ok=True, found=outcome)
    return Finding(
        check, False if outcome.trouble.fails else None, outcome.what, outcome.cause, outcome.remedy
    )


def or_good(troubles: Iterable[Told], good: str) -> Iterable[Outcome]:
    """The troubles, or what is in order if there are none."""
    return tuple(troubles) or (good,)
