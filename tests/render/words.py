"""Where the words of a drawn board stand: each with its box, as a viewer lays them out; what runs into what, and out of the picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import islice, takewhile
from math import cos, hypot, radians, sin
from typing import NamedTuple

Matrix = tuple[float, float, float, float, float, float]
ALL: Matrix = (1, 0, 0, 1, 0, 0)
_WIDE, _BOLD = 0.58, 0.66  # how wide a letter of size 1 is on average
_HIGH = 0.72  # how high a capital is
_TOUCH = 0.12  # letters of size 1 that may overlap by so much: boxes are larger than what is in them


class Word(NamedTuple):
    """Words of a board, their size, and the box round them (left, top, right, bottom), in units of the picture."""

    text: str
    size: float
    box: tuple[float, float, float, float]


def words_of(svg: str) -> list[Word]:
    """Return all that is written in an SVG element, in the units of its `viewBox`; titles are not written, nor is what a page alone shows."""
    return list(_words(ET.fromstring(svg), ALL, "start"))


def overlapping(words: list[Word]) -> list[tuple[str, str]]:
    """Return each pair of words that run into one another."""
    left = sorted(words, key=lambda word: word.box[0])
    return [
        (one.text, other.text)
        for at, one in enumerate(left, 1)
        for other in takewhile(lambda other, right=one.box[2]: other.box[0] < right, islice(left, at, None))  # type: ignore[misc]
        if _meet(one, other)
    ]


def outside(words: list[Word], svg: str) -> list[str]:
    """Return the words that run out of the picture."""
    left, top, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    return [
        one.text
        for one in words
        if one.box[0] < left or one.box[1] < top or one.box[2] > left + wide or one.box[3] > top + high
    ]


def smallest(words: list[Word], svg: str, stage: tuple[int, int]) -> dict[str, float]:
    """Return the words and how high each is in pixels, once the whole picture fills a stage so many pixels wide and high."""
    _left, _top, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    scale = min(stage[0] / wide, stage[1] / high)
    return {one.text: one.size * scale for one in sorted(words, key=lambda word: -word.size)}


def _meet(one: Word, other: Word) -> bool:
    less = _TOUCH * min(one.size, other.size)
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    return min(c, g) - max(a, e) > less and min(d, h) - max(b, f) > less


def _words(element: ET.Element, outer: Matrix, anchor: str, *, is_inside: bool = False) -> Iterator[Word]:
    tag = element.tag.rpartition("}")[2]
    if tag in ("title", "desc", "style") or element.get("display") == "none":
        return
    matrix = _times(outer, _matrix(element.get("transform", "")))
    anchor = element.get("text-anchor", anchor)
    if tag == "svg" and is_inside and element.get("viewBox"):
        x, y, wide, _high = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        left, top, columns, _rows = map(float, element.get("viewBox", "").split())
        scale = wide / columns
        matrix = _times(matrix, (scale, 0, 0, scale, x - left * scale, y - top * scale))
    if tag == "text":
        yield _word(element, matrix, anchor)
    for child in element:
        yield from _words(child, matrix, anchor, is_inside=True)


def _word(element: ET.Element, matrix: Matrix, anchor: str) -> Word:
    text, size = element.text or "", float(element.get("font-size", "1"))
    x, y = float(element.get("x", "0")), float(element.get("y", "0"))
    wide = float(element.get("textLength", len(text) * size * (_BOLD if element.get("font-weight") else _WIDE)))
    left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    corners = [_at(matrix, (u, v)) for u in (left, left + wide) for v in (y - _HIGH * size, y)]
    xs, ys = [u for u, _v in corners], [v for _u, v in corners]
    return Word(text, size * hypot(matrix[0], matrix[1]), (min(xs), min(ys), max(xs), max(ys)))


def _matrix(transform: str) -> Matrix:
    """Return the matrix of a `transform`: moves, scales and turns one after the other."""
    matrix = ALL
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(part) for part in re.split(r"[ ,]+", inside.strip())]
        matrix = _times(matrix, _step(name, values))
    return matrix


def _step(name: str, values: list[float]) -> Matrix:
    if name == "translate":
        return (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
    if name == "scale":
        return (values[0], 0, 0, values[-1], 0, 0)
    turn = radians(values[0])
    return (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _at(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f
