"""Knows the file in which a wizard's answers are kept while it is at work; not how they are got."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from firmware_host.wire.file import write_whole
from firmware_host.wire.questions import Answer, How, Kind, Plan, Question

VERSION: Final = 1


def progress_path(config: Path) -> Path:
    """Where the answers about the board of this configuration are kept: beside it."""
    return config.resolve().with_name(f"{config.name}.wire.json")


def save(path: Path, plan: Plan, answers: Sequence[Answer], noisy: Collection[int]) -> None:
    """Keep the answers, whole or not at all. Raises OSError."""
    content = {
        "version": VERSION,
        "plan": _mark(plan),
        "noisy": sorted(noisy),
        "answers": [
            [
                one.question.kind.value,
                one.question.pixel,
                one.question.field,
                one.question.walk,
                sorted(one.channels),
                one.how.value,
            ]
            for one in answers
        ],
    }
    write_whole(path, json.dumps(content).encode())


def load(path: Path, plan: Plan) -> tuple[list[Answer], set[int]] | None:
    """The answers and noisy channels that the file keeps; None if there is no file, it is about another
    board, or it is damaged: then everything is asked anew."""
    try:
        content = json.loads(path.read_bytes())
        if content["version"] != VERSION or content["plan"] != _mark(plan):
            return None
        answers = [_answer(item, plan) for item in content["answers"]]
        noisy = {_number(channel, plan.channels) for channel in content["noisy"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return answers, noisy


def _mark(plan: Plan) -> list[object]:
    """What makes a plan the same plan."""
    return [
        list(plan.fields),
        plan.channels,
        plan.pixels,
        [[pixel, white] for pixel, white in sorted(plan.rim.items())],
    ]


def _answer(item: object, plan: Plan) -> Answer:
    if not isinstance(item, list):
        raise ValueError("no answer")
    kind, pixel, field, walk, channels, how = item
    if pixel is not None:
        _number(pixel, plan.pixels)
    if field is not None and field not in plan.fields:
        raise ValueError("no field")
    closed = frozenset(_number(channel, plan.channels) for channel in channels)
    return Answer(Question(Kind(kind), pixel, field, _number(walk, 100)), closed, How(how))


def _number(value: object, below: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
        raise ValueError("no number")
    return value
