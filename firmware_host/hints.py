"""Knows which light each moment of a game deserves: a pure function from a scene to roles by field."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.inference import (
    Ambiguous,
    AtRest,
    Disorder,
    InHand,
    InProgress,
    Made,
    Outlook,
    Prospect,
    landed,
    questions,
)
from firmware_host.line import ABORTED
from firmware_host.scene import Scene
from firmware_host.settings import Help, Settings
from rules.board import bits
from rules.game import Side

Picture = dict[str, str]

HIDDEN_S = 2.0
"""How long the board says that a secret was taken."""

MOST_AT_ONCE = 6
"""How many wrong fields are shown together: more than this is a set-up, or an accident, and is led."""

# Where two roles meet on one field the later one wins.
_ORDER = (
    "weak",
    "secret",
    "last-from",
    "last-to",
    "place-white",
    "place-black",
    "waypoint",
    "must",
    "advice-from",
    "advice-to",
    "crown",
    "capture",
    "origin",
    "destination",
    "remove",
    "question",
    "missing",
    "extra",
    "winner",
)


def picture(scene: Scene, at: float, settings: Settings) -> Picture | None:
    """The role of every lit field at `at`, in the board's reading order; None: leave the picture as it is
    (the board is in disorder, but not long enough to say so)."""
    if scene.outcome is not None:
        return _named(scene, _winner(scene, at, settings))
    if scene.hiding and not (isinstance(scene.verdict, Disorder) and scene.wrong):
        return _named(scene, {"secret": _hidden(scene, at)})
    level = settings.help_for(scene.outlook.position.turn)
    masks: dict[str, int] = {"remove": scene.loose & scene.view.occupied}
    over = scene.outlook.outcome is not None
    if level is not Help.SILENT and at < scene.last_at + settings.crown_s:
        masks["crown"] = scene.crowned
    match scene.verdict:
        case AtRest() if (taught := _taught(scene, at)) is not None:
            masks = {"remove": masks["remove"]} | taught
        case AtRest():
            masks |= _at_rest(scene, at, settings, level) | {"weak": scene.weak}
        case InHand(field) if scene.ordered and not over:
            if level is not Help.SILENT:
                masks |= {"origin": field, "must": _must(scene.outlook) & ~field}
        case InHand() | InProgress() | Made() if over:
            pass
        case InProgress(prospects):
            masks = _joined(masks, _under_way(scene, prospects, level))
        case Made(prospect):
            masks = _joined(masks, _under_way(scene, (prospect,), level))
        case Ambiguous(prospects):
            masks |= {"question": sum(questions(scene.outlook, prospects))} if scene.asked else {}
        case Disorder(missing, extra):
            lone_enemy = scene.ordered and not extra and missing.bit_count() == 1
            if not lone_enemy and scene.wrong != (missing, extra):
                return None
            masks = _repair(scene, missing, extra)
    return _named(scene, masks)


def _repair(scene: Scene, missing: int, extra: int) -> dict[str, int]:
    """A few wrong fields all at once. Many one step after the other: first what must go, then White's
    pieces, then Black's."""
    if (missing | extra).bit_count() <= MOST_AT_ONCE:
        return {"missing": missing, "extra": extra}
    if extra:
        return {"extra": extra}
    white = missing & scene.outlook.position.white
    return {"place-white": white} if white else {"place-black": missing}


def _taught(scene: Scene, at: float) -> dict[str, int] | None:
    return None if scene.lesson is None else scene.lesson.lights(at)


def fades_at(scene: Scene, at: float, settings: Settings) -> float | None:
    """The next time after `at` at which a light changes by itself, or None."""
    times = []
    if scene.lesson is not None:
        times += [time for time in [scene.lesson.changes_after(at)] if time is not None]
    if scene.last is not None:
        times += [scene.last_at + settings.last_s]
        if scene.crowned:
            times += [scene.last_at + settings.crown_s]
    if scene.hidden:
        times += [scene.hidden_at + HIDDEN_S]
    if scene.outcome is not None:
        times += [scene.outcome_at + settings.winner_s]
    later = [time for time in times if time > at]
    return min(later) if later else None


def _hidden(scene: Scene, at: float) -> int:
    """All pieces of the side whose secret was just taken: the same, whichever of them it is."""
    return scene.hidden if at < scene.hidden_at + HIDDEN_S else 0


def _named(scene: Scene, masks: dict[str, int]) -> Picture:
    roles: dict[int, str] = {}
    for role in _ORDER:
        if mask := masks.get(role):
            for bit in bits(mask):
                roles[bit] = role
    name_of = scene.outlook.position.game.board.name_of
    return {name: roles[bit] for bit, name in name_of.items() if bit in roles}


def _joined(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {role: one.get(role, 0) | other.get(role, 0) for role in (*one, *other)}


def _must(outlook: Outlook) -> int:
    """The pieces that have a capture, in a game where capturing is a duty."""
    if not outlook.position.game.forced_captures:
        return 0
    mask = 0
    for prospect in outlook.prospects:
        if prospect.move.captures:
            mask |= prospect.move.lifts
    return mask


def _placing(outlook: Outlook) -> dict[str, int]:
    """Where the next stone may be placed, by its colour."""
    mask = 0
    for prospect in outlook.prospects:
        if not prospect.move.lifts:
            mask |= prospect.move.drops
    return {f"place-{outlook.position.turn.value}": mask} if mask else {}


def _at_rest(scene: Scene, at: float, settings: Settings, level: Help) -> dict[str, int]:
    placing = _placing(scene.outlook)
    if scene.hidden and not scene.last:
        placing |= {"secret": _hidden(scene, at)}
    if level is Help.SILENT:
        return placing
    masks = {"must": _must(scene.outlook)} | placing
    if scene.last is None or not scene.last.transfers:
        return masks
    board = scene.outlook.position.game.board
    if at < scene.last_at + settings.last_s:
        leader = scene.last.transfers[0]
        masks["last-from"] = board.bit[leader.origin] if leader.origin else 0
        masks["last-to"] = board.bit[leader.target] if leader.target else 0
    return masks


def _under_way(scene: Scene, prospects: tuple[Prospect, ...], level: Help) -> dict[str, int]:
    """A move in the air, on a landing field, or landed with captured men still there."""
    view, outlook = scene.view, scene.outlook
    there = [p for p in prospects if landed(p, view)]
    if level is Help.SILENT:
        return {"remove": _all_captures(there) & view.occupied}
    placed = view.occupied & ~outlook.occupied & ~view.ignored
    lifted = outlook.occupied & ~view.occupied & ~view.ignored
    masks = dict.fromkeys(("origin", "destination", "waypoint", "capture", "remove"), 0)
    if there:
        masks["destination"] = _drops(there)
        masks["remove"] = _common_captures(there) & view.occupied
        masks["capture"] = _all_captures(there) & view.occupied
    ahead = [p for p in prospects if p not in there] if placed else list(prospects)
    for prospect, waypoints in _ways(scene, ahead):
        masks["destination"] |= _targets(scene, prospect, lifted)
        masks["waypoint"] |= waypoints
        masks["capture"] |= prospect.move.captures & view.occupied
    if not placed and not scene.hand.rests:
        masks["origin"] = lifted & outlook.own or _origins(scene, prospects)
    return masks


def _ways(scene: Scene, prospects: list[Prospect]) -> Iterator[tuple[Prospect, int]]:
    """The moves still possible for where the piece has rested, with the landing fields ahead."""
    origin, rests = scene.hand.origin, scene.hand.rests
    outlook = scene.outlook
    board = outlook.position.game.board
    by_text = {p.move.text: p for p in prospects}
    origins = [origin] if origin else list(board.names(_origins(scene, tuple(prospects))))
    for skipped in range(len(rests) + 1):
        found = [
            (by_text[way.move.text], way.waypoints)
            for name in origins
            for way in outlook.ways(name, rests[skipped:])
            if way.move.text in by_text
        ]
        if found or not rests:
            yield from found
            known = {prospect.move.text for prospect, _ in found}
            if not rests:
                yield from ((p, 0) for p in prospects if p.move.text not in known)
            return


def _origins(scene: Scene, prospects: tuple[Prospect, ...]) -> int:
    board = scene.outlook.position.game.board
    return board.mask(leader.origin for p in prospects if (leader := p.move.transfers[0]).origin is not None)


def _targets(scene: Scene, prospect: Prospect, lifted: int) -> int:
    """Where the lifted pieces of this move go; where its leading piece goes if none of them is lifted."""
    board = scene.outlook.position.game.board
    transfers = prospect.move.transfers
    carried = [t for t in transfers if t.origin is not None and t.target is not None]
    going = [t for t in carried if t.origin is not None and board.bit[t.origin] & lifted] or transfers[:1]
    return board.mask(t.target for t in going if t.target is not None and t.target not in board.gutter)


def _drops(prospects: list[Prospect]) -> int:
    mask = 0
    for prospect in prospects:
        mask |= prospect.move.drops
    return mask


def _all_captures(prospects: list[Prospect]) -> int:
    mask = 0
    for prospect in prospects:
        mask |= prospect.move.captures
    return mask


def _common_captures(prospects: list[Prospect]) -> int:
    mask = -1
    for prospect in prospects:
        mask &= prospect.move.captures
    return mask if prospects else 0


def _winner(scene: Scene, at: float, settings: Settings) -> dict[str, int]:
    """The pieces of the winner, of both sides after a draw; dark once a piece moves or the time is over."""
    if scene.outcome is None or scene.outcome.reason == ABORTED or not scene.untouched:
        return {}
    if at >= scene.outcome_at + settings.winner_s:
        return {}
    position = scene.outlook.position
    match scene.outcome.winner:
        case Side.WHITE:
            return {"winner": position.white}
        case Side.BLACK:
            return {"winner": position.black}
        case None:
            return {"winner": position.occupied}
