"""What hands do with draughts pieces: landing fields on the way, kings that slide on, open boards."""

import time

import pytest

from rules import registry


def parse(game, text):
    return registry.game(game).parse(text)


def ways(position, origin, *rests):
    names = position.game.board.names
    return {
        way.move.text: (set(names(way.waypoints)), set(names(way.stops)))
        for way in position.ways(origin, rests)
    }


def fields(text):
    return set(text.split())


def test_landing_fields_of_all_routes():
    position = parse("international", "W:WK26:B8,9,17,18,30,45")
    on_the_way = fields("12 3 25 34")
    assert ways(position, "26") == dict.fromkeys(("26x1", "26x7", "26x12"), (on_the_way, on_the_way))
    assert ways(position, "26", "3")["26x12"] == (fields("25 34"),) * 2
    assert ways(position, "26", "34")["26x12"] == (fields("3 25"),) * 2, "the circle runs either way"
    # 12 is passed first and last: having rested there leaves both open.
    assert ways(position, "26", "12")["26x12"] == (fields("3 25 34"),) * 2
    assert ways(position, "26", "3", "12") == {"26x12": (set(), set())}


def test_straight_on_pdn_writes_one_field_and_the_hand_may_use_more():
    position = parse("international", "W:WK46:B37,19")
    every = fields("32 28 23")
    for move in position.legal_moves():
        assert ways(position, "46")[move.text] == (fields("32"), every)


def test_a_way_without_landing_fields_and_a_rest_that_fits_no_route():
    position = parse("international", "W:W46:B41,32")
    assert ways(position, "46") == {"46x28": (fields("37"),) * 2}
    assert ways(position, "46", "37") == {"46x28": (set(), set())}
    assert ways(position, "46", "28") == {"46x28": (set(), set())}
    assert ways(position, "46", "5") == {}
    assert ways(position, "1") == {}
    assert ways(position, "nowhere") == {}
    assert ways(position, "46", "nowhere") == {}


def test_kings_that_rest_while_they_slide():
    position = parse("international", "W:WK46:B")
    assert set(ways(position, "46", "28")) == fields("46-28 46-23 46-19 46-14 46-10 46-5")
    assert set(ways(position, "46", "28", "19")) == fields("46-19 46-14 46-10 46-5")
    assert ways(position, "46", "19", "28") == {}
    # Behind a captured piece: first on 19, then on to 14.
    position = parse("international", "W:WK46:B23")
    assert set(ways(position, "46", "19")) == {"46x19"}
    assert set(ways(position, "46", "19", "14")) == fields("46x14 46x10 46x5")
    # Short of the piece to be taken.
    assert set(ways(position, "46", "32")) == fields("46x19 46x14 46x10 46x5")


def test_crowned_on_the_way():
    russian = parse("russian", "W:Wf6:Be7,c7")
    assert ways(russian, "f6") == {text: (fields("d8"),) * 2 for text in ("f6xb6", "f6xa5")}


def test_precedence_binds_the_way():
    """Of two ways round a circle only the one that meets the kings early is legal (FID 6.9)."""
    italian = parse("italian", "W:W7,K18:B3,5,6,K13,K14")
    (move,) = italian.legal_moves()
    assert move.text == "18x18"
    hits = [transfer.origin for transfer in move.transfers[1:]]
    assert all(hit in ("13", "14") for hit in hits[:2]) or hits[0] in ("13", "14")


@pytest.mark.parametrize(
    ("game", "fen", "extendable"),
    [
        ("international", "W:WK46:B23", "46x19 46x14 46x10"),
        ("international", "W:WK46:B23,5", "46x19 46x14"),
        (
            "international",
            "W:WK28:BK6,K50",
            "28-22 28-17 28-32 28-37 28-33 28-39 28-23 28-19 28-14 28-10 28-41",
        ),
        ("international", "W:W46:B41", ""),
        ("international", "W:W28:B", ""),
        ("italian", "W:WK18:BK32", ""),
        ("italian", "W:WK18:B14", ""),
        ("russian", "W:Wf6:Be7,c7", "f6xb6"),
        ("frisian", "W:W45,K46:BK23", "46x19 46x14 46x10"),
    ],
)
def test_extendable(game, fen, extendable):
    position = parse(game, fen)
    found = {move.text for move in position.legal_moves() if position.extendable(move)}
    assert found == fields(extendable)


def test_short_back_kings_slide_on_forward_only():
    position = registry.game("international", {"kings": "short-back"}).parse("W:WK28:B")
    found = {move.text for move in position.legal_moves() if position.extendable(move)}
    assert found == fields("28-22 28-17 28-11 28-23 28-19 28-14 28-10")


def test_transfers_and_masks():
    position = parse("international", "W:WK16:B21,23,33,39")
    move = position.parse_move("16x43x34x18")
    assert [(t.origin, t.target) for t in move.transfers] == [
        ("16", "18"),
        ("21", None),
        ("39", None),
        ("23", None),
    ]
    names = position.game.board.names
    assert (names(move.lifts), names(move.drops), names(move.captures)) == (
        ("16",),
        ("18",),
        ("21", "23", "39"),
    )
    circle = parse("international", "W:WK29,35:BK15,22,23,33,K41,K50").parse_move("29x29")
    assert circle.lifts == circle.drops


OPEN_BOARDS = [
    (
        "international",
        "W:WK46:BK8,K9,K10,K11,K17,K18,K19,K20,K27,K28,K29,K30,K31,K36,K38,K39,K41,K42,K44,K50",
    ),
    ("international", "W:WK28:B7,9,11,13,18,20,22,24,31,33,38,40,42,44"),
    ("international", "W:WK3:B43,12,42,19,20,41,31,21,22,30,33,9,40,32,11,10"),
    ("frisian", "W:WK11:B32,33,15,3,42,37,26,K47,43,40,44,19,31,20,24,17,7"),
    ("frisian", "W:WK28:B7,9,11,13,18,20,22,24,31,33,38,40,42,44"),
    ("frisian", "W:WK50:B11,14,42,8,44,18,29,32,30,21,43,31,41"),
    ("italian", "W:WK16:BK21,K13,K19,K5,K11,K20,K12"),
    ("english", "W:WK25:BK27,K22,K7,K9,K8,K15,K16"),
    ("russian", "W:WKa3:Bc7,g7,d4,b2,f4,e7,f2,b4,d2"),
    ("brazilian", "W:WKe3:BKh8,Kc7,Kg7,Kd6,Kf6,Kb4,Kd4,Kf4,Kg3,Kb2,Kd2"),
]


@pytest.mark.parametrize(("game", "fen"), OPEN_BOARDS)
def test_a_king_on_an_open_board_does_not_explode(game, fen):
    """Routes grow exponentially here; sets of captured pieces do not."""
    best = min(_cpu_seconds(game, fen) for _ in range(3))
    assert best < 0.05


def _cpu_seconds(game, fen):
    position = parse(game, fen)
    begin = time.process_time()
    assert position.legal_moves()
    return time.process_time() - begin


@pytest.mark.parametrize(("game", "fen"), OPEN_BOARDS)
def test_texts_and_ways_on_an_open_board(game, fen):
    position = parse(game, fen)
    moves = position.legal_moves()
    begin = time.process_time()
    assert len({move.text for move in moves}) == len(moves)
    origin = position.game.board.name_of[moves[0].lifts]
    assert {way.move for way in position.ways(origin)} == set(moves)
    for move in moves:
        assert position.parse_move(move.text) == move
        position.extendable(move)
    assert time.process_time() - begin < 2
