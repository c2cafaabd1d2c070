"""One file a game: its deck, its options, its rules as small pure functions; nothing here holds state."""
