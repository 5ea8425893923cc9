"""Bulk work: rows by the million, cut into chunks, on this machine or on a cluster.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``work``           what bulk work is: rows, chunks, workers
``run``            hands out chunks, keeps what comes back, goes on after any stop
``workfile``       finished chunks on disk, each whole or not there
``output``         the result as Parquet, CSV or JSON lines
``executor``       who does the chunks: the interface of the two below
``threads``        threads of this process
``cluster``        the workers of a Dask cluster
``remote``         what runs on those workers
``fingerprint``    what machines and runs must have in common
``depths``         how deep and how surely is searched, and what that costs
``desk``           one thread's search
``positions``      positions as arrays, from files of any form
``label``          values, best moves, the value of every move
``selfplay``       games of the engine against itself
``errors``         what is wrong with bulk work
=================  =====================================================================

Nothing is imported here: a cluster's worker is asked who it is before it loads a kernel.
"""
