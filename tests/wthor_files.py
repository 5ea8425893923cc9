"""Small WTHOR files, with names, that tests build."""

import random

import numpy as np

from outflank.board.board import Board
from outflank.games import Game, famous_games
from outflank.games.wthor import HEADER, RECORD

PLAYERS = ("???", "Élodie Martin", "Ben Seeley", "Logistello", "Murakami Takeshi")
EVENTS = ("Diverses parties", "World Championship", "Open de Paris")


def played_at_random(seed, plies=60):
    """A game of random moves, up to so many plies."""
    chance, board = random.Random(seed), Board(auto_pass=True)
    while board.ply < plies and not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return Game.from_board(board)


def header(games=0, names=0, year=0):
    made = np.zeros((), HEADER)
    made["created"], made["games"], made["names"] = (20, 7, 5, 22), games, names
    made["year"], made["side"], made["depth"] = year, 8, 24
    return made.tobytes()


def wthor(year, rows):
    """A .wtb file of rows: game, black, white, event (by number), Black's discs or None."""
    records = np.zeros(len(rows), RECORD)
    for record, (game, black, white, event, claimed) in zip(records, rows, strict=True):
        record["tournament"], record["black"], record["white"] = event, black, white
        discs = claimed if claimed is not None else (game.outcome().score + 64) // 2
        record["black_discs"] = record["theoretical"] = discs
        codes = [10 * (move // 8 + 1) + move % 8 + 1 for move in game.moves if not move.is_pass]
        record["moves"][: len(codes)] = codes
    return header(games=len(rows), year=year) + records.tobytes()


def write_names(folder):
    for file, names, width in (("WTH.JOU", PLAYERS, 20), ("WTH.TRN", EVENTS, 26)):
        rows = b"".join(name.encode("latin-1").ljust(width, b"\0") for name in names)
        (folder / file).write_bytes(header(names=len(names)) + rows)


MATCH = [game for name, game in famous_games().items() if "1997" in name]


def make_folder(folder):
    """Two years: the match of 1997, and random games with a shorter one and a double of 2001."""
    write_names(folder)
    match = [(game, 4, 3, 1, game.black_discs) for game in MATCH[:3]]
    match += [(game, 3, 4, 1, game.black_discs) for game in MATCH[3:]]
    (folder / "WTH_1997.wtb").write_bytes(wthor(1997, match))
    others = [(played_at_random(seed), seed % 3, 1 + seed % 2, seed % 3, None) for seed in range(8)]
    others += [(played_at_random(99, plies=41), 1, 2, 2, 60), others[0]]
    (folder / "WTH_2001.wtb").write_bytes(wthor(2001, others))
    return sorted(folder.glob("*.wtb"))
