"""The file formats of quotations: each module reads entries from a text and writes quotations as a text.

No module here opens files or decides what a valid quotation is.
"""
