"""Tests of runs: the same bytes for any number of workers, nothing lost, nothing left behind."""
