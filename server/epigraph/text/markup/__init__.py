"""What is prose in each markup: one file of rules a format, and the scanner that applies them."""
