"""All systems of the paper's tables, side by side on the same data, and the page of what came out."""
