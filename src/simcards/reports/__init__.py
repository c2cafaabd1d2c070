"""What a person looks at: aligned text tables and plots, made from finished results."""
