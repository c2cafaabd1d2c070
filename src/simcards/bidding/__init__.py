"""Questions about bidding: hands as people write them, and what each call comes to."""
