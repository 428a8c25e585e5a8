# tags: slow
"""Repeated products: from the third on they use codes if the elements are on few diagonals, with the bits of the first product;
on CUDA devices or the emulated one, and in the slow tier on OpenCL devices."""
import os

SLOW = os.environ.get("TIER") == "slow"
os.environ["GPULINALG_BACKENDS"] = "opencl,host" if SLOW else "cuda,emulated,host"
os.environ["OCL_ICD_VENDORS"] = os.environ.get("OPENCL_VENDORS", "/etc/OpenCL/vendors") if SLOW else "/nowhere"
os.environ["GPULINALG_OPENCL_WITHOUT"] = "serial_threads"  # treat a CPU, on which codes do not help, like a GPU

import gpulinalg as gl  # noqa: E402
from tap import ok, skip  # noqa: E402

TYPES = ("float32", "float64", "complex64", "complex128")


def used(device):
    return gl.memory_info(device)["used_bytes"]


def value(i, dtype):
    """Return values whose sums depend on the order of additions."""
    real = 1.0 / (i % 97 + 3) - 0.1
    return complex(real, 1.0 / (i % 31 + 2)) if dtype.startswith("complex") else real


def make(places, shape, dtype, number=value):
    data = gl.asarray([number(i, dtype) for i in range(len(places))], dtype=dtype)
    return gl.sparse.coo(data, gl.asarray([p[0] for p in places]), gl.asarray([p[1] for p in places]), shape=shape)


def diagonals(m, n, distances):
    return [(i, i + d) for i in range(m) for d in distances if 0 <= i + d < n]


def check(device, what, places, shape, dtype, coded, left=False):
    """Five products have the same bits, and products of integers are exact; memory for codes is used after the third if
    `coded`."""
    m, n = shape
    kept = (n if left else m) * 2 + len(places) + 8 * 256
    length = m if left else n

    def times(a, x):
        return x @ a if left else a @ x

    a = make(places, shape, dtype)
    x = gl.asarray([value(7 * i + 1, dtype) for i in range(length)], dtype=dtype)
    first = times(a, x).tolist()
    times(a, x)
    before = used(device)
    times(a, x)
    more = used(device) - before
    ok(more == (kept if coded else 0), f"{device}, {dtype}, {what}: codes take {more} bytes")
    same = times(a, x).tolist() == first and times(a, x).tolist() == first and used(device) - before == more
    ok(same, f"{device}, {dtype}, {what}: the bits of the first product")
    apart = gl.asarray([value(7 * (i // 3) + 1, dtype) for i in range(3 * length)], dtype=dtype)[::3]
    ok(times(a, apart).tolist() == first, f"{device}, {dtype}, {what}: a vector with gaps")
    whole = make(places, shape, dtype, lambda i, dtype: float(i % 11 - 5))
    numbers = [i % 7 - 3 for i in range(length)]
    expected = [0] * (n if left else m)
    for k, (i, j) in enumerate(places):
        expected[j if left else i] += (k % 11 - 5) * numbers[i if left else j]
    x = gl.asarray(numbers, dtype=dtype)
    results = [times(whole, x).tolist() for _ in range(5)]
    ok(all(y == expected for y in results), f"{device}, {dtype}, {what}: sums of whole numbers")
    del a, whole, x, apart


def check_limit(device):
    """Without memory for codes, products still work; with memory, codes are made after three more products."""
    places = diagonals(3500, 3500, (-30, -1, 0, 1, 30))
    a = make(places, (3500, 3500), "float32")
    x = gl.ones([3500], dtype="float32")
    first = (a @ x).tolist()
    a @ x
    before = used(device)
    gl.set_memory_limit(str(before + 4 * 3500 + 5000), device)  # the result, and less than a byte for each row and column
    results = [(a @ x).tolist() for _ in range(2)]
    ok(all(y == first for y in results) and used(device) == before, f"{device}: no memory for codes")
    gl.set_memory_limit(None, device)
    results = [(a @ x).tolist() for _ in range(3)]
    ok(all(y == first for y in results) and used(device) > before, f"{device}: codes after all")


def check_all(device):
    stencil = diagonals(3500, 3500, (-30, -1, 0, 1, 30))
    for dtype in TYPES if gl.device_info(device)["float64"] else TYPES[::2]:
        check(device, "five diagonals", stencil, (3500, 3500), dtype, True)
        check(device, "five diagonals, transposed", stencil, (3500, 3500), dtype, True, left=True)
        check(device, "twenty diagonals", diagonals(1000, 900, range(-10, 10)), (1000, 900), dtype, True)
    for count in (255, 256, 257):
        places = [(i, i + i * 7 % count) for i in range(17000)]
        check(device, f"{count} diagonals", places, (17000, 17300), "float32", count <= 256)
    check(device, "some empty rows", [p for p in diagonals(7000, 7000, (-90, -1, 0, 1, 30)) if p[0] % 2], (7000, 7000),
          "float32", True)
    check(device, "few rows with elements", [(i, i + 5) for i in range(0, 119000, 7)], (119000, 119005), "float32", False)
    dense = stencil + [(300, j) for j in range(150) if abs(j - 300) > 30]
    check(device, "a row of 155", dense, (3500, 3500), "float32", True)
    dense += [(301, j) for j in range(150, 400) if abs(j - 301) > 30]
    check(device, "two rows of more", dense, (3500, 3500), "float32", False)
    full = stencil + [(300, j) for j in range(3500) if abs(j - 300) > 30]
    check(device, "a row of all", full, (3500, 3500), "float32", False)
    check(device, "rows of 40", diagonals(500, 500, range(-20, 20)), (500, 500), "float32", False)
    check(device, "few elements", diagonals(3000, 3000, (-30, -1, 0, 1, 30)), (3000, 3000), "float32", False)
    empty = gl.sparse.coo([], [], [], shape=[0, 5])
    ok(all((empty @ gl.ones([5])).tolist() == [] for _ in range(5)), f"{device}: no rows")


for d in gl.devices():
    if d.startswith("opencl" if SLOW else "emulated"):
        gl.set_device(d)
        start = used(d)
        check_all(d)
        check_limit(d)
        ok(used(d) == start, f"{d}: codes are released with their matrix")
        break
else:
    skip("codes of sparse matrices", "there is no such device")
