"""The namespace follows the array API standard (tests/cases/array_api.txt): every function accepts the standard's arguments by
position or by name, with the same defaults, and every attribute and operator exists."""
import inspect
import os

import gpulinalg as gla
from tap import ok, raises, same

TABLE = os.path.join(os.environ.get("srcdir", "."), "tests", "cases", "array_api.txt")
# Defaults that are written differently but mean the same.
ALIKE = {("arange", "step"): None, ("tensordot", "axes"): None, ("linalg.tensordot", "axes"): None,
         ("searchsorted", "side"): None}


def declared(text):
    """Return the signature of a line "name(arguments)"."""
    space = {}
    exec("def f" + text[text.index("("):] + ": pass", space)
    return inspect.signature(space["f"])


def differences(name, wanted, ours):
    """Return the deviations from the standard's signature."""
    mine = list(ours.parameters.values())
    by_name = ours.parameters
    for i, p in enumerate(wanted.parameters.values()):
        own = by_name.get(p.name)
        if p.kind is p.VAR_POSITIONAL:
            if mine[i].kind is not p.VAR_POSITIONAL:
                yield "no list *%s" % p.name
            continue
        if p.kind is not p.KEYWORD_ONLY:
            if i >= len(mine) or mine[i].kind is p.KEYWORD_ONLY:
                yield "no place %d for %s" % (i, p.name)
                continue
            if p.kind is p.POSITIONAL_OR_KEYWORD and mine[i].name != p.name:
                yield "%s is called %s" % (p.name, mine[i].name)
            own = mine[i]
        if own is None:
            yield "no argument %s" % p.name
        elif p.default is not p.empty and own.default != ALIKE.get((name, p.name), p.default):
            yield "%s is %r by default, not %r" % (p.name, own.default, p.default)
    for p in mine[len([q for q in wanted.parameters.values() if q.kind is not q.KEYWORD_ONLY]):]:
        if p.default is p.empty and p.kind is not p.VAR_POSITIONAL and p.name not in wanted.parameters:
            yield "%s must be given" % p.name


x = gla.asarray([[1.0, 2.0], [3.0, 4.0]])
info = gla.__array_namespace_info__()
HOLDERS = {"linalg": gla.linalg, "fft": gla.fft, "Array": x, "Info": info}
with open(TABLE, encoding="utf-8") as file:
    lines = [line.strip() for line in file if not line.startswith("#")]
ok(len(lines) > 250, "the standard has %d names" % len(lines))
for line in lines:
    called = line.partition("(")[0]
    holder, _, name = called.rpartition(".")
    value = getattr(HOLDERS.get(holder, gla), name, holder)
    if value is holder:
        ok(False, "%s is there" % called)
    elif "(" not in line or name.startswith("__") and holder:
        ok(True, "%s is there" % called)
    else:
        wanted = declared(line)
        if holder in ("Array", "Info"):  # of a bound method
            wanted = wanted.replace(parameters=list(wanted.parameters.values())[1:])
        same(list(differences(called, wanted, inspect.signature(value))), [], "%s takes what the standard says" % called)

# ---- in place
y, view = gla.asarray(x, copy=True), None
view, before = y[0], y
y @= gla.asarray([[0.0, 1.0], [1.0, 0.0]])
ok(y is before and view.tolist() == [2.0, 1.0], "the matrix product in place changes the array")


def multiply(left, right):
    left @= right


raises(gla.ShapeError, lambda: multiply(gla.ones((2, 2)), gla.ones(2)), "where the product fits", "matmul: the result has")
raises(gla.DTypeError, lambda: multiply(gla.asarray([[1]]), gla.ones((1, 1))), "in shape and type", "float64")
raises(gla.ArgumentError, lambda: multiply(gla.broadcast_to(gla.ones(2), (2, 2)), x), "and it can be changed", "read-only")

# ---- the namespace and its description
same(gla.__array_api_version__, "2025.12", "the version of the standard")
ok(x.__array_namespace__() is gla, "an array names its namespace")
ok(x.__array_namespace__(api_version="2025.12") is gla, "of this version")
raises(gla.ArgumentError, lambda: x.__array_namespace__(api_version="1999.01"), "and of no unknown one", "1999.01")
same(info.capabilities(), {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 16}, "capabilities")
same(info.default_device(), gla.get_device(), "the default device")
same(info.devices(), tuple(gla.devices()), "the devices")
same(info.dtypes(device="host", kind="real floating"), {"float32": gla.float32, "float64": gla.float64}, "types of one kind")
same(list(info.dtypes(device="host", kind=("bool", "signed integer"))), ["bool", "int8", "int16", "int32", "int64"],
     "types of two kinds")
same(info.default_dtypes()["indexing"], gla.int64, "default types")
limits = gla.finfo(gla.float32)
same((limits.bits, limits.eps, limits.dtype), (32, 2.0 ** -23, gla.float32), "finfo has attributes")
same((gla.iinfo(gla.uint64).max, gla.iinfo(gla.int8).min), (2 ** 64 - 1, -128), "iinfo has attributes")
same(gla.result_type(gla.int8, x, 1), gla.float64, "result_type gives a dtype")
same((gla.unstack(gla.zeros((0, 2))), gla.broadcast_shapes()), ((), ()), "lists without elements")
