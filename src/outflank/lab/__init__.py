"""Experiments and benchmarks: what is measured, and the unit it is measured in.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``unit``           P, the unit of speed
``ffo``            the FFO endgame suite
``endgame``        the endgame benchmark, and the signature of the search
``figures``        the solver's figures beside their targets
=================  =====================================================================
"""
