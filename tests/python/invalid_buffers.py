"""Objects with inconsistent buffers are refused before the memory is accessed."""
import glob
import sys

import gpulinalg as gl
from tap import raises, same, skip

sys.path[:0] = glob.glob("tests/python/.libs")
try:
    from liar import Liar
except ImportError as error:
    skip("liars", str(error))
    sys.exit()


def lie(format="d", itemsize=8, ndim=1, shape=(2,), strides=(8,), length=16, address=True):
    return gl.asarray(Liar(format, itemsize, ndim, shape, strides, length, address))


same(lie().tolist(), [0.0, 0.0], "the truth is believed")
same(lie(strides=None).tolist(), [0.0, 0.0], "no strides: the elements follow each other")
same(lie(None, 1, length=2, strides=(1,)).dtype, gl.uint8, "no format: bytes")
same(lie(ndim=0, length=8).tolist(), 0.0, "no dimensions")
same(lie(shape=(0,), length=0, address=False).shape, (0,), "no elements, no address")
for kind, word, options in (
        (gl.ArgumentError, "disagree", dict(itemsize=4)),
        (gl.ArgumentError, "disagree", dict(itemsize=0)),
        (gl.ArgumentError, "disagree", dict(format="i")),
        (gl.ArgumentError, "disagree", dict(format="l", itemsize=2, strides=(2,), length=4)),
        (gl.ArgumentError, "disagree", dict(length=8)),
        (gl.ArgumentError, "disagree", dict(length=-1)),
        (gl.ArgumentError, "disagree", dict(shape=(1000,))),
        (gl.ArgumentError, "negative", dict(shape=(-2,), length=0)),
        (gl.ArgumentError, "negative", dict(ndim=2, shape=(-2, -1), strides=(8, 8), length=16)),
        (gl.ArgumentError, "no shape", dict(shape=None)),
        (gl.ArgumentError, "address", dict(address=False)),
        (gl.ArgumentError, "overflow", dict(ndim=2, shape=(2**62, 4), strides=(8, 8))),
        (gl.ArgumentError, "overflow", dict(ndim=2, shape=(2**62, 4), strides=None)),
        (gl.ArgumentError, "overflow", dict(strides=(2**63 - 8,), shape=(3,), length=24)),
        (gl.ShapeError, "dimensions", dict(ndim=17, shape=(1,) * 17, strides=(8,) * 17, length=8)),
        (gl.ShapeError, "dimensions", dict(ndim=-1)),
        (gl.ShapeError, "dimensions", dict(ndim=2**31 - 1)),
        (gl.DTypeError, "type", dict(format="")),
        (gl.DTypeError, "type", dict(format="dd")),
        (gl.DTypeError, "type", dict(format="Zq")),
        (gl.DTypeError, "type", dict(format="@")),
        (gl.DTypeError, "type", dict(format="(2)d")),
        (gl.DTypeError, "type", dict(format="P"))):
    raises(kind, lambda: lie(**options), "a lie about %s" % ", ".join("%s=%s" % o for o in options.items()), word)
    raises(kind, lambda: gl.add(1, Liar(*{**dict(format="d", itemsize=8, ndim=1, shape=(2,), strides=(8,), length=16,
                                               address=True), **options}.values())), "in an operation too", word)
