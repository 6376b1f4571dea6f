"""Templates run in a box: Jinja's sandbox, and a bound on all the work that one may do.

A template is somebody's text and may come from anywhere. It gets at nothing but what it is given, it cannot change that, and a
loop, a macro that calls itself or a text that doubles itself ends with a message instead of a machine that stands still: every
round of a loop, every call and every thousand characters made count as one step.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from jinja2 import StrictUndefined, nodes
from jinja2.exceptions import SecurityError, TemplateAssertionError
from jinja2.filters import FILTERS
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from gm_tools.core.words import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from jinja2.runtime import Undefined

MOST_STEPS = 200_000
LONGEST_TEXT = 200_000  # characters of one text, items of one list
_LARGEST = 10**15  # number
KEPT = (
    "abs",
    "capitalize",
    "default",
    "dictsort",
    "first",
    "float",
    "groupby",
    "int",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "round",
    "select",
    "selectattr",
    "sort",
    "string",
    "sum",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
)
_METHODS = {
    str: frozenset(
        [
            "capitalize",
            "casefold",
            "count",
            "endswith",
            "find",
            "isdigit",
            "lower",
            "lstrip",
            "removeprefix",
            "removesuffix",
            "rstrip",
            "split",
            "splitlines",
            "startswith",
            "strip",
            "title",
            "upper",
        ]
    ),
    dict: frozenset({"get", "items", "keys", "values"}),
}
_ROUNDS, _GLUED = "rounds of a loop", "texts joined"  # filters that no template can name: there are blanks in them


class TooMuch(SecurityError):  # noqa: N818  (what the box says)
    """A template that does more work than any post needs."""


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment whose templates can do a bounded amount of work."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(undefined=StrictUndefined, optimized=False, **options)
        self.steps = 0
        known = {name: self._bounded(FILTERS[name]) for name in KEPT}
        self.filters = {**known, "join": self._joined, "replace": self._replaced}
        self.filters |= {_ROUNDS: self._rounds, _GLUED: self._joined}
        self.globals = {"namespace": Namespace, "range": self._range}

    def spend(self, steps: int) -> None:
        """Count steps; raise TooMuch when there are too many."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuch(tr("it does too much: a loop or a macro without an end, or a post of megabytes"))

    def made(self, value: Any) -> Any:
        """Return a value that an expression came to, its size counted; raise TooMuch if it is too large."""
        if isinstance(value, str | list | tuple | dict):
            self.measured(len(value))
        elif isinstance(value, int) and abs(value) > _LARGEST:
            raise TooMuch(tr("it makes too large a number"))
        else:
            self.spend(1)
        return value

    def measured(self, length: int) -> None:
        """Count a text or list of a length that is to be made; raise TooMuch if it is too long."""
        if length > LONGEST_TEXT:
            raise TooMuch(tr("it makes too long a text or list: {n} characters or items", n=length))
        self.spend(1 + length // 1000)

    def call(__self, __context: Any, __obj: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: N805  (as in Jinja: any name may be a keyword)
        """Call what a template calls, counted."""
        __self.spend(1)
        return __self.made(super().call(__context, __obj, *args, **kwargs))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return what `+`, `*`, `**` or `%` comes to, unless that is too much."""
        if operator == "**" or (operator == "%" and isinstance(left, str)):
            raise SecurityError(tr("there is no {operator} here", operator=operator))
        if operator == "*":
            for some, times in ((left, right), (right, left)):
                if isinstance(some, str | list | tuple) and isinstance(times, int):
                    self.measured(len(some) * max(times, 0))
        if operator == "+" and isinstance(left, str | list | tuple) and isinstance(right, str | list | tuple):
            self.measured(len(left) + len(right))
        return self.made(super().call_binop(context, operator, left, right))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may use an attribute: of texts and tables only what cannot make them large."""
        for kind, methods in _METHODS.items():
            if isinstance(obj, kind):
                return attr in methods
        return bool(super().is_safe_attribute(obj, attr, value))

    def wrap_str_format(self, value: Any) -> None:
        """Return None: a text's `format` is not for templates, not even guarded; it can make a text of any length."""
        del value

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        """Return what raises SecurityError when it is used."""
        kind = type(obj).__name__
        return self.undefined(
            tr("{what!r} of {kind} is not for templates", what=attribute, kind=kind),
            name=attribute,
            obj=obj,
            exc=SecurityError,
        )

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Counting(name, filename).visit(super()._parse(source, name, filename))
        tree.set_environment(self)
        return tree

    def _bounded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a filter that counts what goes in and what comes out."""

        @wraps(function)
        def bounded(*args: Any, **kwargs: Any) -> Any:
            for one in args:
                if isinstance(one, str | list | tuple):
                    self.measured(len(one))
            return self.made(function(*args, **kwargs))

        return bounded

    def _joined(self, items: Iterable[Any], between: str = "") -> str:
        texts = [str(item) for item in self._rounds(items)]
        self.measured(sum(map(len, texts)) + len(between) * len(texts))
        return between.join(texts)

    def _replaced(self, text: Any, old: str, new: str) -> str:
        whole = str(text)
        self.measured(len(whole) + whole.count(old) * len(new))
        return whole.replace(old, new)

    def _rounds(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.spend(1)
            yield item

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        if len(numbers) > 10_000:
            raise TooMuch(tr("a range of more than {n} numbers", n=10_000))
        return numbers


class _Counting(NodeTransformer):
    """Sends loops and joined texts through the filters that count."""

    def __init__(self, name: str | None, filename: str | None) -> None:
        self._place = (name, filename)

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802  (Jinja's name)
        if node.recursive:
            raise TemplateAssertionError(tr("there are no recursive loops here"), node.lineno, *self._place)
        self.generic_visit(node)
        node.iter = nodes.Filter(node.iter, _ROUNDS, [], [], None, None, lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, _GLUED, [], [], None, None, lineno=node.lineno)
