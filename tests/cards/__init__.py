"""Tests of cards: text, sets, play order, dealing."""
