"""Runs: deals played in tasks by workers, counts turned into tables, folders that hold a run."""
