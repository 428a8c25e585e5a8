"""Derivatives of linalg: against central differences."""

import math

import gpulinalg as gla
from check import check, gradient as all_gradients, ok


def A(*shape, salt=0.4, complex=False):
    n = math.prod(shape)
    x = [math.sin(2.7 * i * i + 1.1 * i + salt) for i in range(n)]
    if complex:
        x = [v + 1j * math.cos(1.9 * i * i + 0.3 + salt) for i, v in enumerate(x)]
    return gla.reshape(gla.asarray(x, dtype="complex128" if complex else "float64"), shape)


def single(x):
    return gla.astype(x, "complex64" if "complex" in str(x.dtype) else "float32")


H = lambda x: gla.conj(gla.matrix_transpose(x)) if "complex" in str(x.dtype) else gla.matrix_transpose(x)
definite = lambda x: x @ H(x) + gla.eye(x.shape[-1])
shifted = lambda n, *s, **k: A(*s, n, n, **k) + 2 * gla.eye(n)

for cx in (False, True):
    t = " complex" if cx else ""
    a = lambda *s, salt=0.4: A(*s, salt=salt, complex=cx)
    # products
    check("vecdot" + t, gla.vecdot, [a(2, 3), a(3, salt=1)])
    check("vecdot axis" + t, lambda x, y: gla.vecdot(x, y, axis=-2), [a(2, 3, 2), a(3, 1, salt=1)])
    check("vecdot positive axis" + t, lambda x, y: gla.vecdot(x, y, axis=0), [a(3, 2), a(3, 2, salt=1)])
    check("outer" + t, gla.outer, [a(2), a(3, salt=1)])
    check("tensordot" + t, gla.tensordot, [a(2, 2, 3), a(2, 3, 2, salt=1)])
    check("tensordot 0" + t, lambda x, y: gla.tensordot(x, y, axes=0), [a(2), a(2, salt=1)])
    check("tensordot lists" + t, lambda x, y: gla.tensordot(x, y, axes=[[0, -1], [1, 0]]), [a(2, 2, 3), a(3, 2, 2, salt=1)])
    check("tensordot pair" + t, lambda x, y: gla.tensordot(x, y, axes=[0, 1]), [a(2, 2), a(3, 2, salt=1)])
    # systems
    for trans in (0, 1, 2):
        check("solve %d" % trans + t, lambda m, b: gla.solve(m, b, trans=trans), [shifted(3, complex=cx), a(3, 2, salt=1)])
        check("solve vector %d" % trans + t, lambda m, b: gla.solve(m, b, trans=trans), [shifted(3, complex=cx), a(3, salt=1)])
        for lower in (False, True):
            check(
                "triangular %d %d" % (trans, lower) + t,
                lambda m, b: gla.solve_triangular(m, b, trans=trans, lower=lower),
                [shifted(3, complex=cx), a(3, 2, salt=1)],
            )
            check(
                "triangular unit %d %d" % (trans, lower) + t,
                lambda m, b: gla.solve_triangular(m, b, trans=trans, lower=lower, unit_diagonal=True),
                [shifted(3, complex=cx), a(3, salt=1)],
                second=False,
            )
    check("solve stack" + t, gla.solve, [shifted(2, 2, complex=cx), a(2, salt=1)])
    check("solve stack b" + t, gla.solve, [shifted(2, complex=cx), a(2, 2, 1, salt=1)])
    check("inv" + t, gla.inv, [shifted(3, complex=cx)])
    check("inv stack" + t, gla.inv, [shifted(2, 2, complex=cx)])
    check("det" + t, gla.det, [a(3, 3)])
    check("det stack" + t, gla.det, [a(2, 2, 2)])
    check("slogdet" + t, gla.slogdet, [a(3, 3)])
    check("slogdet stack" + t, gla.slogdet, [a(2, 2, 2)])
    # factors
    check("cholesky" + t, lambda x: gla.cholesky(definite(x)), [a(3, 3)])
    check("cholesky upper" + t, lambda x: gla.cholesky(definite(x), upper=True), [a(2, 3, 3)], second=False)
    for s in ((4, 2), (3, 3), (2, 4), (2, 3, 2)):
        check("qr %s" % (s,) + t, gla.qr, [a(*s)], second=s != (4, 2) or not cx)
        check("lu %s" % (s,) + t, gla.linalg.lu, [a(*s)])
        check("lu indices %s" % (s,) + t, lambda x: gla.linalg.lu(x, p_indices=True)[1:], [a(*s)], second=False)
    check("qr complete" + t, lambda x: (lambda q, r: (q[:, :2], r))(*gla.qr(x, mode="complete")), [a(4, 2)])
    check("qr complete wide" + t, lambda x: gla.qr(x, mode="complete"), [a(2, 3)])
    check("qr R" + t, lambda x: gla.qr(x)[1], [a(2, 4)])
    check("qr Q" + t, lambda x: gla.qr(x)[0], [a(2, 4)])
    # eigenvalues
    herm = lambda x: x + H(x)
    check("eigvalsh" + t, lambda x: gla.eigvalsh(herm(x)), [a(3, 3)])
    check("eigh" + t, lambda x: (lambda w, v: (w, gla.abs(v) ** 2))(*gla.eigh(herm(x))), [a(3, 3)])
    check("eigh stack" + t, lambda x: (lambda w, v: (v * gla.exp(w)[:, None, :]) @ H(v))(*gla.eigh(herm(x))), [a(2, 2, 2)])
    check("eigvals" + t, gla.eigvals, [a(3, 3)])
    check("eigvals stack" + t, gla.eigvals, [a(2, 2, 2)])
    check("eig" + t, lambda x: (lambda w, v: (w, gla.abs(v) ** 2))(*gla.eig(x)), [a(3, 3)])
    for s in ((4, 2), (3, 3), (2, 4), (2, 3, 2)):
        parts = lambda u, w, v: (gla.abs(u) ** 2, w, (u * w[..., None, :] ** 2) @ v, gla.abs(v) ** 2)
        check("svdvals %s" % (s,) + t, gla.svdvals, [a(*s)])
        check("svd %s" % (s,) + t, lambda x: parts(*gla.svd(x, full_matrices=False)), [a(*s)])
        check("pinv %s" % (s,) + t, gla.pinv, [a(*s)])
    check("svd full" + t, lambda x: (lambda u, w, v: parts(u[:, :2], w, v))(*gla.svd(x)), [a(3, 2)])
    check("pinv rank 1" + t, lambda x, y: gla.pinv(x @ y, rtol=1e-8), [a(4, 1), a(1, 3)])
    # least squares
    for s, b in (((5, 2), (5,)), ((5, 2), (5, 2)), ((2, 4), (2,)), ((2, 4, 2), (2, 4, 1)), ((3, 3), (3,))):
        f = lambda m, y: (lambda x, r, k, w: (x, r, w))(*gla.linalg.lstsq(m, y))
        check("lstsq %s %s" % (s, b) + t, f, [a(*s), a(*b, salt=1)])
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for rcond in (None, 1e-8):
            check(
                "lstsq rank 2 %s" % rcond + t,
                lambda m, n, y: gla.linalg.lstsq(m @ n, y, rcond=rcond)[:2],
                [a(5, 2), a(2, 3), a(5, salt=1)],
            )
            check(
                "lstsq wide rank 1 %s" % rcond + t,
                lambda m, n, y: gla.linalg.lstsq(m @ n, y, rcond=rcond)[0],
                [a(2, 1), a(1, 3), a(2, 2, salt=1)],
            )
    # norms
    for p in ("fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"):
        check("matrix_norm %s" % p + t, lambda x: gla.linalg.matrix_norm(x, ord=p), [a(3, 2)])
        check(
            "matrix_norm keepdims %s" % p + t,
            lambda x: gla.linalg.matrix_norm(x, ord=p, keepdims=True),
            [a(2, 2, 2)],
            second=False,
        )
        check("cond %s" % p + t, lambda x: gla.linalg.cond(x, p), [shifted(2, complex=cx)])
    check("cond" + t, gla.linalg.cond, [a(2, 3, 2)])
    inf = float("inf")
    for p in (2, 1, 3, 1.5, 0.5, -1, inf, -inf, 0):
        check("vector_norm %s" % p + t, lambda x: gla.linalg.vector_norm(x, ord=p), [a(2, 3)])
        check(
            "vector_norm axis %s" % p + t,
            lambda x: gla.linalg.vector_norm(x, ord=p, axis=-2, keepdims=True),
            [a(2, 3)],
            second=False,
        )
        check(
            "vector_norm axes %s" % p + t, lambda x: gla.linalg.vector_norm(x, ord=p, axis=[0, -1]), [a(2, 2, 2)], second=False
        )
    for k in (-1, 0, 1, 2):
        check("trace %d" % k + t, lambda x: gla.linalg.trace(x, offset=k), [a(2, 2, 3)])
        check("diagonal %d" % k + t, lambda x: gla.linalg.diagonal(x * x, offset=k), [a(2, 2, 3)])
    for name, f, x in (
        ("solve", gla.solve, [shifted(3, complex=cx), a(3)]),
        ("cholesky", lambda x: gla.cholesky(definite(x)), [a(2, 2)]),
        ("svdvals", gla.svdvals, [a(3, 2)]),
        ("qr", gla.qr, [a(3, 2)]),
        ("lstsq", lambda m, y: gla.linalg.lstsq(m, y)[0], [a(4, 2), a(4)]),
    ):
        check(name + " single" + t, f, [single(v) for v in x], tol=3e-2)

check("solve mixed", gla.solve, [shifted(2), A(2, complex=True)])
check("matrix_rank", lambda x: (gla.linalg.matrix_rank(x), x), [A(2, 2)])
for name, x in (
    ("rank 2", [[1.0, 2, 3], [2, 4, 6], [1, 1, 1]]),
    ("rank 1", [[1.0, 2, 3], [2, 4, 6], [3, 6, 9]]),
    ("zero", [[0.0, 0], [0, 0]]),
    ("complex", [[1.0, 2, 3j], [2, 4, 6j], [1, 1, 1]]),
):
    check("det singular, " + name, gla.det, [gla.asarray(x)], second=False)
check("det empty", gla.det, [gla.zeros((0, 0))])
check("vector_norm zero elements", lambda x: gla.linalg.vector_norm(x, ord=3), [[0.0, 1, -2]], second=False)


def gradient(f, x):
    return all_gradients(f, [x])[0].tolist()


def same(name, got, want, tol=1e-7):
    flat = lambda v: [w for u in v for w in flat(u)] if isinstance(v, list) else [v]
    good = len(flat(got)) == len(flat(want)) and all(abs(p - q) <= tol for p, q in zip(flat(got), flat(want)))
    ok(good, name)


same("norm of zero", gradient(gla.linalg.vector_norm, gla.zeros(2)), [0, 0])
same("fro of zero", gradient(gla.linalg.matrix_norm, gla.zeros((2, 2))), [[0, 0], [0, 0]])
# coinciding values: functions of the subspace are exact
three = gla.asarray([[2.0, 0, 0], [0, 2, 0], [0, 0, 5]])
w = gla.asarray([[math.sin(1.3 * i + 0.7) for i in range(3 * j, 3 * j + 3)] for j in range(3)])
same(
    "eigh, projector",
    gradient(lambda x: (lambda v: v @ v.mT)(gla.eigh(x)[1][:, :2]), three),
    [
        [0, 0, (w[0, 2] + w[2, 0]).item() / -6],
        [0, 0, (w[1, 2] + w[2, 1]).item() / -6],
        [(w[0, 2] + w[2, 0]).item() / -6, (w[1, 2] + w[2, 1]).item() / -6, 0],
    ],
)


def raises(name, f, x, text):
    try:
        got = gradient(f, x)
    except Exception as e:
        got = str(e)
    good = isinstance(got, str) and text in got
    ok(good, name)


def warns(name, f, x, text):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        gradient(f, x)
    good = any(text in str(v.message) for v in w)
    ok(good, name)


import warnings

warns("eigenvalues coincide", lambda x: gla.eigh(x)[1][:, 0], three, "coincide")
warns("singular values coincide", lambda x: gla.svd(x)[0][:, 1], three, "coincide")
warns("eigvalsh of multiple", gla.eigvalsh, three, "coincide")


def warns_second(name, f, x):
    from gpulinalg import _core

    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        t = _core.new_tape(True)
        all_gradients(f, [_core.tape_variable(t, x)])
        _core.tape_stop(t)
    good = any("second derivatives" in str(v.message) for v in w)
    ok(good, name)


for f in (gla.eigvalsh, gla.svdvals, gla.eigvals):
    warns_second("second derivative of multiple values", lambda x: f(x) ** 3, three)
raises("phases", lambda x: gla.eigh(x + H(x))[1], A(3, 3, complex=True), "phases")
raises("phases svd", lambda x: gla.svd(x)[0], A(3, 3, complex=True), "phases")
raises("phases eig", lambda x: gla.eig(x)[1], A(3, 3, complex=True), "phases")
raises("full svd", lambda x: gla.svd(x)[0] ** 2, A(3, 2), "full_matrices=false")
raises("complete qr", lambda x: gla.qr(x, mode="complete")[0] ** 2, A(3, 2), "reduced")
check("polar factor of multiple", lambda x: (lambda u, s, v: u @ v)(*gla.svd(x)), [three], second=False)
for f in (gla.inv, gla.det, gla.svdvals, gla.eigvalsh, gla.eigvals, lambda x: gla.qr(x), gla.pinv):
    check("empty", f, [gla.zeros((2, 0, 0))], second=False)
empty = gla.zeros((2, 0, 0))
for name, f, x in (
    ("solve", gla.solve, [empty, gla.zeros((0, 2))]),
    ("triangular", gla.solve_triangular, [empty, gla.zeros((0, 2))]),
    ("cholesky", gla.cholesky, [empty]),
    ("eigh", gla.eigh, [empty]),
    ("eig", gla.eig, [empty]),
    ("lu", gla.linalg.lu, [empty]),
    ("slogdet", gla.slogdet, [empty]),
    ("svd", gla.svd, [gla.zeros((0, 2))]),
    ("qr", gla.qr, [gla.zeros((2, 0))]),
    ("pinv", gla.pinv, [gla.zeros((0, 2))]),
    ("lstsq", lambda m, b: gla.linalg.lstsq(m, b)[:2], [gla.zeros((3, 0)), A(3)]),
    ("lstsq rows", lambda m, b: gla.linalg.lstsq(m, b)[:2], [gla.zeros((0, 2)), gla.zeros(0)]),
    ("lstsq stack", lambda m, b: gla.linalg.lstsq(m, b)[:2], [gla.zeros((0, 3, 2)), A(3)]),
    ("trace", gla.linalg.trace, [gla.zeros((2, 0))]),
    ("diagonal", gla.linalg.diagonal, [gla.zeros((2, 0))]),
    ("tensordot", lambda x, y: gla.tensordot(x, y, axes=1), [gla.zeros((2, 0)), gla.zeros((0, 3))]),
    ("vecdot", gla.vecdot, [gla.zeros((2, 0)), gla.zeros((2, 0))]),
    ("vector_norm", gla.linalg.vector_norm, [gla.zeros((2, 0))]),
    ("outer", gla.outer, [gla.zeros(0), A(2)]),
    ("matrix_norm", gla.linalg.matrix_norm, [gla.zeros((0, 2))]),
):
    check("empty " + name, f, x, second=False)
# one result only
for cx in (False, True):
    x, t = A(3, 2, complex=cx), " complex" if cx else ""
    check("svd of U" + t, lambda x: gla.abs(gla.svd(x, full_matrices=False)[0]) ** 2, [x])
    check("svd of V" + t, lambda x: gla.abs(gla.svd(x, full_matrices=False)[2]) ** 2, [x])
    check("svd of S" + t, lambda x: gla.svd(x)[1], [x])
    check("slogdet of log" + t, lambda x: gla.slogdet(x)[1], [A(2, 2, complex=cx)])
    check("slogdet of sign" + t, lambda x: gla.slogdet(x)[0], [A(2, 2, complex=cx)])
    check("lu of L" + t, lambda x: gla.linalg.lu(x)[1], [x])
    check("lu of U" + t, lambda x: gla.linalg.lu(x)[2], [x])
    check("eigh of values" + t, lambda x: gla.eigh(x + H(x))[0], [A(3, 3, complex=cx)])
    check("eig of values" + t, lambda x: gla.eig(x)[0], [A(3, 3, complex=cx)])
    check("eig of vectors" + t, lambda x: gla.abs(gla.eig(x)[1]) ** 2, [A(3, 3, complex=cx)])
    for i in (0, 1, 3):
        check(
            "lstsq of result %d" % i + t,
            lambda m, b: gla.linalg.lstsq(m, b)[i],
            [A(4, 2, complex=cx), A(4, complex=cx, salt=1)],
        )
    check("lstsq of b" + t, lambda b: gla.linalg.lstsq(A(4, 2, complex=cx), b)[:2], [A(4, complex=cx, salt=1)])
    check("solve of b" + t, lambda b: gla.solve(shifted(3, complex=cx), b), [A(3, complex=cx)])
check("lstsq stack of right-hand sides", lambda m, b: gla.linalg.lstsq(m, b)[:2], [A(4, 2), A(2, 4, 2, salt=1)])
check(
    "lstsq, badly scaled",
    lambda m, b: gla.linalg.lstsq(m * gla.asarray([1.0, 1e-3]), b)[0] * gla.asarray([1.0, 1e-3]),
    [A(4, 2), A(4, salt=1)],
    second=False,
)
