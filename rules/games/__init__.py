"""One module a game, named as the game; each binds `GAME`."""
