"""Walk the protobuf of an ONNX graph to see whether it is complete. Knows tensors only, and nothing of what they mean.

ONNX Runtime, given a graph as bytes, looks for a tensor that is kept elsewhere in whatever the current folder is. So
such a graph must be refused before it gets there, and what is refused must not depend on how a hand wrote the bytes:
anything but the plain encoding that every exporter writes is an error.
"""

from collections.abc import Iterator

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5  # wire types; groups (3, 4) are not written since 2001
_FIXED_SIZES = {_FIXED64: 8, _FIXED32: 4}
_LONGEST_VARINT = 10
_LARGEST_FIELD = 2**29 - 1

# the messages of onnx.proto through which a tensor can be reached: field number -> message
_TENSORS: dict[str, dict[int, str]] = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "graph": {1: "node", 5: "tensor", 15: "sparse tensor"},
    "function": {7: "node", 11: "attribute"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse tensor", 23: "sparse tensor"},
    "sparse tensor": {1: "tensor", 2: "tensor"},
    "tensor": {},
}
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14  # of a tensor: where else its numbers are, and that they are elsewhere
_ORT_FORMAT = b"ORTM"  # at byte 4 of ONNX Runtime's own format, which it would take for a graph too


def keeps_all_tensors(content: bytes) -> bool:
    """Return whether all tensors are in the graph itself; raise ValueError where it is not plain protobuf."""
    if content[4:8] == _ORT_FORMAT:
        raise ValueError("found ONNX Runtime's own format, expected ONNX")
    to_read = [("model", 0, len(content))]  # no recursion: graphs nest in attributes as deep as somebody likes
    while to_read:
        message, start, end = to_read.pop()
        for number, wire_type, first, last in _fields(content, start, end):
            if message == "tensor" and number in (_EXTERNAL_DATA, _DATA_LOCATION) and content[first:last] != b"\0":
                return False
            inner = _TENSORS[message].get(number)
            if inner and wire_type == _BYTES:
                to_read.append((inner, first, last))
    return True


def _fields(content: bytes, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield number, wire type and the range of the value of each field of a message."""
    while at < end:
        tag, at = _varint(content, at, end)
        number, wire_type = tag >> 3, tag & 7
        if not 0 < number <= _LARGEST_FIELD:  # of a longer tag, readers see different parts
            raise ValueError(f"found field {number} at byte {at}, expected 1 to {_LARGEST_FIELD}")
        if wire_type == _VARINT:
            size = _varint(content, at, end)[1] - at
        elif wire_type == _BYTES:
            size, at = _varint(content, at, end)
        elif wire_type in _FIXED_SIZES:
            size = _FIXED_SIZES[wire_type]
        else:
            raise ValueError(f"found wire type {wire_type} at byte {at}, expected 0, 1, 2 or 5")
        if size > end - at:
            raise ValueError(f"found a field of {size} bytes at byte {at}, expected at most {end - at}")
        yield number, wire_type, at, at + size
        at += size


def _varint(content: bytes, at: int, end: int) -> tuple[int, int]:
    """Return a number and where it ends; it must be as short as it can be, so that it can be read in one way only."""
    value = 0
    for place in range(at, min(end, at + _LONGEST_VARINT)):
        byte = content[place]
        value |= (byte & 0x7F) << 7 * (place - at)
        if byte < 0x80:  # noqa: PLR2004 - the high bit says that more follows
            if byte == 0 and place > at:
                break
            return value, place + 1
    raise ValueError(f"found no number at byte {at}, expected one as short as it can be")
