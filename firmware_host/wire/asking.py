"""Knows what to ask next, from the answers so far alone; so a wizard that was killed goes on where it was."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import hypot

from firmware_host.wire.found import ENOUGH, NEAR, Found, found, unsettled
from firmware_host.wire.questions import Answer, How, Kind, Plan, Question, by_field, by_pixel, rows

WALKS = 4
"""At most so many walks over all fields."""

MOST_PAIRS = 16
MOST_RIM = 64


def next_question(
    plan: Plan, answers: Sequence[Answer], noisy: Collection[int], idle: Collection[int]
) -> tuple[Question | None, Found | None]:
    """The next question, None if all has been asked; and what is proven, where that led to the question.
    `noisy`, `idle`: as `found` takes them.

    First every LED, then a walk over all fields and one back; further walks if they contradict each other in
    many fields; then single fields and LEDs that are in doubt; then the LEDs of fields that cannot answer,
    and LEDs beside the fields.
    """
    lit = by_pixel(answers)
    for pixel in plan.lights:
        if pixel not in lit:
            return Question(Kind.PIXEL, pixel=pixel), None
    for walk in range(1, WALKS + 1):
        if walk > 2 and not _another_walk(plan, answers, noisy, walk):
            break
        walked = {one.question.field for one in answers if one.question.walk == walk}
        for name in route(plan, walk):
            if name not in walked:
                return Question(Kind.FIELD, field=name, walk=walk), None
    known = found(plan, answers, noisy, idle)
    return _single_question(plan, answers, known), known


def _single_question(plan: Plan, answers: Sequence[Answer], known: Found) -> Question | None:
    """What is still in doubt."""
    if known.open_fields:
        tries = by_field(answers)
        return Question(Kind.FIELD, field=min(known.open_fields, key=lambda name: len(tries.get(name, ()))))
    if known.open_pixels:
        lit = by_pixel(answers)
        return Question(Kind.PIXEL, pixel=min(known.open_pixels, key=lambda pixel: len(lit[pixel])))
    return next(_pairs(plan, answers, known), None) or next(_rim(answers, known), None)


def route(plan: Plan, walk: int) -> list[str]:
    """The fields in the order of this walk: odd ones from the far left, even ones back from the near
    right."""
    there = [name for row in rows(plan) for name in row]
    return there if walk % 2 else there[::-1]


def _another_walk(plan: Plan, answers: Sequence[Answer], noisy: Collection[int], walk: int) -> bool:
    """Whether the walks before contradict each other in more than a quarter of the fields."""
    before = [one for one in answers if 0 < one.question.walk < walk]
    return 4 * len(unsettled(plan, before, noisy)) > len(plan.fields)


def ring(plan: Plan, known: Found, name: str) -> tuple[str, ...]:
    """The fields around this one that can answer and have light."""
    x, y = plan.places[name]
    lit = set(known.field_of.values())
    return tuple(
        other
        for other in plan.fields
        if other != name
        and other in known.channel_of
        and other in lit
        and hypot(plan.places[other][0] - x, plan.places[other][1] - y) <= NEAR
    )


def _pairs(plan: Plan, answers: Sequence[Answer], known: Found) -> Iterator[Question]:
    """A pixel without a field may lie under a field that has no channel of its own. Only a yes is asked for
    again."""
    said: dict[Question, list[How]] = {}
    for one in answers:
        if one.question.kind is Kind.PAIR:
            said.setdefault(one.question, []).append(one.how)
    silent = [name for name in plan.fields if name not in known.channel_of]
    for pixel in plan.lights:
        if pixel in known.field_of or len(said) >= MOST_PAIRS:
            continue
        for name in silent:
            question = Question(Kind.PAIR, pixel=pixel, field=name)
            if _unsure(said.get(question, [])) and ring(plan, known, name):
                yield question


def _rim(answers: Sequence[Answer], known: Found) -> Iterator[Question]:
    """A pixel that lights no field may be beside them. Only whose turn it shows is asked for again."""
    said: dict[int | None, list[How]] = {}
    for one in answers:
        if one.question.kind is Kind.RIM:
            said.setdefault(one.question.pixel, []).append(one.how)
    if len(known.beside) > MOST_RIM:
        return
    for pixel in sorted(known.beside - known.rim.keys()):
        if _unsure(said.get(pixel, [])):
            yield Question(Kind.RIM, pixel=pixel)


def _unsure(said: Sequence[How]) -> bool:
    """Whether a question that one can only affirm by a piece has to be asked (again)."""
    return not said or (said[0] is How.REST and said.count(How.REST) < ENOUGH and len(said) <= ENOUGH)
