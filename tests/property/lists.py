"""Arrays as nested lists, computed with plain Python: the reference of the property tests."""
import itertools
import math

EPSILON = {"float32": 2.0 ** -23, "float64": 2.0 ** -52, "complex64": 2.0 ** -23, "complex128": 2.0 ** -52}


def build(shape, make):
    """Return nested lists of that shape, filled with results of make() (a number for shape ())."""
    return [build(shape[1:], make) for _ in range(shape[0])] if shape else make()


def flat(x):
    return [v for item in x for v in flat(item)] if isinstance(x, list) else [x]


def nest(values, shape):
    """Return the flat list of values as nested lists of that shape."""
    if not shape:
        return values[0]
    step = math.prod(shape[1:])
    return [nest(values[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]


def at(x, position):
    for i in position:
        x = x[i]
    return x


def positions(shape):
    return itertools.product(*map(range, shape))


def add(values):
    """Return the sum without significant rounding errors."""
    values = list(values)
    if any(isinstance(v, complex) for v in values):
        return complex(math.fsum(v.real for v in values), math.fsum(v.imag for v in values))
    return math.fsum(values)


def conj(v):
    return v.conjugate()


def adjoint(a):
    return [[conj(v) for v in column] for column in zip(*a)]


def matmul(a, b):
    columns = list(zip(*b))
    return [[add(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def diagonal(values, rows, columns):
    return [[values[i] if i == j and i < len(values) else 0.0 for j in range(columns)] for i in range(rows)]


def identity(n):
    return diagonal([1.0] * n, n, n)


def largest(x):
    return max((abs(v) for v in flat(x)), default=0.0)


def distance(a, b):
    """Return the largest difference of two nested lists."""
    x, y = flat(a), flat(b)
    assert len(x) == len(y), f"{len(x)} values against {len(y)}"
    return max((abs(p - q) for p, q in zip(x, y)), default=0.0)


def pick(x, key, shape):
    """Return x[key] for a key of integers and slices, one for each axis."""
    if not key:
        return x
    if isinstance(key[0], int):
        return pick(x[key[0]], key[1:], shape[1:])
    return [pick(item, key[1:], shape[1:]) for item in x[key[0]]]
