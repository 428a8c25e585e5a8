# tags: fast slow
"""Messages of cholesky name the matrix of a stack; in the slow tier on OpenCL devices."""
import os
import warnings

SLOW = os.environ.get("TIER") == "slow"
os.environ["GPULINALG_BACKENDS"] = "opencl,host" if SLOW else "cuda,emulated,host"
os.environ["OCL_ICD_VENDORS"] = os.environ.get("OPENCL_VENDORS", "/etc/OpenCL/vendors") if SLOW else "/nowhere"

import gpulinalg as gl  # noqa: E402
from tap import ok  # noqa: E402


def eye(n, value):
    return gl.eye(n, dtype="float64") * value


def message(a):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            gl.cholesky(a)
        except gl.Error as error:
            return type(error).__name__ + ": " + str(error)
    return " ".join(w.category.__name__ + ": " + str(w.message) for w in seen)


def stack(n, odd):
    """Return a stack of 2 x 3 matrices, with the odd matrices at [1, 2] and, if there are two, at [0, 1]."""
    matrices = [eye(n, 1.0 + i) for i in range(6)]
    for place, matrix in zip((5, 1), odd):
        matrices[place] = matrix
    return gl.reshape(gl.stack(matrices), [2, 3, n, n])


def ill_conditioned(n):
    """Return a matrix with two columns that differ by little more than rounding errors."""
    a = gl.eye(n, dtype="float64").tolist()
    a[0][1] = a[1][0] = 1.0
    a[1][1] = 1.0 + 2.0**-52
    return gl.asarray(a)


def check(device, n):
    gl.set_device(device)
    ill, tiny, huge = ill_conditioned(n), eye(n, 2.0**-1040), eye(n, 2.0**1000)
    for odd, kind, what in (
            ([ill], "IllConditionedWarning", "an ill-conditioned matrix"),
            ([ill, tiny], "IllConditionedWarning", "one beside tiny numbers"),
            ([ill, huge], "IllConditionedWarning", "one beside huge numbers"),
            ([eye(n, -1.0), ill], "NotPositiveDefiniteError", "an indefinite matrix beside it"),
            ([eye(n, -1.0), tiny], "NotPositiveDefiniteError", "an indefinite matrix beside tiny numbers"),
            ([eye(n, float("nan")), eye(n, -1.0)], "NonFiniteError", "a matrix of NaN beside an indefinite one")):
        said = message(stack(n, odd))
        ok(said.startswith(kind) and "(1, 2)" in said, f"{device}, order {n}: {what} is named: {said[:90]}")
    for odd, what in (([tiny], "tiny"), ([huge], "huge")):
        ok(message(stack(n, odd)) == "", f"{device}, order {n}: {what} numbers need no message")


for d in gl.devices():
    if d != "host" or not SLOW:
        for order in (2, 9) if SLOW else (2, 9, 33):
            check(d, order)
