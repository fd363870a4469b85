"""Simplified and traditional Chinese: collection and model are simplified, a writer's text may not be."""

import re
from functools import cache
from typing import Literal, cast

from opencc import OpenCC

from epigraph.text.normal import CJK

# OpenCC gets Chinese only: it stops at NUL and does not take lone surrogates
_CHINESE = re.compile(rf"{CJK}+")


def to_simplified(text: str) -> str:
    """Return the text with traditional characters turned into simplified ones."""
    return _convert(text, "t2s")


def to_traditional(text: str) -> str:
    """Return the text with simplified characters turned into traditional ones."""
    return _convert(text, "s2t")


def is_traditional(text: str) -> bool:
    """Return whether more characters are only traditional than only simplified."""
    return _changed(text, to_simplified(text)) > _changed(text, to_traditional(text))


def _changed(before: str, after: str) -> int:
    return sum(old != new for old, new in zip(before, after, strict=False))


def _convert(text: str, config: Literal["t2s", "s2t"]) -> str:
    return _CHINESE.sub(lambda match: cast("str", _converter(config).convert(match[0])), text)


@cache
def _converter(config: Literal["t2s", "s2t"]) -> OpenCC:
    return OpenCC(config)
