"""What `simcards check` does: plays a strategy wherever its game can lead, and tries what a strategy must do."""
