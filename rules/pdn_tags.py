"""Knows how a tag pair looks in PDN text, well formed or not; nothing of what tags mean."""

from __future__ import annotations

import re

from rules.pdn_types import tag_name

HEADER_LINE = re.compile(r'^[^\S\n]*\[[^\S\n]*\w+[^\S\n]+"', re.MULTILINE)
"""The beginning of a line that can only be a tag: where reading goes on behind an unclosed comment."""

_STRICT = re.compile(r'\[\s*([^\s"\[\]]{1,64})\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_QUOTES = "\"'“”„«»"
# In order: quotes inside the value; no closing bracket; no quotes at all.
_LENIENT = (
    re.compile(
        rf"\[[^\S\n]*([^\[\]{_QUOTES}\n]{{1,64}}?)[^\S\n]*[:=]?[^\S\n]*[{_QUOTES}](.*?)[{_QUOTES}][^\S\n]*\]"
    ),
    re.compile(
        rf"\[[^\S\n]*([^\W\d]\w{{0,63}})[^\S\n]*[:=]?[^\S\n]*[{_QUOTES}]([^\n]*?)[{_QUOTES}]?[^\S\n]*$", re.M
    ),
    re.compile(r"\[[^\S\n]*([^\W\d]\w{0,63})(?:[^\S\n]+([^\]\n]*))?\]"),
)
_BRACKET = re.compile(r"\[[^\[\]\n]*\]?")
_ESCAPE = re.compile(r'\\(["\\])')


def read_tag(text: str, start: int) -> tuple[tuple[str, str] | None, int]:
    """The tag pair whose bracket is at `start` (name in its usual spelling), and where the text goes on.

    Without a tag there (a clock outside a comment, say) the pair is None and the bracket is skipped. Only
    a bracket that begins its line may break the form of a tag.
    """
    found = _STRICT.match(text, start)
    if found is None and _begins_line(text, start):
        found = next((match for form in _LENIENT if (match := form.match(text, start))), None)
    name = tag_name(found[1]) if found else ""
    if found is None or not name:
        skipped = _BRACKET.match(text, start)
        return None, skipped.end() if skipped else start + 1
    return (name, _ESCAPE.sub(r"\1", found[2] or "")), found.end()


def _begins_line(text: str, start: int) -> bool:
    before = text[max(0, start - 40) : start].rpartition("\n")
    return not before[2].strip(" \t\ufeff\u200b") and (bool(before[1]) or start <= 40)


def tag_pair(name: str, value: str) -> str:
    """The tag as written, quotes and backslashes escaped."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
