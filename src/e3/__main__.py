"""`python -m e3` is `e3`."""

from e3.cli import main

main()
