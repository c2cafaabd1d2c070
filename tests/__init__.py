"""Tests mirror src/simcards: tests/<floor>/test_<module>.py."""
