"""Tests of statistics, and boards that were played."""
