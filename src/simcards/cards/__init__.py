"""Cards: codes and text, card sets as integers, play order, dealing."""
