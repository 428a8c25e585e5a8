"""Results of host arrays are on the host, and so are further results, if the default device is another one (the null device).
"""
import os
import sys

os.environ.update(GPULINALG_BACKENDS="null,host", GPULINALG_NULL_WITHOUT="")
places = os.environ.get("GPULINALG_PLUGIN_PATH", "").split(":")
if not any(os.path.exists(place + "/libgpulinalg-null.so") for place in places):
    sys.exit(print("1..0 # SKIP the null backend is not built"))

import gpulinalg as gl  # noqa: E402
from tap import same  # noqa: E402

gl.set_device("null:0")
V, M = ([3.0, 1.0, 2.0, 2.0], [[4.0, 1.0], [1.0, 3.0]])


def check(name, function, *values):
    results = function(*(gl.asarray(v, device="host") for v in values))
    for result in results if isinstance(results, tuple) else (results,):
        same(((result == result).device, result.device), ("host", "host"), name)


check("gradient", gl.gradient, V)
check("gradient, a distance", lambda x: gl.gradient(x, 2.0), V)
check("gradient, edges of second order", lambda x: gl.gradient(x, 0.5, edge_order=2), V)
check("gradient, places", gl.gradient, V, [0.0, 1.0, 3.0, 4.0])
check("factorize", gl.factorize, V)
check("factorize, sorted", lambda x: gl.factorize(x, sort=True), V)
check("factorize, integers", lambda x: gl.factorize(x, sort=True), [3, 1, 1])
check("det", gl.det, M)
check("slogdet", gl.slogdet, M)
check("slogdet of a stack", gl.slogdet, [M, M])
check("eig", gl.eig, M)
check("cond", gl.cond, M)
check("lstsq", gl.lstsq, M, [1.0, 2.0])
check("unique_all", gl.unique_all, V)
check("histogram", gl.histogram, V)
check("quantile", gl.quantile, V, 0.5)
check("group_median", gl.group_median, V, [0, 1, 0, 1])
check("interp", gl.interp, V, [1.0, 2.0], [1.0, 4.0])
check("lfilter", gl.lfilter, [1.0, 0.5], [1.0, -0.5], V)
