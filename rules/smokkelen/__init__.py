"""Smokkelen: displacements, routes, the ban, the contraband that only its owner knows, notation."""
