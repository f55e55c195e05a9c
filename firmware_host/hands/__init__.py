"""Knows how people's hands move pieces and what the sensors say of it; nothing of how that is heard."""

from firmware_host.hands.bodies import Magnet
from firmware_host.hands.levels import LEVELS, Doing, Level
from firmware_host.hands.play import perform
from firmware_host.hands.recording import write_trace
from firmware_host.hands.records import Deed, Defect, Edge, Frame, HandsError, Leftover, Performance, Turn
from firmware_host.hands.sensors import HALL, REED, STRONG_REED, SensorModel

__all__ = [
    "HALL",
    "LEVELS",
    "REED",
    "STRONG_REED",
    "Deed",
    "Defect",
    "Doing",
    "Edge",
    "Frame",
    "HandsError",
    "Leftover",
    "Level",
    "Magnet",
    "Performance",
    "SensorModel",
    "Turn",
    "perform",
    "write_trace",
]
