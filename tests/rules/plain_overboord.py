"""Overboord told as the rules tell it: stones pushed field by field, no masks, nothing of the engine."""

STEPS = {"l": (-1, 0), "r": (1, 0), "u": (0, 1), "d": (0, -1)}
INSIDE = [file + str(rank) for rank in range(7, 1, -1) for file in "bcdefg"]


def read(rows):
    stones = {}
    for rank, row in zip(range(7, 1, -1), rows.split("/"), strict=True):
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        stones |= {f"{file}{rank}": sign for file, sign in zip("bcdefg", signs, strict=True) if sign != "."}
    return stones


def write(stones):
    rows = []
    for rank in range(7, 1, -1):
        row = "".join(stones.get(f"{file}{rank}", ".") for file in "bcdefg")
        for length in range(6, 0, -1):
            row = row.replace("." * length, str(length))
        rows.append(row)
    return "/".join(rows)


def beside(field, step):
    return chr(ord(field[0]) + step[0]) + str(int(field[1]) + step[1])


def one_step(stones, field, step):
    """The board after the stone has gone one field, its new field, and the colour that fell (or None).

    None if the stone itself would leave the area.
    """
    chain = [field]
    while beside(chain[-1], step) in stones:
        chain.append(beside(chain[-1], step))
    after = dict(stones)
    for name in chain:
        del after[name]
    fell = None
    for name in chain:
        target = beside(name, step)
        if target in INSIDE:
            after[target] = stones[name]
        elif name == field:
            return None
        else:
            fell = stones[name]
    return after, beside(field, step), fell


def pushes(stones, side):
    """Move text -> board after it, for every legal push of `side` (`w` or `b`)."""
    found = {}
    for start in [field for field in INSIDE if stones.get(field) == side]:
        for letter, step in STEPS.items():
            board, field, fallen = stones, start, 0
            for distance in range(1, 6):
                stepped = one_step(board, field, step)
                if stepped is None:
                    break
                board, field, fell = stepped
                if fell == side:
                    break
                fallen += fell is not None
                if fallen:
                    found[f"{start}{letter}{distance}x{fallen}"] = board
                elif distance == 1:
                    found[f"{start}{letter}1"] = board
    return found


def legal(text):
    """Move text -> text of the position after it, with all options at their defaults."""
    rows, side, phase, *granted = text.split()
    stones, other = read(rows), "b" if side == "w" else "w"
    if phase == "place":
        after = {}
        for field in INSIDE:
            if field not in stones:
                full = {**stones, field: side}
                phase_after = f"{other} place" if len(full) < 36 else "w choose"
                after[f"@{field}"] = f"{write(full)} {phase_after}"
        return after
    if phase == "choose":
        return choices(rows, side, other, granted[0] if granted else None)
    if not {"w", "b"} <= set(stones.values()):
        return {}
    after = {move: f"{write(board)} {other} push" for move, board in pushes(stones, side).items()}
    return after or {"pass": f"{rows} {other} push"}


def choices(rows, side, other, granted):
    if granted is None:
        return {
            "first": f"{rows} {other} choose second",
            "second": f"{rows} {other} choose first",
            "white": f"{rows} b choose black",
            "black": f"{rows} w choose white",
        }
    white, black = f"{rows} w push", f"{rows} b push"
    return {
        "white": {"first": white, "second": black},
        "black": {"first": black, "second": white},
        "first": {"white": white, "black": black},
        "second": {"white": black, "black": white},
    }[granted]
