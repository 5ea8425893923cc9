"""Outflank: an Othello engine, analyst and search laboratory in pure Python."""
