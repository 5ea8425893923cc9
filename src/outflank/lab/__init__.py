"""Experiments and benchmarks: what is measured, and the unit it is measured in.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``unit``           P, the unit of speed
``ffo``            the FFO endgame suite
``endgame``        the endgame benchmark, and the signature of the search
``memory``         the most memory that a process had
``figures``        the solver's figures beside their targets
``samples``        positions to measure on, from games
``midgame``        the midgame benchmark
``drivers``        what each driver costs, next to the others
=================  =====================================================================
"""
