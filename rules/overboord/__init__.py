"""Overboord: the rim, the lines along which stones are pushed, placement, choice and push, notation."""
