"""The systems that the paper compares: one file each, all fitted, scored, saved and loaded the same way."""
