"""Knows the keys that say how long the board waits: range, default, meaning; not what for."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.config_keys import setting
from firmware_host.config_kinds import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long the board waits, in seconds."""

    debounce_s: float = setting(
        Number(0, 0.015), "A reading counts once it has held this long; 0 trusts every reading.", 0.012
    )
    slide_s: float = setting(
        Number(0.05, 3),
        "How long a move that could go on (a king that may slide further, a push that may push more) rests "
        "before it counts, at first. Each side is then waited for as it plays: longer once it rested on the "
        "way and went on, slowly less while it never does.",
        0.3,
    )
    slide_min_s: float = setting(
        Number(0.05, 3), "The least that this wait becomes; a smaller `slide_s` is the least itself.", 0.2
    )
    slide_max_s: float = setting(
        Number(0.05, 3),
        "The most that this wait becomes; a larger `slide_s` is the most itself. All three alike: the wait "
        "never changes.",
        0.38,
    )
    takeback_s: float = setting(
        Number(0.05, 5), "How long an earlier position rests before moves are taken back to it.", 0.2
    )
    correction_s: float = setting(
        Number(0, 5),
        "Where both sides may move the same stone (Smokkelen): lifted again sooner than this after its move, "
        "its mover corrects himself; later it is the other side's move.",
        0.7,
    )
    new_game_s: float = setting(
        Number(0.5, 60), "How long the start position rests before a new game begins.", 2.0
    )
    light_rest_s: float = setting(
        Number(0, 1), "How long a piece rests, on a field or in the hand, before the lights follow.", 0.12
    )
    astray_s: float = setting(
        Number(0.05, 5),
        "How long a board that fits nothing legal rests before its wrong fields are shown.",
        0.25,
    )
    final_rest_s: float = setting(
        Number(0.2, 60), "How long the last move of a game rests before the result stands.", 3.0
    )
    final_in_play_s: float = setting(
        Number(0.5, 600, or_zero=True),
        "How long a move rests before it can no longer be changed although the other side has not moved yet; "
        "0: it can be changed until then.",
        0.0,
    )
    last_s: float = setting(Number(0, 3600), "How long the last move stays lit.", 10.0)
    crown_s: float = setting(Number(0, 3600), "How long a new king winks for its crown.", 20.0)
    winner_s: float = setting(Number(0, 3600), "How long the winner's lights stay.", 33.0)
