"""The command line: parses, calls, prints. One file a group of commands; `main` is the table of contents."""
