# tags: fast slow
"""Sparse products, triangular systems, triplets and conversions compared with dense NumPy arrays, and with SciPy if it is
installed: random matrices with empty rows, full rows, duplicates, all dtypes and both formats. TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (4), from the seed GPULINALG_CAMPAIGN_SEED, on the default device; results there have the
same bits as on the host."""
import math
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))
try:
    import scipy.sparse as theirs
except ImportError:
    theirs = None

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20280"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "4"))
rng = np.random.default_rng(SEED)
TYPES = ["float32", "float64", "complex64", "complex128"]


def back(x):
    return np.asarray(x.to_device("host"))


def values(shape, dtype, exact):
    """Return small integers, whose sums are exact in any order, or arbitrary numbers."""
    x = rng.integers(-4, 5, shape) if exact else rng.standard_normal(shape)
    if dtype[0] == "c":
        x = x + 1j * (rng.integers(-4, 5, shape) if exact else rng.standard_normal(shape))
    return x.astype(dtype)


def size():
    return int(rng.choice([rng.integers(0, 4), rng.integers(1, 40), rng.integers(1, 300)]))


def triplets(m, n, dtype, exact):
    """Return triplets with rows of very different lengths; indices may occur twice."""
    count = int(rng.integers(0, 4 * m + 1)) if m and n else 0
    row, col = (rng.integers(0, max(k, 1), count) for k in (m, n))
    if count and rng.integers(2):
        full = np.arange(n) if rng.integers(2) else rng.integers(0, n, 2 * n)
        row, col = np.concatenate([row, np.full(full.size, rng.integers(m))]), np.concatenate([col, full])
    if rng.integers(4) == 0:
        order = np.lexsort((col, row))
        row, col = row[order], col[order]
    return values(row.size, dtype, exact), row, col


def matrix(m, n, dtype, exact=True):
    """Return a matrix in any format, as a dense array, and the mask of stored elements."""
    data, row, col = triplets(m, n, dtype, exact)
    a = gl.sparse.coo(data, row, col, shape=[m, n])
    dense, kept = np.zeros((m, n), dtype), np.zeros((m, n), bool)
    for v, i, j in zip(data, row, col):
        dense[i, j] += v
        kept[i, j] = True
    return [a, a.tocsc(), a.transpose().tocsr().transpose()][rng.integers(3)], dense, kept


def parts(a):
    return [back(x) for x in (a.data, a.indices, a.indptr)]


def alike(a, dense, kept, what):
    """Check the stored elements, their order and values, and equality with the host's result."""
    data, indices, indptr = parts(a)
    assert a.shape == dense.shape, f"{what}: {a.shape} for {dense.shape}"
    if a.format == "csc":
        dense, kept = dense.T, kept.T
    row, col = np.nonzero(kept)
    assert np.array_equal(indices, col), f"{what}: places {indices} for {col}"
    assert np.array_equal(indptr, np.searchsorted(row, np.arange(len(kept) + 1))), f"{what}: rows {indptr}"
    assert data.dtype == dense.dtype and np.array_equal(data, dense[row, col]), f"{what}: {data} for {dense[row, col]}"


def same_bits(a, b, what):
    for x, y in zip(parts(a), parts(b)):
        assert x.tobytes() == y.tobytes(), f"{what}: {x} here, {y} on the host"


def compress():
    m, n, dtype = size(), size(), str(rng.choice(TYPES))
    a, dense, kept = matrix(m, n, dtype)
    alike(a, dense, kept, f"coo {dtype} {m} x {n}")
    for other in (a.tocsr(), a.tocsc()):
        alike(other, dense, kept, f"{other.format} {dtype} {m} x {n}")


def order_of_sums():
    """Duplicates are added up from the first value to the last."""
    n = int(rng.integers(1, 60))
    v = rng.standard_normal(n) * 10.0**rng.integers(-8, 9, n)
    i, j = rng.integers(0, 3, n), rng.integers(0, 3, n)
    want = np.zeros((3, 3))
    for p in range(n):
        want[i[p], j[p]] += v[p]
    got = back(gl.sparse.coo(v, i, j, shape=[3, 3]).to_device("host").toarray())
    assert gl.sparse.coo(v, i, j).device != "host" or np.array_equal(got, want), f"{got} for {want}"
    assert np.allclose(got, want, rtol=1e-12, atol=1e-12 * np.abs(v).max()), f"{got} for {want}"


def matmul():
    m, k, n = size(), size(), size()
    dtype, other = str(rng.choice(TYPES)), str(rng.choice(TYPES))
    a, da, ka = matrix(m, k, dtype)
    b, db, kb = matrix(k, n, other)
    got = a @ b
    want = da.astype(np.result_type(dtype, other)) @ db
    alike(got, want, (ka.astype(int) @ kb.astype(int)) > 0, f"{dtype} {m} x {k} @ {other} {k} x {n}")


def bits_of_matmul():
    m, k, n, dtype = size(), size(), size(), str(rng.choice(TYPES))
    a, da, _ = matrix(m, k, dtype, False)
    b, db, _ = matrix(k, n, dtype, False)
    got = a @ b
    same_bits(got, a.to_device("host") @ b.to_device("host"), f"{dtype} {m} x {k} x {n}")
    if theirs is not None:
        want = theirs.csr_array(da) @ theirs.csr_array(db)
        assert np.allclose(back(got.toarray()), want.toarray(), rtol=1e-4, atol=1e-4)


def banded(n, m, dtype):
    """Return a matrix in which most rows have the column indices of the previous row plus one."""
    kept = np.zeros((n, m), bool)
    for k in rng.integers(-n - 1, m + 1, int(rng.integers(1, 7))):
        i = np.arange(max(0, -k), min(n, m - k))
        kept[i, i + k] = True
    for _ in range(int(rng.integers(0, 4))):
        kept[rng.integers(n), rng.integers(m)] ^= True
    dense = np.where(kept, values((n, m), dtype, False), 0).astype(dtype)
    dense[rng.random((n, m)) < 0.1] *= 0  # zeros of both signs are stored
    row, col = np.nonzero(kept)
    return gl.sparse.coo(dense[row, col], row, col, shape=[n, m]), dense, kept


def bands():
    """The products of each element are added up in the order of A's columns, beginning with the first one."""
    m, k, n, dtype = (*(int(x) for x in rng.integers(1, 200, 3)), str(rng.choice(["float32", "float64"])))
    a, da, ka = banded(m, k, dtype)
    b, db, kb = banded(k, n, dtype)
    want, there = np.zeros((m, n), dtype), np.zeros((m, n), bool)
    for j in range(k):
        at = np.outer(ka[:, j], kb[j])
        product = np.outer(da[:, j], db[j]).astype(dtype)
        want = np.where(at, np.where(there, want + product, product), want)
        there |= at
    got = a @ b
    alike(got, want, there, f"{dtype} {m} x {k} x {n}")
    same_bits(got, a.to_device("host") @ b.to_device("host"), f"{dtype} {m} x {k} x {n}")
    assert a.device != "host" or \
        np.array_equal(np.signbit(parts(got)[0]), np.signbit(want[np.nonzero(there)])), "signs of zeros"


def exact_sums():
    """Integers, multiples of a small unit, numbers of all sizes, and sums with more than 64 digits."""
    m, n, kind = int(rng.integers(1, 3000)), int(rng.integers(1, 40)), int(rng.integers(6))
    count = int(rng.integers(1, 4 * m + 1))
    v = [rng.integers(-9, 10, count).astype(float), rng.random(count), rng.integers(-2**53, 2**53, count).astype(float),
         np.full(count, 2.0**53 - 1), rng.standard_normal(count),
         rng.standard_normal(count) * 2.0**rng.integers(-200, 200, count)][kind] * 2.0**rng.integers(-900, 700)
    if rng.integers(3) == 0:
        v[rng.integers(count)] *= rng.choice([2.0**-60, 2.0**60, 2.0**-150, 0.1, -0.0])
    a = gl.sparse.coo(v, np.sort(rng.integers(0, m, count)), rng.integers(0, n, count), shape=[m, n])
    data, row, col = (back(x) for x in a.tocoo())
    for axis, at, length in ((0, col, n), (1, row, m)):
        want = [[] for _ in range(length)]
        for value, i in zip(data.tolist(), at.tolist()):
            want[i].append(value)
        want = np.array([math.fsum(w) for w in want])
        for form in (a, a.tocsc()):
            got = back(form.sum(axis=axis))
            assert np.array_equal(got, want), f"{kind} {m} x {n}, axis {axis}: {got[got != want]} for {want[got != want]}"


def parts_in_order():
    """Sorted and unsorted parts, with both index dtypes; invalid parts are refused."""
    m, n, dtype = size(), size(), str(rng.choice(TYPES))
    a, dense, kept = matrix(m, n, dtype)
    data, indices, indptr = (x.copy() for x in parts(a.tocsr()))
    places = str(rng.choice(["int32", "int64"]))
    indices, indptr = indices.astype(places), indptr.astype(places)
    alike(gl.sparse.csr(data, indices, indptr, shape=[m, n]), dense, kept, f"in order {dtype} {m} x {n}")
    for i in range(m):
        order = rng.permutation(indptr[i + 1] - indptr[i]) + indptr[i]
        data[indptr[i]:indptr[i + 1]], indices[indptr[i]:indptr[i + 1]] = data[order], indices[order]
    alike(gl.sparse.csr(data, indices, indptr, shape=[m, n]), dense, kept, f"in disorder {dtype} {m} x {n}")
    if data.size:
        damaged = indices.copy()
        damaged[rng.integers(damaged.size)] = rng.choice([-1, n, np.iinfo(places).max, np.iinfo(places).min])
        at = indptr.copy()
        at[rng.integers(at.size)] += rng.choice([-data.size - 1, data.size + 1, np.iinfo(places).max // 2])
        for given in ((data, damaged, indptr), (data, indices, at)):
            try:
                gl.sparse.csr(*given, shape=[m, n])
            except gl.Error:
                continue
            raise AssertionError(f"taken: {given[1]} {given[2]}")


def solve_triangular():
    n, dtype, lower, unit = size(), str(rng.choice(TYPES)), bool(rng.integers(2)), bool(rng.integers(2))
    a, dense, _ = matrix(n, n, dtype, False)
    dense = dense + np.diag(np.full(n, 8.0 * np.sqrt(n + 1))).astype(dtype)
    a = a + gl.sparse.eye(n, dtype=dtype) * float(8 * np.sqrt(n + 1)) if n else a
    b = values((n, int(rng.integers(0, 20))) if rng.integers(2) else n, dtype, False)
    got = a.solve_triangular(gl.asarray(b), lower=lower, unit_diagonal=unit)
    t = np.tril(dense) if lower else np.triu(dense)
    if unit:
        t = t - np.diag(np.diag(t)) + np.eye(n)
    if not unit:
        near = 1e-4 if dtype in ("float32", "complex64") else 1e-10
        assert np.allclose(t @ back(got), b, rtol=near, atol=near), f"{dtype} {n} {lower}"
    h = a.to_device("host").solve_triangular(gl.asarray(b).to_device("host"), lower=lower, unit_diagonal=unit)
    assert back(got).tobytes() == back(h).tobytes(), f"bits: {dtype} {n} {lower} {unit}"


def sampled_matmul():
    m, n, k, weighted = size(), size(), int(rng.integers(0, 20)), bool(rng.integers(2))
    dtype, other = str(rng.choice(TYPES)), str(rng.choice(TYPES))
    a, dense, kept = matrix(m, n, dtype)
    x, y = values((m, k), other, True), values((k, n), other, True)
    got = gl.sparse.sampled_matmul(a, gl.asarray(x), gl.asarray(y), weighted=weighted)
    want = x @ y
    want = dense * want if weighted else want
    alike(got, np.where(kept, want, 0).astype(want.dtype), kept, f"{dtype} {m} x {n}, {k}")


TESTS = [compress, order_of_sums, matmul, bits_of_matmul, bands, exact_sums, parts_in_order, solve_triangular,
         sampled_matmul]
print(f"1..{len(TESTS)}\n# seed {SEED}")
failed = 0
for number, test in enumerate(TESTS, 1):
    rounds, error, end = 0, None, time.monotonic() + SECONDS / len(TESTS)
    while not error and (time.monotonic() < end or rounds == 0):
        try:
            test()
        except (AssertionError, gl.Error) as e:
            error = e
        rounds += 1
    failed += error is not None
    print(f"{'not ok' if error else 'ok'} {number} - {test.__name__}: {error or f'{rounds} rounds'}")
sys.exit(failed > 0)
