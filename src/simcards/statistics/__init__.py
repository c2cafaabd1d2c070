"""Confidence intervals from counts and sums; imports NumPy and SciPy only and knows no cards."""
