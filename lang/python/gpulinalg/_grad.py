"""Derivatives of functions of the script: gradients, Jacobians, Hessians, and tapes."""
import threading
from functools import wraps

from . import _core, _native
from ._array import Array
from ._named import called_as

_open = threading.local()  # rules of custom_vjp by number, while a tape of this thread exists


# ---- parameters: arrays, or lists, tuples and dictionaries of these ------------------------------------------------------
def _is_tree(x):
    return isinstance(x, dict) or (isinstance(x, (list, tuple)) and any(isinstance(v, (Array, dict, list, tuple)) for v in x)
                                   and not _is_numbers(x))


def _is_numbers(x):
    """Return true for nested lists of numbers, which are an array."""
    return not isinstance(x, (dict, Array)) and (not isinstance(x, (list, tuple)) or all(map(_is_numbers, x)))


def _leaves(x):
    if not _is_tree(x):
        return [x]
    return [leaf for v in (x.values() if isinstance(x, dict) else x) for leaf in _leaves(v)]


def _rebuild(x, leaves):
    """Return x with other leaves, taken from an iterator."""
    if not _is_tree(x):
        return next(leaves)
    if isinstance(x, dict):
        return {key: _rebuild(v, leaves) for key, v in x.items()}
    made = [_rebuild(v, leaves) for v in x]
    return made if isinstance(x, list) else type(x)(*made) if hasattr(x, "_fields") else tuple(made)


def _arrays_of(name, y):
    leaves = _leaves(y)
    for leaf in leaves:
        if not isinstance(leaf, Array):
            raise _native.DTypeError("%s: f must return an Array, but it returned %s; compute with the functions of gpulinalg"
                                     % (name, type(leaf).__name__))
    return leaves


# ---- tapes -----------------------------------------------------------------------------------------------------------------
class _Rules(dict):
    """Rules of custom_vjp, which all tapes of a thread that exist at the same time share."""
    __slots__ = "__weakref__",


def _rules():
    import weakref
    found = getattr(_open, "rules", None)
    found = found and found()
    if found is None:
        found = _Rules()
        _open.rules = weakref.ref(found)
    return found


def is_recording():
    """Return true if this thread has a tape."""
    found = getattr(_open, "rules", None)
    return bool(found and found() is not None)


class _Record:
    """A native tape, and the rules of custom_vjp that its calls may have."""
    __slots__ = "tape", "rules"

    def __init__(self, persistent):
        self.rules = _rules()
        self.tape = _core.new_tape(persistent)

    def variable(self, x):
        return _core.tape_variable(self.tape, x)

    def stop(self):
        _core.tape_stop(self.tape)

    def gradient(self, ys, xs, seeds=None):
        way = _core.tape_backward(self.tape, ys, xs, seeds)
        while True:
            key = _core.backward_waits(way)
            if key < 0:
                return list(_core.backward_result(way))
            _core.backward_answer(way, self.rules[key](_core.backward_cotangents(way)))


def _call(name, f, args, which, persistent):
    """Call f with variables for the arguments numbered in `which`. Return the record, the variables and the result."""
    if not callable(f):
        raise _native.DTypeError("%s: f must be a function" % name)
    for i in which:
        if not -len(args) <= i < len(args):
            raise _native.ArgumentError("%s: argnums contains %d, but f was called with %d arguments" % (name, i, len(args)))
    args, variables = list(args), []
    record = _Record(persistent)
    try:
        for i in which:
            mine = [called_as(name, record.variable, leaf) for leaf in _leaves(args[i])]
            variables += mine
            args[i] = _rebuild(args[i], iter(mine))
        return record, variables, f(*args)
    finally:
        record.stop()


def _numbers(argnums):
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _shaped(args, argnums, parts):
    """Return gradients in the form of the arguments."""
    parts = iter(parts)
    made = tuple(_rebuild(args[i], parts) for i in _numbers(argnums))
    return made[0] if isinstance(argnums, int) else made


def _value_and_grad(name, f, argnums, has_aux, args):
    record, variables, y = _call(name, f, args, _numbers(argnums), False)
    aux = None
    if has_aux:
        y, aux = y
    if not isinstance(y, Array):
        _arrays_of(name, [y])
    if y.size != 1:
        raise _native.ShapeError("%s: f must return one number, but its result has shape %s; use jacobian" % (name, y.shape))
    parts = called_as(name, record.gradient, [y], variables)
    return (y, aux) if has_aux else y, _shaped(args, argnums, parts)


def value_and_grad(f, argnums=0, has_aux=False):
    """See lang/written.doc."""
    @wraps(f)
    def both(*args):
        return _value_and_grad("value_and_grad", f, argnums, has_aux, args)
    return both


def grad(f, argnums=0, has_aux=False):
    """See lang/written.doc."""
    @wraps(f)
    def gradient(*args):
        value, made = _value_and_grad("grad", f, argnums, has_aux, args)
        return (made, value[1]) if has_aux else made
    return gradient


def vjp(f, *args):
    """See lang/written.doc."""
    record, variables, y = _call("vjp", f, args, range(len(args)), True)
    ys = _arrays_of("vjp", y)

    def back(seed=None):
        seeds = None if seed is None else _leaves(seed)
        return _shaped(args, range(len(args)), called_as("vjp", record.gradient, ys, variables, seeds))
    return y, back


def jvp(f, x, v):
    """See lang/written.doc."""
    # The product with the transposed Jacobian is linear in its seed u: its derivative in u, along v, is J v.
    outer = _Record(False)
    try:
        record, variables, y = _call("jvp", f, (x,), (0,), True)
        ys = _arrays_of("jvp", y)
        seeds = [called_as("jvp", outer.variable, _core.zeros_like(part)) for part in ys]
        parts = called_as("jvp", record.gradient, ys, variables, seeds)
    finally:
        outer.stop()
    made = called_as("jvp", outer.gradient, parts, seeds, [_core.asarray(leaf) for leaf in _leaves(v)])
    return y, _rebuild(y, iter(made))


def _rows(name, record, y, variables):
    """Return the derivatives of all elements of y, stacked along the axes of y."""
    rows = []
    for i in range(y.size):
        seed = _core.zeros_like(y)
        _core.reshape(seed, (-1,), False)[i] = 1
        rows.append(called_as(name, record.gradient, [y], variables, [seed]))
    return [_core.reshape(_core.stack([row[k] for row in rows]), y.shape + v.shape) if rows
            else _core.zeros(y.shape + v.shape, v.dtype) for k, v in enumerate(variables)]


def jacobian(f, argnums=0):
    """See lang/written.doc."""
    @wraps(f)
    def matrix(*args):
        record, variables, y = _call("jacobian", f, args, _numbers(argnums), True)
        ys = _arrays_of("jacobian", y)
        made = [_shaped(args, argnums, _rows("jacobian", record, part, variables)) for part in ys]
        return _rebuild(y, iter(made))
    return matrix


def hessian(f, argnums=0):
    """See lang/written.doc."""
    return jacobian(grad(f, argnums), argnums)


def hvp(f, x, v):
    """See lang/written.doc."""
    outer = _Record(False)
    try:
        mine = [called_as("hvp", outer.variable, leaf) for leaf in _leaves(x)]
        parts = _leaves(_value_and_grad("hvp", f, 0, False, (_rebuild(x, iter(mine)),))[1])
    finally:
        outer.stop()
    made = called_as("hvp", outer.gradient, parts, mine, [_core.asarray(leaf) for leaf in _leaves(v)])
    return _rebuild(x, iter(made))


def grad_of_sum(f):
    """Return the derivative of a function that is computed for each element of its argument."""
    return lambda x: _value_and_grad("grad", lambda x: _core.sum(f(x)), 0, False, (x,))[1]


def newton_step(f, x):
    """Return x - f(x)/f'(x) for a function that is computed for each element, as recorded calls."""
    slope = grad_of_sum(f)(x)
    if not _core.all(slope != 0):
        raise _native.ArgumentError("gradient: the derivative of f is zero at the root, which has no derivative there; use "
                                    "stop_gradient")
    return x - f(x)/slope


# ---- rules of the script ---------------------------------------------------------------------------------------------------
def _constant(x):
    return _core.stop_gradient(x) if isinstance(x, Array) else x


def custom_vjp(f, back):
    """See lang/written.doc."""
    @wraps(f)
    def called(*args):
        leaves = [leaf for x in args for leaf in _leaves(x)]
        constants = iter([_constant(leaf) for leaf in leaves])
        y = f(*[_rebuild(x, constants) for x in args])
        rules = _rules()
        key = len(rules)

        def rule(cotangents):
            made = back(args, y, _rebuild(y, iter(cotangents)))
            made = made if isinstance(made, tuple) else (made,)
            return [_core.zeros_like(leaf) if part is None else part
                    for part, leaf in zip([p for m in made for p in _leaves(m)], leaves)]
        made = called_as("custom_vjp", _core.tape_custom, key, _arrays_of("custom_vjp", y), leaves)
        made = made if isinstance(made, tuple) else (made,)
        rules[key] = rule
        return _rebuild(y, iter(made))
    return called


def checkpoint(f):
    """See lang/written.doc."""
    def back(args, y, cotangent):
        again, way = vjp(f, *args)
        return way(cotangent)
    return custom_vjp(f, back)


def check_gradient(f, x, h=None):
    """See lang/written.doc."""
    value, made = _value_and_grad("check_gradient", f, 0, False, (x,))
    worst = 16.0
    leaves = [_core.asarray(leaf, dtype=g.dtype) for leaf, g in zip(_leaves(x), _leaves(made))]
    for k, g in enumerate(_leaves(made)):
        step = h or {"float32": 3e-3, "complex64": 3e-3}.get(str(g.dtype), 6e-6)
        flat = g.flatten()
        for i in range(g.size):
            for unit in (1, 1j) if "complex" in str(g.dtype) else (1,):
                worst = min(worst, _digits(f, x, leaves, k, i, step, unit, flat[i].item()))
    return worst


def _digits(f, x, leaves, k, i, h, unit, given):
    """Return the number of digits in which a derivative agrees with a central difference."""
    import math
    ends = []
    for sign in (1, -1):
        moved = _core.copy(leaves[k])
        flat = _core.reshape(moved, (-1,), False)
        scale = max(1.0, abs(flat[i].item()))
        flat[i] = flat[i] + sign*h*scale*unit
        ends.append(f(_rebuild(x, iter(leaves[:k] + [moved] + leaves[k + 1:]))).item())
    wanted = (ends[0] - ends[1])/(2*h*scale)
    got = complex(given).imag if unit == 1j else complex(given).real
    error = abs(got - wanted)/max(1.0, abs(wanted))
    return 16.0 if error == 0 else -math.log10(error) if error == error else 0.0


# ---- TensorFlow's form -----------------------------------------------------------------------------------------------------
class GradientTape:
    """with GradientTape() as tape: the calls of the block are recorded. See lang/written.doc."""
    __slots__ = "_record", "_persistent"

    def __init__(self, persistent=False):
        self._persistent, self._record = persistent, _Record(persistent)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._record.stop()

    def watch(self, x):
        """Make an Array, or all Arrays of a list, tuple or dictionary, variables of the tape."""
        for leaf in _leaves(x):
            called_as("watch", _core.tape_watch, self._record.tape, leaf)

    def stop(self):
        """Stop recording."""
        self._record.stop()

    def gradient(self, y, x, seed=None):
        """The gradient of y, an Array or a list of Arrays, with respect to x: an Array, or a list, tuple or dictionary."""
        seeds = None if seed is None else _leaves(seed)
        return _rebuild(x, iter(called_as("gradient", self._record.gradient, _arrays_of("gradient", y), _leaves(x), seeds)))

    def jacobian(self, y, x):
        """The derivatives of all elements of y with respect to x: arrays of shape y.shape + x.shape."""
        if not self._persistent:
            raise _native.ArgumentError("jacobian: the tape must be persistent; use GradientTape(persistent=True)")
        return _rebuild(x, iter(_rows("jacobian", self._record, y, _leaves(x))))
