"""Knows how the doctor's checks are told to people: all of `docs/doctor.md`, from the checks themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable

from firmware_host.checks import CHECKS
from firmware_host.doctor.check import Check, Trouble

_HEAD = """\
# The doctor

`zetlicht doctor --config FILE` looks at the machine and the board that the file describes, and says in
one line for each check what it found, the likely cause, and what to do. It changes nothing, needs no root,
and may run while the daemon does. Checks that do not concern the board's drivers are left out.

```text
ok    computer: Raspberry Pi 4 Model B Rev 1.5, Linux 6.6.31
FAIL  SPI: there is no /dev/spidev0.0, which the LEDs need (SPI is switched off) -> put dtparam=spi=on into …
note  daemon: not running (it was not started with this configuration, or has ended) -> zetlicht run, or …
```

`ok` is in order, `note` is worth knowing but stops nothing, `FAIL` does: then the exit status is 1. With
`--json` each line is an object with `check`, `ok` (`true`, `false`, or `null` for a note), `found`, `cause`
and `remedy`. Words in capitals below stand for what was found.

This page is made from the checks; `python -m firmware_host.doctor.page` prints it.

## The checks

"""

_TAIL = """
## What past games leave behind

Fields and pieces that gave trouble are kept in `faults.json` in `state_dir`, each with the kind of trouble,
how often and on which day last. Remove the file when everything is repaired; a new one begins with the next
trouble.
"""


def document() -> str:
    """The page, in Markdown."""
    return _HEAD + _overview(CHECKS) + "\n" + "\n".join(map(_section, CHECKS)) + _TAIL


def _overview(checks: Iterable[Check]) -> str:
    rows = ["| check | looks at | concerns |", "|---|---|---|"]
    rows += [f"| {check.name} | {_cell(check.looks_at)} | {_cell(check.concern.words)} |" for check in checks]
    return "\n".join(rows) + "\n"


def _section(check: Check) -> str:
    rows = ["| | what | likely cause | what to do |", "|---|---|---|---|"]
    rows += [_row(trouble) for trouble in check.troubles]
    return f"### {check.name}\n\n" + "\n".join(rows) + "\n"


def _row(trouble: Trouble) -> str:
    words = (trouble.what, trouble.cause, trouble.remedy)
    cells = " | ".join(_cell(_facts_named(text)) for text in words)
    return f"| {'FAIL' if trouble.fails else 'note'} | {cells} |"


_WHOLE = {
    "sentence": "what the message says",
    "remedy": "what the message says",
    "faults": "which they are, in what way they failed, how often, and when last",
}
"""Facts that are whole sentences."""


def _facts_named(text: str) -> str:
    """The words with each fact named in capitals, whole sentences by what they say."""

    def name(match: re.Match[str]) -> str:
        return _WHOLE[match[1]] if text == match[0] and match[1] in _WHOLE else match[1].upper()

    named = re.sub(r"(?<!\{)\{(\w+)\}(?!\})", name, text)
    return named.replace("{{", "{").replace("}}", "}")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


if __name__ == "__main__":
    print(document(), end="")
