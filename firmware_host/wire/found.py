"""Knows what a set of answers proves about a board's wiring, and which answers contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from firmware_host.wire.questions import Answer, How, Kind, Plan, by_field, by_pixel

ENOUGH = 2
"""So many equal answers settle a question."""

MOST = 6
"""So often one thing is asked; what has not settled then stays unknown."""

NEAR = 1.5
"""Hands that miss a field hit one at most so far away."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is proven.

    `heard`: the channels that close under each field, for those that have settled; none for a dead sensor.
    `channel_of`: the one channel that closes under a field and no other. `field_of`: the field that each
    pixel lights. `rim`: on whose side of the board a pixel of the rim shows the turn, True for White's.
    `beside`: the pixels of which a tap said that they light no field. `open_fields`, `open_pixels`: what has
    to be asked again.
    """

    heard: Mapping[str, frozenset[int]]
    channel_of: Mapping[str, int]
    field_of: Mapping[int, str]
    rim: Mapping[int, bool]
    beside: frozenset[int]
    open_fields: tuple[str, ...]
    open_pixels: tuple[int, ...]


def found(plan: Plan, answers: Sequence[Answer], noisy: Collection[int], idle: Collection[int]) -> Found:
    """What `answers` prove. `noisy`: channels whose word counts nothing; `idle`: channels that could be heard
    if they had a field."""
    fields, pixels = by_field(answers), by_pixel(answers)
    heard = _heard(plan, answers, noisy, idle)
    channel_of = _own_channels(heard)
    taken = {pixel: _of_pixel(pixels.get(pixel, ()), noisy) for pixel in plan.lights}
    field_of = _lit_fields(taken, heard, channel_of)
    doubtful = _doubtful(plan, heard, taken, field_of)
    kept = {pixel: name for pixel, name in field_of.items() if pixel not in doubtful}
    kept |= _paired(answers, kept)
    return Found(
        heard=heard,
        channel_of=channel_of,
        field_of=kept,
        rim=_rim(plan, answers, channel_of),
        beside=_beside(pixels, kept),
        open_fields=tuple(
            name for name in plan.fields if name not in heard and len(fields.get(name, ())) < MOST
        ),
        open_pixels=tuple(pixel for pixel in sorted(doubtful) if len(pixels.get(pixel, ())) < MOST),
    )


def _heard(
    plan: Plan, answers: Sequence[Answer], noisy: Collection[int], idle: Collection[int]
) -> dict[str, frozenset[int]]:
    """What has settled about each field. A field is not soon believed to be silent while there are channels
    that nobody has heard yet, still less while there are some that were heard and belong to no field."""
    fields = by_field(answers)
    times = Counter(channel for one in answers for channel in one.channels.difference(noisy))
    doubt = 1 if set(idle) - times.keys() else 0
    settled = {name: _settled(fields.get(name, ()), noisy) for name in plan.fields}
    owned = {channel for channels in settled.values() if channels for channel in channels}
    if any(often >= ENOUGH and channel not in owned for channel, often in times.items()):
        doubt += 2
    result = {}
    for name in plan.fields:
        channels = settled[name] or _settled(fields.get(name, ()), noisy, doubt=doubt)
        if channels is not None:
            result[name] = channels
    return result


def unsettled(plan: Plan, answers: Sequence[Answer], noisy: Collection[int]) -> tuple[str, ...]:
    """The fields about which these answers do not agree."""
    fields = by_field(answers)
    return tuple(name for name in plan.fields if _settled(fields.get(name, ()), noisy) is None)


def _settled(answers: Sequence[Answer], noisy: Collection[int], *, doubt: int = 0) -> frozenset[int] | None:
    """What most answers say, if they are ENOUGH more than those that say anything else. Silence needs `doubt`
    more witnesses, and one more if somebody may only have been away; and such silence says nothing against
    what was heard.
    """
    silent = [answer.how for answer in answers if not answer.channels.difference(noisy)]
    loud = Counter(channels for answer in answers if (channels := answer.channels.difference(noisy)))
    (best, times), (_, second) = [*loud.most_common(2), (frozenset[int](), 0), (frozenset[int](), 0)][:2]
    if times >= ENOUGH + max(second, silent.count(How.TAPS)):
        return best
    needed = ENOUGH + doubt + (How.TIME in silent)
    return frozenset() if len(silent) >= needed and len(silent) > times else None


def _own_channels(heard: Mapping[str, frozenset[int]]) -> dict[str, int]:
    uses = Counter(channel for channels in heard.values() for channel in channels)
    found = {}
    for name, channels in heard.items():
        own = sorted(channel for channel in channels if uses[channel] == 1)
        if own:
            found[name] = own[0]
    return found


Taken = tuple[frozenset[int] | None, bool]
"""What closes under a pixel, None if that is not known; and whether two answers agree on it."""


def _of_pixel(answers: Sequence[Answer], noisy: Collection[int]) -> Taken:
    settled = _settled(answers, noisy)
    if settled is not None:
        return settled, True
    if len(answers) == 1:
        return answers[0].channels.difference(noisy), False
    return None, False


def _lit_fields(
    taken: Mapping[int, Taken], heard: Mapping[str, frozenset[int]], channel_of: Mapping[str, int]
) -> dict[int, str]:
    """The field over each pixel: the only one under which the same was heard, or else the only one whose own
    channel was."""
    same: dict[frozenset[int], list[str]] = {}
    for name, channels in heard.items():
        same.setdefault(channels, []).append(name)
    field_at = {channel: name for name, channel in channel_of.items()}
    result = {}
    for pixel, (heard_there, _) in taken.items():
        if not heard_there:
            continue
        names = same.get(heard_there, ())
        if len(names) != 1:
            names = [field_at[channel] for channel in heard_there if channel in field_at]
        if len(names) == 1:
            result[pixel] = names[0]
    return result


def _doubtful(
    plan: Plan,
    heard: Mapping[str, frozenset[int]],
    taken: Mapping[int, Taken],
    field_of: Mapping[int, str],
) -> set[int]:
    """The pixels whose one answer is not enough: it is no answer, or leaves a field with more or fewer
    pixels than others have, or next to one that has none."""
    counts = Counter(field_of.values())
    usual = Counter(counts.values()).most_common(1)[0][0] if counts else 0
    lacking = [plan.places[name] for name, channels in heard.items() if channels and counts[name] < usual]

    def beside_lack(name: str) -> bool:
        x, y = plan.places[name]
        return any(hypot(x - other, y - far) <= NEAR for other, far in lacking)

    result = set()
    for pixel, (channels, sure) in taken.items():
        if channels is not None and sure:
            continue
        name = field_of.get(pixel)
        if name is None or counts[name] != usual or beside_lack(name):
            result.add(pixel)
    return result


def _paired(answers: Iterable[Answer], kept: Mapping[int, str]) -> dict[int, str]:
    """The pixels that were said, often enough and of one field alone, to lie under a silent field."""
    said: Counter[tuple[int, str]] = Counter()
    for answer in answers:
        pixel, name = answer.question.pixel, answer.question.field
        if answer.question.kind is Kind.PAIR and answer.how is How.REST and pixel is not None and name:
            said[pixel, name] += 1
    sure = [pair for pair, times in said.items() if times >= ENOUGH and pair[0] not in kept]
    often = Counter(pixel for pixel, _ in sure)
    return {pixel: name for pixel, name in sure if often[pixel] == 1}


def _rim(plan: Plan, answers: Iterable[Answer], channel_of: Mapping[str, int]) -> dict[int, bool]:
    """The pixels that were said, often enough and not otherwise too, to show the turn of one side."""
    field_at = {channel: name for name, channel in channel_of.items()}
    said: Counter[tuple[int, bool]] = Counter()
    for answer in answers:
        pixel = answer.question.pixel
        if answer.question.kind is not Kind.RIM or answer.how is not How.REST or pixel is None:
            continue
        sides = {field_at[channel] in plan.near for channel in answer.channels if channel in field_at}
        for side in sides:
            said[pixel, side] += 1
    return {
        pixel: side for (pixel, side), times in said.items() if times >= ENOUGH and not said[pixel, not side]
    }


def _beside(pixels: Mapping[int, Sequence[Answer]], kept: Mapping[int, str]) -> frozenset[int]:
    """Those of which no answer was a field, and some a tap: somebody looked, and saw no field lit."""
    return frozenset(
        pixel
        for pixel, answers in pixels.items()
        if pixel not in kept
        and len(answers) >= ENOUGH
        and not any(one.channels for one in answers)
        and any(one.how is How.TAPS for one in answers)
    )
