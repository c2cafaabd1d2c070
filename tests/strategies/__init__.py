"""Tests of the shipped strategies: what each says and plays in positions that a person set up by hand."""
