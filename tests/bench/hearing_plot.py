"""Knows how the shares of games heard wrong are drawn as a plain SVG that needs no colour."""

from __future__ import annotations

from html import escape

from hearing_judge import Result
from hearing_methods import METHODS
from hearing_page import share
from hearing_tally import Tally, levels, of

WIDTH, LEFT, RIGHT = 740, 170, 110
BAR, GAP, GROUP, TOP, FOOT = 18, 4, 22, 84, 54
WRONG, LOST, RIGHT_FILL = "#111111", "url(#lost)", "#f2f2f2"


def plot(tally: Tally) -> str:
    """Bars, one a level and a way of hearing: black is wrong, hatched is lost or asked, the rest exact."""
    rows = [(level, method) for level in levels(tally) for method in METHODS]
    groups = len(levels(tally))
    height = TOP + len(rows) * (BAR + GAP) + groups * GROUP + FOOT
    parts = [_head(height), _legend()]
    y = float(TOP)
    shown = ""
    for level, method in rows:
        if level != shown:
            y += GROUP
            parts.append(_text(12, y - 6, f"{level} hands", weight="bold"))
            shown = level
        parts.append(_bar(tally, level, method, y))
        y += BAR + GAP
    parts.append(_axis(y))
    return "\n".join([*parts, "</svg>", ""])


def _head(height: float) -> str:
    title = "Share of games heard wrong, by hands and way of hearing"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{title}" font-family="sans-serif" font-size="13">\n'
        f"<title>{title}</title>\n"
        '<defs><pattern id="lost" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="6" height="6" fill="#ffffff"/>'
        '<line x1="0" y1="0" x2="0" y2="6" stroke="#111111" stroke-width="2"/></pattern></defs>\n'
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>\n'
        + _text(12, 26, title, weight="bold")
    )


def _legend() -> str:
    parts, x = [], float(LEFT)
    for fill, text in ((RIGHT_FILL, "exact"), (LOST, "asked or lost, and said so"), (WRONG, "wrong")):
        parts.append(f'<rect x="{x:.0f}" y="42" width="16" height="14" fill="{fill}" stroke="#111111"/>')
        parts.append(_text(x + 22, 54, text))
        x += 40 + 7.2 * len(text)
    return "\n".join(parts)


def _bar(tally: Tally, level: str, method: str, y: float) -> str:
    found = of(tally.hands, level=level, method=method)
    total = max(found.total(), 1)
    wrong = found[Result.WRONG.value]
    said = found[Result.ASKED.value] + found[Result.LOST.value]
    span = WIDTH - LEFT - RIGHT
    parts = [_text(LEFT - 8, y + 13, method, anchor="end")]
    x = float(LEFT)
    for count, fill in ((wrong, WRONG), (said, LOST), (total - wrong - said, RIGHT_FILL)):
        wide = span * count / total
        if count:
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{BAR}" '
                f'fill="{fill}" stroke="#111111" stroke-width="0.8"/>'
            )
        x += wide
    parts.append(_text(WIDTH - RIGHT + 8, y + 13, f"{share(wrong, total)} wrong"))
    return "\n".join(parts)


def _axis(y: float) -> str:
    span = WIDTH - LEFT - RIGHT
    parts = []
    for percent in (0, 25, 50, 75, 100):
        x = LEFT + span * percent / 100
        parts.append(f'<line x1="{x}" y1="{y + 4}" x2="{x}" y2="{y + 10}" stroke="#111111"/>')
        parts.append(_text(x, y + 25, f"{percent} %", anchor="middle"))
    parts.append(_text(LEFT + span / 2, y + 44, "of the games", anchor="middle"))
    return "\n".join(parts)


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="#111111">{escape(text)}</text>'
    )
