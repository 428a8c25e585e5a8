"""Formatting of an Array by a format specification: f"{x:.3f}"."""
from . import _core

# Matches format specifications that apply to numbers but not to strings: a sign, #, 0, a comma or underscore, a precision, or a
# presentation type of numbers.
_OF_NUMBERS = r"(?:.?[<>=^]|(?!.?[<>=^]))(?:[-+ z#0]|\d*[.,_]|\d*[bcdeEfFgGnoxX%]$)"
_MANY, _EDGE = 1000, 3  # as in array_str


def format_array(x, spec):
    """Format x: a single element like a number, several elements one by one in brackets."""
    if spec and x.size == 1:
        return format(x.item(), spec)
    import re
    if not spec or not re.match(_OF_NUMBERS, spec, re.DOTALL):
        return format(str(x), spec)
    if not x.size:
        return str(x)
    is_cut = [x.size > _MANY and n > 2 * _EDGE for n in x.shape]
    for axis, cut in enumerate(is_cut):
        if cut:
            x = _core.take(x, [*range(_EDGE), *range(-_EDGE, 0)], axis)
    words = _format_elements(x.tolist(), spec)
    return _join(words, _width(words), is_cut, 1)


def _format_elements(values, spec):
    return [_format_elements(v, spec) for v in values] if isinstance(values, list) else format(values, spec)


def _width(words):
    return max(map(_width, words), default=0) if isinstance(words, list) else len(words)


def _join(words, width, is_cut, depth):
    """Join words in brackets. The last axis is broken into lines of about 75 characters; dots mark where an axis is truncated.
    """
    if not isinstance(words, list):
        return words.rjust(width)
    parts = [_join(word, width, is_cut, depth + 1) for word in words]
    if is_cut[depth - 1]:
        parts.insert(_EDGE, "...")
    if words and isinstance(words[0], list):
        return "[" + ("\n" * (parts[0].count("[[") + 1) + " " * depth).join(parts) + "]"
    lines, here = [], []
    for part in parts:
        if here and depth + sum(map(len, here)) + len(here) + len(part) > 75 - depth:
            lines.append(" ".join(here))
            here = []
        here.append(part)
    return "[" + ("\n" + " " * depth).join([*lines, " ".join(here)]) + "]"
