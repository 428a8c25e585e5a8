# tags: fast slow
"""Sparse matrices compared with SciPy's: structure, slices, sums, products, files, conversions of random matrices of all
dtypes, with empty rows, a full row, duplicates, unsorted indices of int32 and int64, or no elements. TAP; skipped without NumPy
and SciPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import tempfile
import time
import warnings

try:
    import numpy as np
    import scipy.io
    import scipy.sparse as sp
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy and SciPy are not installed"))

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20269"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
rng = np.random.default_rng(SEED)
S = gl.sparse
DTYPES = ["float32", "float64", "complex64", "complex128"]
warnings.simplefilter("ignore")
scratch = tempfile.mkdtemp()
try:
    S.save_npz(os.path.join(scratch, "a.npz"), S.eye(1))
    LIBZIP = True
except gl.NotSupportedError as error:
    if "built without it" not in str(error):
        raise
    LIBZIP = False


def whole(*shape):
    """Return small integers, whose sums are exact in any order."""
    return rng.integers(-4, 5, shape)


def matrix(m=None, n=None, dtype=None):
    """Return a random SciPy matrix, csr or csc."""
    m = int(rng.choice([0, 1, 2, 7, 40])) if m is None else m
    n = int(rng.choice([0, 1, 3, 8, 33])) if n is None else n
    dtype = dtype or str(rng.choice(DTYPES))
    count = int(rng.integers(0, 2 * m * n // 3 + 1)) if m and n else 0
    row, col = (rng.integers(0, k, count) if count else np.zeros(0, int) for k in (m, n))
    if count and rng.random() < 0.3:
        row[: count // 2] = rng.integers(0, m)
    data = whole(count).astype(dtype)
    if dtype.startswith("complex"):
        data = data + 1j * whole(count).astype(data.real.dtype)
    index = rng.choice(["int32", "int64"])
    made = sp.coo_array((data.astype(dtype), (row.astype(index), col.astype(index))), shape=(m, n))
    return made.asformat(str(rng.choice(["csr", "csc", "coo"])))


def ours(a):
    return S.Sparse(a)


def same(got, expected, what):
    if isinstance(got, S.Sparse):
        assert got.shape == expected.shape, (what, got.shape, expected.shape)
        got = got.toarray()
    expected = expected.toarray() if sp.issparse(expected) else np.asarray(expected)
    got = np.asarray(got.to_device("host"))
    assert got.shape == expected.shape and np.array_equal(got, expected, equal_nan=True), (what, SEED, got, expected)


def sorted_rows(a):
    """Return True if the column indices of each row increase strictly."""
    ends, places = np.asarray(a.indptr), np.asarray(a.indices)
    for i in range(len(ends) - 1):
        assert (np.diff(places[ends[i]: ends[i + 1]]) > 0).all()


def conversions():
    a = matrix()
    b = ours(a)
    same(b, a, "in")
    sorted_rows(b)
    assert b.nnz.item() == len(np.unique(np.stack(a.tocoo().coords), axis=1).T) and str(b.dtype) == str(a.dtype)
    for format in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
        if a.shape[0] and a.shape[1]:
            same(ours(a.asformat(format)), a, "from " + format)
        there = b.to_scipy(format) if format not in ("bsr", "dia") or all(a.shape) else b.to_scipy()
        assert (there.toarray() == a.toarray()).all(), format
    same(b.T, a.T, "transpose")
    same(b.H, a.conj().T, "adjoint")
    same(b.tocsc(), a, "tocsc")
    same(b.tocsr(), a, "tocsr")


def key(n):
    kind = rng.integers(0, 5)
    if kind == 0 and n:
        return int(rng.integers(-n, n))
    if kind == 1:
        return rng.integers(-n, n, int(rng.integers(1, 6))) if n else slice(None)
    if kind == 2:
        return rng.random(n) < 0.5 if n else slice(None)
    ends = [None if rng.random() < 0.3 else int(rng.integers(-n - 2, n + 3)) for _ in range(2)]
    return slice(*ends, int(rng.choice([-3, -2, -1, 1, 2, 3])))


def slices():
    a = matrix().tocsr()
    b, dense = ours(a), a.toarray()
    m, n = a.shape
    k = key(m)
    same(b[k], np.atleast_2d(dense[k]), ("rows", k))
    j = key(n)
    column = dense[:, j]
    same(b[:, j], column[:, None] if column.ndim == 1 else column, ("columns", j))
    if m and n:
        i, j = (rng.integers(-k, k, (2, 3)) for k in (m, n))
        same(b[i, j], dense[i, j], "elements")
        same(b[int(i[0, 0]), int(j[0, 0])], dense[i[0, 0], j[0, 0]], "one element")
        try:
            b[m, 0]
        except gl.IndexError:
            pass
        else:
            raise AssertionError("a row that is not there")


def blocks():
    heights, widths = rng.integers(0, 5, 3), rng.integers(0, 5, 3)
    theirs = [[matrix(int(h), int(w)) if rng.random() < 0.7 or i == j else None for j, w in enumerate(widths)]
              for i, h in enumerate(heights)]
    mine = [[x if x is None else ours(x) for x in row] for row in theirs]
    format = str(rng.choice(["csr", "csc"]))
    got = S.block_array(mine, format=format)
    expected = np.block([[np.zeros((h, w)) if x is None else x.toarray() for x, w in zip(row, widths)]
                         for row, h in zip(theirs, heights)])
    same(got, expected, "block_array")
    sorted_rows(got)
    parts = [x for row in theirs for x in row if x is not None]
    got = S.block_diag([ours(x) for x in parts])
    same(got, sp.block_diag(parts), "block_diag")
    wide, high = [matrix(4, None, "float64") for _ in range(3)], [matrix(None, 4) for _ in range(4)]
    same(S.hstack(*map(ours, wide)), np.hstack([x.toarray() for x in wide]), "hstack")
    same(S.vstack([ours(x) for x in high], format=format), np.vstack([x.toarray() for x in high]), "vstack")
    for form in ("csr", "csc"):  # in the stored format and the other one
        kept = [[getattr(ours(x), "to" + form)() for x in many] for many in (wide, high)]
        same(S.hstack(kept[0], format=form), np.hstack([x.toarray() for x in wide]), "hstack " + form)
        same(S.vstack(kept[1], format=form), np.vstack([x.toarray() for x in high]), "vstack " + form)
        sorted_rows(S.hstack(kept[0], format=form))
    a, b = matrix(3, 3), matrix(4, 4)
    same(S.kronsum(ours(a), ours(b)), sp.kronsum(a, b), "kronsum")
    same(S.kron(ours(wide[0]), ours(b)), np.kron(wide[0].toarray(), b.toarray()), "kron")


def parts():
    a = matrix().tocsr()
    b, dense = ours(a), a.toarray()
    k = int(rng.integers(-8, 9))
    same(b.tril(k), np.tril(dense, k), "tril")
    same(b.T.triu(k), np.triu(dense.T, k), "triu")
    same(b.diagonal(k), np.diagonal(dense, k) if -a.shape[0] < k < a.shape[1] else np.zeros(0), "diagonal")
    length = len(np.diagonal(dense, k)) if -a.shape[0] < k < a.shape[1] else 0
    if length:
        values = whole(int(rng.integers(1, length + 3))).astype(float)
        expected = dense.astype(np.result_type(dense, values))
        for i in range(min(length, len(values))):
            expected[i - min(k, 0), i + max(k, 0)] = values[i]
        same(b.with_diagonal(values, k), expected, "with_diagonal")
    zeros = b.multiply(whole(*a.shape).astype(dense.real.dtype))
    kept = zeros.eliminate_zeros()
    same(kept, np.asarray(zeros.toarray()), "eliminate_zeros")
    assert kept.nnz.item() == zeros.count_nonzero().item() == np.count_nonzero(np.asarray(zeros.toarray()))
    if dense.size:
        shape = [int(s) for s in rng.permutation([dense.size // 2, 2] if dense.size % 2 == 0 else [dense.size, 1])]
        same(b.reshape(shape), dense.reshape(shape), "reshape")


def sums():
    a = matrix()
    b, dense = ours(a), a.toarray()
    for axis in (None, 0, 1):
        same(b.sum(axis=axis), dense.sum(axis=axis), "sum")
        same(b.count_nonzero(axis=axis), np.count_nonzero(dense, axis=axis), "count_nonzero")
        if not np.iscomplexobj(dense) and (dense.size if axis is None else dense.shape[axis]):
            same(b.max(axis=axis), dense.max(axis=axis), "max")
            same(b.min(axis=axis), dense.min(axis=axis), "min")
    for name in ("sin", "tan", "sinh", "tanh", "asinh", "atan", "expm1", "square", "sign", "sqrt"):
        if name == "sign" and np.iscomplexobj(dense):
            continue
        got = np.asarray(getattr(b, name)().toarray())
        with np.errstate(all="ignore"):
            theirs = getattr(np, {"asinh": "arcsinh", "atan": "arctan"}.get(name, name))(dense)
        near = 1e-5 if str(dense.dtype) in ("float32", "complex64") else 1e-13
        assert np.allclose(got, theirs, rtol=near, atol=near, equal_nan=True), name


def arithmetic():
    a = matrix()
    other = matrix(*a.shape)
    x, y = ours(a), ours(other)
    same(x + y, a.toarray() + other.toarray(), "+")
    same(x - y, a.toarray() - other.toarray(), "-")
    same(x * y, a.toarray() * other.toarray(), "*")
    same(-x, -a.toarray(), "negative")
    same(x * 3, a.toarray() * np.float32(3), "times a number")
    k = int(rng.integers(1, 6))
    right = whole(a.shape[1], k).astype("float32")
    left = whole(k, a.shape[0]).astype("float32")
    same(x @ gl.asarray(right), a.toarray() @ right, "A @ X")
    same(gl.asarray(left) @ x, left @ a.toarray(), "X @ A")
    same(x @ gl.asarray(right[:, 0]), a.toarray() @ right[:, 0], "A @ x")
    b = matrix(a.shape[1])
    same(x @ ours(b), a.toarray() @ b.toarray(), "A @ B")


def files():
    a = matrix().tocsr()
    a.sum_duplicates()
    b = ours(a)
    path = os.path.join(scratch, "a")
    S.mmwrite(path + ".mtx", b)
    same(S.mmread(path + ".mtx"), a, "mmwrite, mmread")
    if a.nnz:  # SciPy does not read files without elements
        assert (scipy.io.mmread(path + ".mtx").toarray() == a.toarray()).all()
    if all(a.shape):
        scipy.io.mmwrite(path + "2.mtx", a)
        same(S.mmread(path + "2.mtx"), a, "mmread of SciPy's")
    square = a[:, : a.shape[0]] if a.shape[1] >= a.shape[0] else a[: a.shape[1]]
    for half in (square + square.T, square - square.T, square + square.conj().T):
        if half.nnz:
            S.mmwrite(path + "3.mtx", ours(half))
            same(S.mmread(path + "3.mtx"), half, "symmetric")
            assert (scipy.io.mmread(path + "3.mtx").toarray() == half.toarray()).all()
    if not LIBZIP:
        return
    S.save_npz(path + ".npz", b)
    same(S.load_npz(path + ".npz"), a, "save_npz, load_npz")
    there = sp.load_npz(path + ".npz")
    assert there.format == b.format and (there.toarray() == a.toarray()).all()
    for format in ("csr", "csc", "coo") + (("dia", "bsr") if all(a.shape) else ()):
        sp.save_npz(path + "2.npz", a.asformat(format), compressed=bool(rng.random() < 0.5))
        same(S.load_npz(path + "2.npz"), a, "load_npz of SciPy's " + format)


def damaged():
    """Files with a few changed bytes, or truncated files, are read or refused."""
    a = matrix(5, 4)
    path = os.path.join(scratch, "d")
    S.mmwrite(path + ".mtx", ours(a))
    sp.save_npz(path + ".npz", a.tocsr(), compressed=bool(rng.random() < 0.5))
    for end, read in ((".mtx", S.mmread), (".npz", S.load_npz))[:1 + LIBZIP]:
        with open(path + end, "rb") as f:
            whole_file = f.read()
        for _ in range(20):
            data = bytearray(whole_file)
            for _ in range(int(rng.integers(0, 4))):
                data[int(rng.integers(0, len(data)))] = int(rng.choice(list(b"0919-+ .eE\n%(") + [0, 255, 127]))
            if rng.random() < 0.3:
                data = data[: int(rng.integers(0, len(data)))]
            with open(path + "2" + end, "wb") as f:
                f.write(data)
            try:
                read(path + "2" + end)
            except gl.Error:
                pass


tests = [conversions, slices, blocks, parts, sums, arithmetic, files, damaged]
print(f"1..{len(tests)}\n# seed {SEED}")
bad = 0
for number, test in enumerate(tests):
    end, rounds, failure = time.monotonic() + SECONDS / len(tests), 0, None
    while not failure and (rounds < 3 or time.monotonic() < end):
        rounds += 1
        try:
            test()
        except Exception as error:
            failure = f"{type(error).__name__}: {str(error)[:1500]}"
    bad += failure is not None
    print(f"{'not ' if failure else ''}ok {number + 1} - {test.__name__}: {rounds} rounds")
    print(f"# {failure}" if failure else "", end="\n" if failure else "")
sys.exit(bad > 0)
