"""Knows the options that a game's rules offer, and the one error from which all of the rules' errors come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


class RulesError(Exception):
    """Anything the rules refuse; the message is one sentence that says what is wrong and where."""


class InvalidOption(RulesError, ValueError):
    """An option that a game does not have, or a value it does not take."""


@dataclass(frozen=True, slots=True)
class Option:
    """A reading of the rules that can be chosen: its name, the values it takes (first is the default), what
    it means and the article of the official rules (or the number of the open question)."""

    name: str
    values: tuple[str | int | bool, ...]
    meaning: str
    article: str

    @property
    def default(self) -> str | int | bool:
        """The value used when nothing is said."""
        return self.values[0]


def check_options(
    game: str, options: Iterable[Option], chosen: Mapping[str, str | int | bool]
) -> dict[str, str | int | bool]:
    """Every option with its chosen or default value; raises InvalidOption for an unknown name or value."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            have = ", ".join(known) or "none"
            raise InvalidOption(f"{game} has no option {name!r}; its options are: {have}.")
        if not any(value == allowed and type(value) is type(allowed) for allowed in known[name].values):
            allowed_text = ", ".join(repr(allowed) for allowed in known[name].values)
            raise InvalidOption(f"{game}: option {name!r} cannot be {value!r}; it takes {allowed_text}.")
    return {name: chosen.get(name, option.default) for name, option in known.items()}
