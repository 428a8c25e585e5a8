"""calls.py [WORD ...]: small calls from Python, one in each row, for `compare_calls`, which counts their instructions.

The result of a statement is released at once. A row is skipped if a build tree does not support it; words select rows that
contain one of them.
"""
import gc
import importlib
import os
import sys

import gpulinalg as gla

WARM, CALLS = 60, int(os.environ.get("CALLS", "200"))
ROWS = """
pass
gla.zeros((3, 3))
gla.ones(4)
gla.full((2, 2), 3.0)
gla.empty((3, 3))
gla.eye(3)
gla.arange(5)
gla.linspace(0.0, 1.0, 5)
gla.zeros_like(a)
gla.asarray(2.5)
gla.asarray([1.0, 2.0, 3.0])
gla.asarray([1, 2, 3])
gla.asarray([[1.0, 2.0], [3.0, 4.0]])
gla.asarray(a)
gla.asarray(n)
gla.asarray([1, 2, 3], dtype=gla.float32)
gla.copy(a)
gla.astype(a, gla.float32)
a[1]
a[1, 2]
a[-1]
a[:, 1]
a[1:3]
a[::2, ::-1]
a[...]
a[None]
a[i]
a[m]
c[1] = r
c[1, 2] = 5.0
c[:, 1] = 0.0
gla.take(a, i, axis=0)
gla.where(m, a, b)
a + b
a - b
a * b
a / b
a @ b
v @ v
a @ v
a + 1.0
2.0 * a
a + 1
a ** 2
a // b
a % b
-a
abs(a)
a < b
a == b
m & m
~m
c += b
c *= 1.0
a + v
f + f
k + k
z * z
gla.add(a, b)
gla.exp(a)
gla.sqrt(b)
gla.sin(a)
gla.maximum(a, b)
gla.clip(a, 0.0, 1.0)
gla.isnan(a)
gla.sum(a)
a.sum()
gla.sum(a, axis=0)
gla.mean(a)
gla.var(a, axis=1)
gla.max(a)
gla.argmax(a, axis=1)
gla.all(m)
gla.prod(v)
gla.std(v, correction=1.0)
gla.reshape(a, (2, 8))
a.T
gla.matrix_transpose(a)
gla.permute_dims(a, (1, 0))
gla.expand_dims(v, axis=0)
gla.squeeze(a[:1], axis=0)
gla.broadcast_to(v, (3, 4))
gla.concat([a, b])
gla.stack([v, v])
gla.flip(a)
gla.linalg.solve(a, v)
gla.linalg.inv(a)
gla.linalg.det(a)
gla.linalg.cholesky(s)
gla.linalg.qr(a)
gla.linalg.svd(a)
gla.linalg.eigh(s)
gla.linalg.trace(a)
gla.linalg.diagonal(a)
gla.linalg.outer(v, v)
gla.linalg.vector_norm(v)
gla.linalg.tensordot(a, b)
gla.vecdot(v, v)
float(x)
int(x)
bool(x)
len(a)
a.shape
a.dtype
a.ndim
a.device
a.tolist()
str(v)
repr(v)
list(v)
[w for w in a]
numpy.asarray(a)
memoryview(a)
a.__dlpack__()
a.to_device("host")
fails(gla.matmul, a, w)
fails(gla.zeros, "x")
fails(gla.reshape, a, (5, 5))
fails(gla.linalg.cholesky, -s)
fails(gla.sum, a, axis=7)
fails(gla.add, a, "x")
fails(lambda: a[9])
fails(lambda: a + w)
formula(a, b)
total(a, b)
running(v)
gla.get_device()
gla.synchronize()
gla.memory_info()
"""


def fails(function, *arguments, **options):
    try:
        function(*arguments, **options)
    except gla.Error:
        pass


def names(numpy):
    """Return the variables of the statements."""
    a = gla.asarray([[20.0 if i == j else float((4 * i + j) % 5) for j in range(4)] for i in range(4)])
    n = numpy and numpy.array(a.tolist())
    return dict(gla=gla, numpy=numpy, fails=fails, n=n, a=a, b=a + 1.0, c=a + 2.0, f=gla.astype(a, gla.float32),
                k=gla.asarray([[1, 2], [3, 4]]), z=gla.asarray([1.0 + 2.0j, 3.0]), m=a > 2.0,
                s=a @ gla.matrix_transpose(a) + gla.eye(4),
                v=gla.asarray([1.0, 2.0, 3.0, 4.0]), w=gla.ones(7), r=gla.ones(4), x=gla.asarray(2.5),
                i=gla.asarray([0, 2]), formula=gla.elementwise(lambda x, y: x * y + 1),
                total=gla.reduction("T x, T y", "T z", "x * y", "a + b"), running=gla.scan("T x", "T z", "x", "a + b"))


def main():
    rows = [row for row in ROWS.strip().splitlines()
            if row == "pass" or len(sys.argv) == 1 or any(word in row for word in sys.argv[1:])]
    wanted = any("numpy" in row or "(n)" in row for row in rows)  # importing NumPy takes longer than all else
    known, loops = names(importlib.import_module("numpy") if wanted else None), []
    for row in rows:
        body = "def loop(turns):\n    for _ in turns:\n        " + row
        scope = dict(known)
        exec(body.replace("loop(turns)", "loop(turns, c=c)"), scope)
        try:
            scope["loop"](range(1))
            loops.append((row, scope["loop"]))
        except (AttributeError, TypeError, gla.Error) as error:
            print("left out: %s: %s" % (row, error), file=sys.stderr)
    gc.disable()
    for row, loop in loops:
        loop(range(WARM))
        gc.collect()
        turns = range(CALLS)
        os.getppid()  # compare_calls makes callgrind write a count at this call
        loop(turns)
        os.getppid()
    print("\n".join(row for row, _ in loops))


if __name__ == "__main__":
    main()
