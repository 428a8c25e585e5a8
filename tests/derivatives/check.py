"""check(name, f, args): compare the gradient of a weighted sum of f(*args), and its second derivative, with differences.
TAP; the plan is printed at the end."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python"))
from tap import ok  # noqa: E402

import gpulinalg as gla  # noqa: E402
from gpulinalg import _core  # noqa: E402


def _weights(step, start, y, dtype):
    values = [math.sin(step*i + start) for i in range(y.size)]
    return gla.reshape(gla.asarray(values, dtype=dtype, device=y.device), y.shape)


def _is_complex(x):
    return "complex" in str(x.dtype)


def _is_single(x):
    return str(x.dtype) in ("float32", "complex64")


def _scalar(f, args, salt=0):
    """Return the sum of all results of f with different weights, as a real number."""
    results, total = f(*args), None
    for k, y in enumerate(results if isinstance(results, (tuple, list)) else [results]):
        if y is None or str(y.dtype) not in ("float32", "float64", "complex64", "complex128"):
            continue
        dtype = "float32" if _is_single(y) else "float64"
        part = gla.sum((gla.real(y) if _is_complex(y) else y)*_weights(1.3, 0.7 + k + salt, y, dtype))
        if _is_complex(y):
            part = part + gla.sum(gla.imag(y)*_weights(2.1, 1.9 + k + salt, y, dtype))
        total = part if total is None else total + part
    return total


def gradient(f, args, salt=0):
    """Return the gradients of _scalar with respect to all arguments."""
    tape = _core.new_tape(True)
    try:
        variables = [_core.tape_variable(tape, a) for a in args]
        y = _scalar(f, variables, salt)
    finally:
        _core.tape_stop(tape)
    return list(_core.tape_gradient(tape, [y], variables))


def expect(name, good, got):
    """Report a check of single values."""
    if not ok(bool(good), name):
        print("# got", got)


def _moved(args, i, k, h):
    flat = gla.reshape(gla.copy(args[i]), (-1,))
    flat[k] = flat[k] + h
    return args[:i] + [gla.reshape(flat, args[i].shape)] + args[i + 1:]


def _differences(value, args, h):
    def slope(i, k, step):
        return (value(_moved(args, i, k, step)).item() - value(_moved(args, i, k, -step)).item())/(2*h)
    return [[complex(slope(i, k, h), slope(i, k, h*1j)) if _is_complex(a) else slope(i, k, h) for k in range(a.size)]
            for i, a in enumerate(args)]


def _compare(name, got, want, tol):
    worst = 0.0
    for g, w in zip(got, want):
        values = [math.nan]*len(w) if g is None else gla.reshape(g, (-1,)).tolist()
        scale = max([1.0] + [abs(v) for v in w])
        errors = [abs(a - b)/scale for a, b in zip(values, w)] + [0.0 if len(values) == len(w) else math.inf]
        worst = max([worst] + [e if e == e else math.inf for e in errors])
    if not ok(worst <= tol, name):
        print("# error %.2g" % worst)
        for g, w in zip(got, want):
            print("# got ", None if g is None else gla.reshape(g, (-1,)).tolist())
            print("# want", w)


def check(name, f, args, second=True, tol=None, h=None, dtype="float64"):
    """args: lists of numbers, which become arrays of that dtype or complex128, or arrays. f returns an array or several."""
    try:
        arrays = [a if isinstance(a, gla.Array) else gla.asarray(a) for a in args]
        arrays = [x if isinstance(a, gla.Array) else gla.astype(x, "complex128" if _is_complex(x) else dtype)
                  for a, x in zip(args, arrays)]
        is_single = any(map(_is_single, arrays))
        h = h or (1e-2 if is_single else 1e-5)
        tol = tol or (2e-2 if is_single else 1e-7)
        _compare(name, gradient(f, arrays), _differences(lambda a: _scalar(f, a), arrays, h), tol)
        if second and not is_single:
            def again(*xs):
                return tuple(gradient(f, list(xs)))
            _compare(name + ", second", gradient(again, arrays, 0.4),
                     _differences(lambda a: _scalar(again, a, 0.4), arrays, h), 10*tol)
    except Exception as error:
        ok(False, name)
        print("# %s: %s" % (type(error).__name__, error))
