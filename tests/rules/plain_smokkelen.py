"""Smokkelen told as the rules tell it: one stone walks and jumps over a dictionary; nothing of the engine."""

FIELDS = [file + str(rank) for rank in range(6, 0, -1) for file in "abcde"]


def read(rows):
    stones = {}
    for rank, row in zip(range(6, 0, -1), rows.split("/"), strict=True):
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        stones |= {f"{file}{rank}": sign for file, sign in zip("abcde", signs, strict=True) if sign != "."}
    return stones


def write(stones):
    rows = []
    for rank in range(6, 0, -1):
        row = "".join(stones.get(f"{file}{rank}", ".") for file in "abcde")
        for length in range(5, 0, -1):
            row = row.replace("." * length, str(length))
        rows.append(row)
    return "/".join(rows)


def beside(field, step, count=1):
    return chr(ord(field[0]) + count * step[0]) + str(int(field[1]) + count * step[1])


def targets(stones, start):
    """Where the stone on `start` can end."""
    steps = [(0, 1 if stones[start] == "w" else -1), (-1, 0), (1, 0)]
    others = {field for field in stones if field != start}

    def free(field):
        return field in FIELDS and field not in others

    def run(field, step):
        field = beside(field, step)
        while free(field):
            yield field
            field = beside(field, step)

    ends = {start}
    for first in steps:
        for corner in run(start, first):
            ends.add(corner)
            for second in steps:
                if first[0] * second[0] + first[1] * second[1] == 0:
                    ends.update(run(corner, second))
    waiting = list(ends)
    while waiting:
        field = waiting.pop()
        for step in steps:
            landing = beside(field, step, 2)
            if beside(field, step) in others and free(landing) and landing not in ends:
                ends.add(landing)
                waiting.append(landing)
    return ends - {start}


def legal(text, ban="opponent"):
    """Move text -> text of the position after it."""
    rows, side, last = text.split()
    stones, other = read(rows), "b" if side == "w" else "w"
    found = {}
    for start, owner in stones.items():
        if start == last and (ban == "any" or owner == other):
            continue
        for target in targets(stones, start):
            after = {field: sign for field, sign in stones.items() if field != start} | {target: owner}
            found[f"{start}-{target}"] = f"{write(after)} {other} {target}"
    return found
