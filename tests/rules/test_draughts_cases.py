"""Positions with the moves that a rule leaves, each with the article or question it shows."""

from pathlib import Path

import pytest

from rules import registry

CASES = Path(__file__).with_name("rule_cases.tsv")
SHARED = Path(__file__).parents[3] / "shared" / "rule_cases.tsv"


def rows(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def texts(game, fen, **options):
    return {move.text for move in registry.game(game, options).parse(fen).legal_moves()}


@pytest.mark.parametrize("row", rows(CASES), ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_official_article(row):
    game, _, fen, moves = row
    assert texts(game, fen) == set(moves.split())


@pytest.mark.skipif(not SHARED.exists(), reason="the shared table is not here")
def test_own_table_is_complete():
    assert {tuple(row) for row in rows(SHARED)} <= {tuple(row) for row in rows(CASES)}


@pytest.mark.parametrize(
    ("game", "fen", "expected", "options"),
    [
        # Italian precedence, FID 6.6 to 6.9.
        ("italian", "W:WK24:BK19,K20,K28", "24x22", {}),
        ("italian", "W:WK14,22:B18", "14x21", {}),
        ("italian", "W:WK12:BK7,15", "12x3", {}),
        ("italian", "W:WK16,K22:BK9,K19,20", "22x24", {}),
        ("italian", "W:WK13:BK11,K18,19,K27,28", "13x24", {}),
        ("italian", "W:WK13:BK11,K18,19,K27,28", "13x24 13x6", {"king_order": "first"}),
        ("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x5", {}),
        ("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x5 30x7", {"king_order": "first"}),
        ("italian", "W:W11:B5,6,22", "11x2", {}),
        ("italian", "W:W31:BK27", "31-28", {}),
        ("italian", "W:W31:B19,20,27,28", "31x24x15 31x22x15", {}),
        ("italian", "W:W7,K18:B3,5,6,K13,K14", "18x18", {}),
        ("italian", "W:W21-32:B1-12", "21-17 21-18 22-18 22-19 23-19 23-20 24-20", {}),
        # International.
        ("international", "W:W46:B41,32", "46x28", {}),
        ("international", "W:W14:B8,9", "14x12", {}),
        ("international", "W:WK28:B11,33,44", "28x50", {}),
        ("international", "W:WK26:B8,9,17,18,30,45", "26x1 26x7 26x12", {}),
        (
            "international",
            "W:WK16:B21,23,33,39",
            "16x38x29x1 16x38x29x7 16x38x29x12 16x38x29x18 16x43x34x1 16x43x34x7 16x43x34x12 16x43x34x18",
            {},
        ),
        (
            "international",
            "W:WK29,35:BK15,22,23,33,K41,K50",
            "29x20 29x24 29x29 29x34 29x40 29x45",
            {},
        ),
        # House variants (D11, D12).
        ("international", "W:W28:B32,33", "28-22 28-23", {"men_capture_back": False}),
        ("international", "W:WK28:B", "28-22 28-23 28-32 28-33", {"kings": "short"}),
        ("international", "W:WK46:B37", "46-41", {"kings": "short"}),
        ("international", "W:WK46:B41", "46x37", {"kings": "short"}),
        (
            "international",
            "W:WK28:B",
            "28-5 28-6 28-10 28-11 28-14 28-17 28-19 28-22 28-23 28-32 28-33",
            {"kings": "short-back"},
        ),
        ("international", "W:WK6:B17", "6-1 6-11", {"kings": "short-back"}),
        ("international", "B:W33:BK44", "44-39 44-40 44-49 44-50", {"kings": "short-back"}),
        ("international", "B:W39:BK44", "44x33", {"kings": "short-back"}),
        ("international", "B:W33:BK11", "11x39 11x44 11x50", {"kings": "short-back"}),
        # Frisian: straight captures, values, the king before the man.
        ("frisian", "W:WK24,K26:B23,31,K36,43,K49", "26x50", {}),
        ("frisian", "W:W13,K39:BK19", "39x9", {}),
        ("frisian", "W:W28:B27", "28x26", {}),
        ("frisian", "W:W28:B38", "28x48", {}),
        ("frisian", "W:WK48:B28,39,40", "48x34x45 48x18x45 48x50 48x26 48x27", {}),
        # English: free choice, crowned and over.
        ("english", "W:W30:B17,18,25,26", "30x23x14 30x21x14", {}),
        ("english", "W:W11:B7,8,6", "11x2 11x4", {}),
        ("english", "B:W22,23,30:B18", "18x25 18x27", {}),
        ("english", "W:WK1:B6,15,24", "1x28", {}),
        # Russian: crowned within a capture, on as a king; a king must choose the square it goes on from.
        ("russian", "W:WK19:B9,14,15,26", "f4xd6xb4xe1 f4xc7xa5xe1 f4xc1", {}),
        ("russian", "W:Wc5:Bd6,f6", "c5xg5", {}),
        ("russian", "W:Wf6:Be7,c7", "f6xb6 f6xa5", {}),
        # Brazilian: most pieces, crowned only at the end.
        ("brazilian", "W:WK32:B6,10,11,18", "g1xb6xd8xg5 g1xb6xd8xh4 g1xc5xe7xg5 g1xc5xe7xh4", {}),
        ("brazilian", "W:Wf6:Be7,c7", "f6xb6", {}),
    ],
)
def test_what_a_rule_leaves(game, fen, expected, options):
    assert texts(game, fen, **options) == set(expected.split())


def test_crowning():
    def after(game, fen, move):
        position = registry.game(game).parse(fen)
        return position.play(position.parse_move(move)).text()

    assert after("international", "W:W8:B45", "8-2") == "B:WK2:B45"
    assert after("international", "W:W14:B8,9,20", "14x12") == "B:W12:B20"
    assert after("italian", "W:W11:B5,6,22", "11x2") == "B:WK2:B5,22"
    assert after("russian", "W:Wf6:Be7,c7,a3", "f6xa5") == "B:WKa5:Ba3"
    assert after("brazilian", "W:Wf6:Be7,c7,a3", "f6xb6") == "B:Wb6:Ba3"
    assert after("english", "B:W27:B24", "24x31") == "W:W:BK31"


@pytest.mark.parametrize(
    ("game", "fen", "fields", "captured"),
    [
        ("international", "W:WK16:B21,23,33,39", ("16", "18"), [{"21", "23", "33"}, {"21", "23", "39"}]),
        ("italian", "W:W31:B19,20,27,28", ("31", "15"), [{"19", "27"}, {"20", "28"}]),
        ("english", "W:W30:B17,18,25,26", ("30", "14"), [{"17", "25"}, {"18", "26"}]),
        ("frisian", "W:WK48:B28,39,40", ("48", "45"), [{"28", "40"}, {"39", "40"}]),
        ("russian", "W:WK19:B9,14,15,26", ("f4", "e1"), [{"e5", "b6", "d2"}, {"e5", "c5", "d2"}]),
        ("brazilian", "W:WK32:B6,10,11,18", ("g1", "g5"), [{"d4", "c7", "f6"}, {"d4", "d6", "f6"}]),
    ],
)
def test_same_fields_different_captures(game, fen, fields, captured):
    """Before the captured pieces are gone a board cannot tell these moves apart; their texts must."""
    position = registry.game(game).parse(fen)
    names = position.game.board.names
    moves = [m for m in position.legal_moves() if names(m.lifts) + names(m.drops) == fields]
    assert len(moves) > 1
    assert {frozenset(names(move.captures)) for move in moves} == {frozenset(taken) for taken in captured}
    assert len({move.text for move in moves}) == len(moves)
    assert all(move.text.count("x") == len(names(move.captures)) for move in moves)
