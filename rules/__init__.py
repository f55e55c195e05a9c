"""The rules of the games: fields, positions, legal moves, outcomes and notations.

Must not know sensors, LEDs, time, files or logging.
"""
