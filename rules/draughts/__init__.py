"""Draughts: one bitboard engine for every variant that a record of flags can describe."""
