"""Gradients of functions that create, index, join and rearrange arrays, against differences."""


import gpulinalg as gla
from check import check

V = [0.5, -1.25, 2.0, 0.75, -0.5]
M = [[0.5, -1.25, 2.0], [0.75, -0.5, 1.5]]
T = [[[0.1, 0.7], [0.4, -0.3], [1.2, 0.9]], [[0.2, -0.6], [0.8, 1.1], [-0.9, 0.35]]]
Z = [0.5 + 1j, -1.25 - 0.5j, 2.0 + 0.25j]
I = gla.asarray([2, 0, 2, -1, 1])
sq = gla.square


def put(change):
    def f(x, v):
        y = x * 2.0
        change(y, v)
        return sq(y)

    return f


ELEMENTARY = [
    ("full", lambda x: sq(gla.full((2, 3), x)), [0.7]),
    ("full row", lambda x: sq(gla.full((2, 3), x)), [V[:3]]),
    ("full_like", lambda x, y: sq(gla.full_like(x, y)) * x, [M, 0.7]),
    ("arange", lambda x, h: sq(gla.arange(x, 2.0, h)), [0.3, 0.4]),
    ("arange end", lambda x: gla.arange(3.5) * x, [0.3]),
    ("linspace", lambda x, y: sq(gla.linspace(x, y, 5)), [0.3, 1.9]),
    ("linspace open", lambda x, y: sq(gla.linspace(x, y, 4, endpoint=False)), [0.3, 1.9]),
    ("linspace complex", lambda x, y: sq(gla.linspace(x, y, 4)), [0.3 + 1j, 1.9]),
    ("linspace one", lambda x, y: sq(gla.linspace(x, y, 1)), [0.3, 1.9]),
    ("flip", lambda x: sq(gla.flip(x, axis=-1)), [M]),
    ("flip all", lambda x: sq(gla.flip(x)), [T]),
    ("moveaxis", lambda x: sq(gla.moveaxis(x, (0, -1), (-1, 0))), [T]),
    ("unstack", lambda x: sq(gla.unstack(x, axis=-1)[1]) * gla.unstack(x)[0][:2], [M]),
    ("broadcast_arrays", lambda x, y: gla.multiply(*gla.broadcast_arrays(x, y)), [V[:3], [[0.3], [1.2]]]),
    ("concat", lambda x, y: sq(gla.concat([x, y], axis=-2)), [M, M]),
    ("concat none", lambda x, y: sq(gla.concat([x, y], axis=None)), [M, V]),
    ("stack", lambda x, y: sq(gla.stack([x, y], axis=-1)), [V, V]),
    ("repeat", lambda x: sq(gla.repeat(x, 2)), [M]),
    ("repeat counts", lambda x: sq(gla.repeat(x, gla.asarray([2, 0, 3]), axis=-1)), [M]),
    ("tile", lambda x: sq(gla.tile(x, (2, 3))), [V]),
    ("tile short", lambda x: sq(gla.tile(x, (2,))), [M]),
    ("tile of many axes", lambda x: sq(gla.tile(x, (2, 1, 1, 1, 1, 1, 1, 1, 2))), [M]),
    ("pad", lambda x: sq(gla.pad(x, [[1, 0], [2, 3]])), [M]),
    ("pad pair", lambda x: sq(gla.pad(x, [2, 1])), [M]),
    ("pad vector", lambda x: sq(gla.pad(x, [[2, 1]])), [V]),
    ("repeat axis", lambda x: sq(gla.repeat(x, 3, axis=1)), [T]),
    ("repeat scalar", lambda x: sq(gla.repeat(x, 3)), [0.4]),
    ("repeat none", lambda x: gla.sum(gla.repeat(x, 0)) + gla.sum(sq(x)), [M]),
    ("pad constant", lambda x, v: sq(gla.pad(x, 1, constant_values=v)), [M, 0.3]),
    ("roll", lambda x: sq(gla.roll(x, (1, -2), axis=(0, 1))), [M]),
    ("roll all", lambda x: sq(gla.roll(x, 2)), [M]),
    ("meshgrid", lambda x, y: gla.multiply(*gla.meshgrid(x, y)), [V, V[:2]]),
    ("meshgrid ij", lambda x, y, z: sq(gla.meshgrid(x, y, z, indexing="ij")[2]) * x[0], [V, V[:2], V[:3]]),
    ("meshgrid one", lambda x: sq(gla.meshgrid(x)[0]), [V]),
    ("meshgrid scalar", lambda x, y: gla.multiply(*gla.meshgrid(x, y)), [0.4, V[:2]]),
    ("diff", lambda x: sq(gla.diff(x)), [M]),
    ("diff 2", lambda x: sq(gla.diff(x, 2)), [V]),
    ("diff all", lambda x: gla.sum(sq(gla.diff(x, 5))) + gla.sum(sq(x)), [V]),
    ("diff 0", lambda x: sq(gla.diff(x, 0)), [V]),
    ("diff ends", lambda x, a, b: sq(gla.diff(x, axis=0, prepend=a, append=b)), [M, 0.3, [[1.0, 2.0, 3.0]]]),
    ("windows", lambda x: sq(gla.sliding_window_view(x, 3)), [V]),
    ("windows axis", lambda x: sq(gla.sliding_window_view(x, 2, axis=1)), [T]),
    ("windows last", lambda x: sq(gla.sliding_window_view(x, (3,), axis=-1)), [M]),
    ("windows long", lambda x: sq(gla.sliding_window_view(gla.tile(x, (9,)), (33,))), [V]),
    ("windows 2", lambda x: sq(gla.sliding_window_view(x, (2, 2))), [M]),
    ("view", lambda z: sq(gla.view(z, "float64")), [Z]),
    ("view complex", lambda x: sq(gla.view(x, "complex128")), [V[:4]]),
    ("asarray", lambda x: sq(gla.asarray(x, dtype="complex128")), [V]),
    ("astype", lambda x: sq(gla.astype(x, "complex128")), [V]),
    ("astype float32", lambda x: gla.astype(gla.astype(sq(x), "float32"), "float64") * 0.0 + x, [V]),
    ("copy", lambda x: sq(gla.copy(x)), [Z]),
    ("to_device", lambda x: sq(gla.to_device(x, x.device)), [V]),
    ("reshape", lambda x: sq(gla.reshape(x, (3, -1))), [M]),
    ("reshape F", lambda x: sq(gla.reshape(x, (3, -1), order="F")), [T]),
    ("permute_dims", lambda x: sq(gla.permute_dims(x, (-1, 0, 1))), [T]),
    ("matrix_transpose", lambda x: sq(gla.matrix_transpose(x)), [T]),
    ("expand_dims", lambda x: sq(gla.expand_dims(x, axis=(0, -1))), [M]),
    ("squeeze", lambda x: sq(gla.squeeze(x)), [[M]]),
    ("broadcast_to", lambda x: sq(gla.broadcast_to(x, (2, 3, 2))), [[[0.4], [0.5], [0.7]]]),
    ("like", lambda x: x * gla.ones_like(x) + gla.zeros_like(x), [M]),
    ("triu", lambda x: sq(gla.triu(x, k=1)), [T]),
    ("tril", lambda x: sq(gla.tril(x, k=-1)), [T]),
    ("diag", lambda x: sq(gla.diag(x, 1)), [V]),
    ("diag of", lambda x: sq(gla.diag(x, 1)), [M]),
    ("diag below", lambda x: sq(gla.diag(x, -1)), [M]),
    ("kron", lambda x, y: sq(gla.kron(x, y)), [M, [[0.3], [1.2]]]),
    ("kron row", lambda x, y: sq(gla.kron(x, y)), [V[:2], M]),
    ("kron complex", lambda x, y: gla.kron(x, y), [Z, [1j, 0.5]]),
    ("kron scalar", lambda x, y: gla.kron(x, y), [0.4, 0.3]),
    ("block_diag", lambda x, y, z: sq(gla.block_diag(x, y, z)), [M, V[:2], 0.4]),
    ("block", lambda x, y, z: sq(gla.block([[x, y], [z]])), [M, [[0.3], [1.2]], V[:4]]),
    ("block same", lambda x: sq(gla.block([[x, x * 2.0]])), [M]),
    ("toeplitz", lambda x, y: sq(gla.toeplitz(x, y)), [V, V[:3]]),
    ("toeplitz symmetric", lambda x: sq(gla.toeplitz(x)), [M]),
    ("toeplitz complex", lambda x: sq(gla.toeplitz(x)), [Z]),
    ("toeplitz stack", lambda x, y: sq(gla.toeplitz(x, y)), [M, V[:4]]),
    ("hankel", lambda x, y: sq(gla.hankel(x, y)), [V, V[:3]]),
    ("hankel one", lambda x: sq(gla.hankel(x)), [M]),
    ("hstack", lambda x, y: sq(gla.hstack([x, y])), [V, 0.3]),
    ("hstack 2", lambda x, y: sq(gla.hstack([x, y])), [M, [[0.3], [1.2]]]),
    ("vstack", lambda x, y: sq(gla.vstack([x, y])), [V[:3], M]),
    ("column_stack", lambda x, y: sq(gla.column_stack([x, y])), [V[:2], M]),
    ("vander", lambda x: sq(gla.vander(x, 4)), [V]),
    ("vander increasing", lambda x: gla.vander(x, increasing=True), [Z]),
    ("vander zero", lambda x: gla.vander(x), [[0.0, 1.0, 2.0]]),
]
INDEXING = [
    ("getitem repeated", lambda x: sq(x[I]), [V]),
    ("getitem complex", lambda x: sq(x[gla.asarray([1, 1, 0])]), [Z]),
    ("getitem column", lambda x: sq(x[:, gla.asarray([1, 1])]), [M]),
    ("getitem pairs", lambda x: sq(x[gla.asarray([0, 1, 0]), gla.asarray([2, 2, 2])]), [M]),
    ("getitem broadcast", lambda x: sq(x[gla.asarray([[0], [1]]), gla.asarray([2, 2])]), [M]),
    ("getitem mask", lambda x: sq(x[gla.asarray([True, False, True, True, False])]), [V]),
    ("getitem mask 2", lambda x: sq(x[..., gla.asarray([True, False])]), [T]),
    ("getitem mixed", lambda x: sq(x[1, :, gla.asarray([0, 0, 1])]), [T]),
    ("getitem slice", lambda x: sq(x[::-2]) * x[1], [V]),
    ("setitem", put(lambda y, v: y.__setitem__((slice(None), 1), v)), [M, [0.3, 1.2]]),
    ("setitem broadcast", put(lambda y, v: y.__setitem__((slice(0, 1),), v)), [M, 0.3]),
    ("setitem array", put(lambda y, v: y.__setitem__(gla.asarray([0, 3]), v)), [V, [0.3, 1.2]]),
    ("setitem repeated", put(lambda y, v: y.__setitem__(gla.asarray([0, 3, 0, -2]), v)), [V, [0.3, 1.2, 0.4, -0.7]]),
    ("setitem mask", put(lambda y, v: y.__setitem__(gla.asarray([True, False, True, False, False]), v)), [V, [0.3, 1.2]]),
    ("add_at", put(lambda y, v: gla.add_at(y, gla.asarray([0, 3, 0, -2]), v)), [V, [0.3, 1.2, 0.4, -0.7]]),
    ("add_at scalar", put(lambda y, v: gla.add_at(y, gla.asarray([0, 3, 0]), v)), [V, 0.3]),
    ("take", lambda x: sq(gla.take(x, gla.asarray([2, 0, 2, -1]), axis=-1)), [M]),
    ("take vector", lambda x: sq(gla.take(x, I)), [V]),
    ("take_along_axis", lambda x: sq(gla.take_along_axis(x, gla.asarray([[0, 0], [2, -1]]))), [M]),
    ("take_along_axis rows", lambda x: sq(gla.take_along_axis(x, gla.asarray([[0, -1, 0]]), axis=0)), [M]),
    ("take_along_axis wide", lambda x: sq(gla.take_along_axis(x, gla.asarray([[0, 1], [2, 1]]))), [[[0.4, 0.7, 1.1]]]),
    (
        "put_along_axis",
        put(lambda y, v: gla.put_along_axis(y, gla.asarray([[2, 0], [1, -1]]), v)),
        [M, [[0.3, 1.2], [0.4, 2.0]]],
    ),
    (
        "put_along_axis repeated",
        put(lambda y, v: gla.put_along_axis(y, gla.asarray([[0, 0], [1, -2]]), v)),
        [M, [[0.3, 1.2], [0.4, 2.0]]],
    ),
    ("put_along_axis scalar", put(lambda y, v: gla.put_along_axis(y, gla.asarray([[0]]), v)), [M, 0.3]),
    ("where", lambda x, y: gla.where(gla.asarray([True, False, True]), sq(x), x * y), [V[:3], 0.4]),
]
for name, f, args in ELEMENTARY + INDEXING:
    check(name, f, args)
for mode in ("edge", "reflect", "symmetric", "wrap"):
    check("pad " + mode, lambda x: sq(gla.pad(x, [[1, 0], [2, 1]], mode=mode)), [M])
for name, f, args in [ELEMENTARY[0], INDEXING[0], INDEXING[12], ELEMENTARY[18]]:
    check(name + ", float32", f, args, dtype="float32")
check("empty", lambda x: gla.sum(sq(gla.repeat(x[:0], 2))) + gla.sum(x[gla.zeros(0, dtype="int64")]) + gla.sum(x), [V])
check("bits", lambda x: x * gla.astype(gla.bitwise_and(gla.asarray([1, 2, 3]), 1), "float64"), [V[:3]])


# The tape keeps the positions of the call, even if the index array changes later.
def with_changed_positions(x):
    positions = gla.asarray([0, 2, 2])
    y = x[positions]
    positions[:] = 1
    return y*y


check("index array that changes later", with_changed_positions, [[1.0, 2.0, 3.0]])
