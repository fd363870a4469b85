"""Turn what JSON or TOML held into typed values, without ever turning one type into another."""

from typing import Any

import cattrs


def strict_converter() -> cattrs.Converter:
    """Make a converter that refuses unknown keys, "1" for 1, 1 for true and a string for a list."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind, taken in ((str, (str,)), (int, (int,)), (float, (float, int)), (bool, (bool,))):
        converter.register_structure_hook(kind, _exactly(kind, taken))
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _strings)
    return converter


def _exactly(kind: type, taken: tuple[type, ...]) -> Any:  # noqa: ANN401 - a hook of cattrs
    def structure(value: object, _: object) -> object:
        if not isinstance(value, taken) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"found {value!r:.60}, expected {kind.__name__}")
        return value

    return structure


def _strings(value: object, _: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"found {value!r:.60}, expected a list of strings")
    return tuple(value)
