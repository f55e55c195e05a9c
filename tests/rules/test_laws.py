"""The laws of positions and moves, for every registered game; a new game needs no change here."""

from __future__ import annotations

import re

import pytest
from registered import ACCEPT, Sample, samples

from rules import registry
from rules.game import InvalidPosition, Position, Side
from rules.perft import perft

pytestmark = [pytest.mark.heavy, pytest.mark.timeout(3600 if ACCEPT else 300)]
every_game = pytest.mark.parametrize("name", registry.names())

WON = {"no-pieces", "no-moves", "six-marbles", "all-off", "contraband"}
DRAWN = {"deadlock", "repetition", "no-progress", "material"}
STUCK = {"no-pieces", "no-moves", "deadlock"}

AFFECTS_LEGALITY = re.compile(r"[:,C]run-")
"""Counters that change the legal moves (runs of a king): part of equality, though only `full` prints them."""


@every_game
def test_text_reads_back_as_the_same_position(name):
    for sample in samples(name):
        position = sample.position
        again = position.game.parse(position.text())
        assert again.text() == position.text(), sample
        assert (again.white, again.black, again.kings, again.turn) == (
            position.white,
            position.black,
            position.kings,
            position.turn,
        ), sample
        if not AFFECTS_LEGALITY.search(position.text(full=True)):
            assert again == position, sample


@every_game
def test_full_text_reads_back_with_the_same_counters(name):
    for sample in samples(name):
        full = sample.position.text(full=True)
        again = sample.position.game.parse(full)
        assert again == sample.position, sample
        assert hash(again) == hash(sample.position), sample
        assert again.text(full=True) == full, sample
        assert full.startswith(sample.position.text()), sample
        assert texts(again) == texts(sample.position), sample


@every_game
def test_masks_and_fields_lie_on_the_board_and_agree(name):
    for sample in samples(name):
        position = sample.position
        board = position.game.board
        assert position.white & position.black == 0, sample
        assert position.occupied == position.white | position.black, sample
        assert position.occupied & ~board.all == 0, sample
        assert position.occupied & board.mask(board.gutter) == 0, sample
        assert position.kings & ~position.occupied == 0, sample
        assert tuple(position.fields) == board.names(position.occupied), sample
        for field, piece in position.fields.items():
            bit = board.bit[field]
            assert bool(position.white & bit) == (piece.side is Side.WHITE), sample
            assert bool(position.kings & bit) == (piece.kind == "king"), sample
            assert piece.kind in {"king", position.game.piece_kind}, sample


@every_game
def test_every_legal_move_has_its_own_text_and_is_found_by_it(name):
    for sample in samples(name):
        moves = sample.position.legal_moves()
        assert len(set(texts(sample.position))) == len(moves), sample
        assert len(set(moves)) == len(moves), sample
        for move in moves:
            found = sample.position.parse_move(move.text)
            assert found == move, sample
            assert found.text == move.text, sample
            assert sample.position.parse_move(move.text.upper()) == move, sample


@every_game
def test_legal_moves_are_the_same_at_every_call(name):
    for sample in samples(name):
        first, second = sample.position.legal_moves(), sample.position.legal_moves()
        assert first == second, sample
        assert [move.text for move in first] == [move.text for move in second], sample
        assert [hash(move) for move in first] == [hash(move) for move in second], sample


@every_game
def test_playing_never_changes_the_position_played_from(name):
    for sample in samples(name):
        position = sample.position
        before = snapshot(position)
        for move in position.legal_moves():
            described = (move.text, move.transfers, move.lifts, move.drops, move.captures)
            after = position.play(move)
            after.legal_moves()
            after.outcome()
            assert described == (move.text, move.transfers, move.lifts, move.drops, move.captures), sample
            assert position.play(move).text(full=True) == after.text(full=True), sample
        assert snapshot(position) == before, sample


@every_game
def test_a_position_cannot_be_changed(name):
    position = registry.game(name).start()
    for attribute in ("turn", "white", "black", "anything_else"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(position, attribute, 0)


@every_game
def test_masks_of_a_move_say_what_its_transfers_say(name):
    for sample in samples(name):
        board = sample.position.game.board
        occupied = set(board.names(sample.position.occupied))
        for move in sample.position.legal_moves():
            where = f"{sample}, {move.text}"
            stay = [
                each for each in move.transfers if each.target is not None and each.target not in board.gutter
            ]
            leave = [each for each in move.transfers if each not in stay]
            origins = [each.origin for each in move.transfers if each.origin is not None]
            targets = [each.target for each in stay]
            assert len(set(origins)) == len(origins), where
            assert len(set(targets)) == len(targets), where
            assert set(origins) <= occupied, where
            assert all(each.origin is not None for each in leave), where
            assert list(move.transfers) == stay + leave, f"{where}: pieces that leave the game come last"
            assert move.lifts == board.mask(each.origin for each in stay if each.origin is not None), where
            assert move.drops == board.mask(targets), where
            assert move.captures == board.mask(each.origin for each in leave), where


@every_game
def test_masks_after_a_move_are_those_that_its_transfers_say(name):
    for sample in samples(name):
        position = sample.position
        for move in position.legal_moves():
            after = position.play(move)
            where = f"{sample}, {move.text}"
            assert after.occupied == position.occupied & ~move.lifts & ~move.captures | move.drops, where
            white, black, placed = carried(position, move)
            assert after.white & ~placed == white, where
            assert after.black & ~placed == black, where


@every_game
def test_a_side_that_must_capture_has_only_captures(name):
    for sample in samples(name):
        if sample.position.game.forced_captures:
            captures = [bool(move.captures) for move in sample.position.legal_moves()]
            assert all(captures) or not any(captures), sample


@every_game
def test_equal_positions_are_equal_in_all_that_matters(name):
    by_text: dict[tuple, Sample] = {}
    by_value: dict[Position, Sample] = {}
    for sample in samples(name):
        position = sample.position
        assert position != position.text(), sample
        assert (position == object()) is False, sample
        same_text = by_text.setdefault((label_options(sample), position.text(full=True)), sample)
        assert same_text.position == position, f"{sample} and {same_text} have the same full text"
        same = by_value.setdefault(position, sample)
        assert hash(same.position) == hash(position), sample
        assert same.position.text() == position.text(), f"{sample} equals {same}"
        if label_options(same) == label_options(sample):
            assert texts(same.position) == texts(position), f"{sample} equals {same}"
        for move in position.legal_moves()[:3]:
            assert position.play(move) != position, f"{sample}, {move.text}"


@every_game
def test_the_side_to_move_is_part_of_equality(name):
    """Where the side to move stands alone in the text it is exchanged; the rest of the text stays."""
    exchanged = {"w": "b", "b": "w", "W": "B", "B": "W"}
    for sample in samples(name):
        position = sample.position
        text = re.sub(r"(?<!\S)[wbWB](?=\s|:|$)", lambda found: exchanged[found[0]], position.text(), count=1)
        try:
            other = position.game.parse(text)
        except InvalidPosition:
            continue
        if other.turn is not position.turn:
            assert other != position, sample


@every_game
def test_outcomes_are_possible_and_last(name):
    for sample in samples(name):
        position = sample.position
        outcome = position.outcome()
        assert outcome == position.outcome(), sample
        if not position.legal_moves():
            assert outcome is not None, f"{sample}: no legal move and no outcome"
            assert outcome.reason in STUCK | {"all-off"}, sample
        if outcome is None:
            continue
        assert outcome.reason in WON | DRAWN, f"{sample}: {outcome}"
        assert (outcome.winner is None) == (outcome.reason in DRAWN), f"{sample}: {outcome}"
        if outcome.reason in ("no-moves", "no-pieces"):
            assert position.legal_moves() == (), sample
            assert outcome.winner is position.turn.other, sample


@every_game
def test_ways_of_a_piece_are_the_moves_that_it_leads(name):
    for sample in samples(name):
        position, board = sample.position, sample.position.game.board
        led: dict[str, set] = {field: set() for field in board.fields}
        for move in position.legal_moves():
            if move.transfers and move.transfers[0].origin is not None:
                led[move.transfers[0].origin].add(move)
        for field in board.fields:
            ways = position.ways(field)
            assert {way.move for way in ways} == led[field], f"{sample}, {field}"
            assert len(ways) == len(led[field]), f"{sample}, {field}: a way twice"
            for way in ways:
                check_way(sample, field, way)


def check_way(sample, field, way):
    board = sample.position.game.board
    assert way.waypoints & ~board.all == 0, f"{sample}, {way}"
    for waypoint in board.names(way.waypoints):
        rested = sample.position.ways(field, (waypoint,))
        assert way.move in {each.move for each in rested}, f"{sample}, {way} rests on {waypoint}"


@every_game
def test_only_a_move_beside_others_can_be_extended(name):
    for sample in samples(name):
        moves = sample.position.legal_moves()
        for move in moves:
            extendable = sample.position.extendable(move)
            assert isinstance(extendable, bool), sample
            assert not extendable or len(moves) > 1, f"{sample}, {move.text}"


@every_game
def test_perft_counts_what_playing_counts(name):
    for sample in samples(name)[:: 1 if ACCEPT else 8]:
        position = sample.position.game.parse(sample.position.text())
        moves = position.legal_moves()
        assert perft(position, 0) == 1, sample
        assert perft(position, 1) == len(moves), sample
        assert perft(position, 2) == sum(perft(position.play(move), 1) for move in moves), sample


def texts(position: Position) -> list[str]:
    return [move.text for move in position.legal_moves()]


def label_options(sample: Sample) -> tuple:
    return tuple(sorted(sample.position.game.chosen.items()))


def snapshot(position: Position) -> tuple:
    return (
        position.text(full=True),
        position.turn,
        position.white,
        position.black,
        position.kings,
        hash(position),
        position.outcome(),
        position.legal_moves(),
        tuple(texts(position)),
    )


def carried(position: Position, move) -> tuple[int, int, int]:
    """White's and Black's masks after every transfer, and the mask of pieces that came from a hand."""
    board = position.game.board
    white, black, placed = position.white, position.black, 0
    arriving = []
    for transfer in move.transfers:
        bit = 0 if transfer.origin is None else board.bit[transfer.origin]
        target = (
            0 if transfer.target is None or transfer.target in board.gutter else board.bit[transfer.target]
        )
        arriving.append((target, bool(position.white & bit), bool(position.black & bit)))
        white, black = white & ~bit, black & ~bit
    for target, is_white, is_black in arriving:
        white |= target if is_white else 0
        black |= target if is_black else 0
        placed |= 0 if is_white or is_black else target
    return white, black, placed
