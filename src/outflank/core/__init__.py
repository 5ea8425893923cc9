"""Compiled kernels: the rules of Othello as numbers in and numbers out.

The room at the bottom of the house. Nothing here prints, nothing knows a class
for people, and every function that is compiled is declared with the one
decorator :func:`outflank.core.compile.kernel`. The readable twins of these
functions live in :mod:`outflank.board.rules`.

=================  ========================================================
module             what it is for
=================  ========================================================
``compile``        the ``kernel`` decorator, warm-up, the ledger of compilations
``cache``          where compiled kernels are kept between processes
``cpu``            what the processor that is compiled for can do
``intrinsics``     LLVM instructions that Python lacks
``lanes``          flips and mobility, many directions at once in one vector
``memory``         blocks of words by address, checked on request
``masks``          squares of the board, drawn
``rules``          legal moves, flips, end of the game, scores
``portable``       the same rules in plain scalar code
``symmetry``       the eight symmetries and the canonical form
``stability``      discs that can never be turned again
``perft``          leaves of the game tree by depth
``constants``      small constant tables that become part of the machine code
``context``        the words that a search shares with its caller
``table``          the transposition table: bounds of positions
``team``           jobs for threads that search one position together
``parity``         quadrants with an odd number of empty squares
``patterns``       pattern features and the small evaluation on them
``ordering``       the order in which moves are tried
``features``       pattern features that are kept up to date move by move
``network``        the engine's evaluation: a small network on them
``last``           the last four empties
``endgame``        the exact search near the end of the game
``midgame``        the last plies of a search to a depth
``search``         the null-window search of any depth
``drivers``        what moves its window: MTD(f), principal variation search, bulk
``line``           the moves behind a score: one that keeps it, the principal variation
``vector``         the rules in loops over arrays of positions
``transcripts``    transcripts read and replayed in compiled code
``elementwise``    types, broadcasting and results as NumPy users expect
``workers``        slices of long arrays on all cores
``interrupt``      runs a kernel so that Ctrl-C still works
=================  ========================================================
"""
