"""Custom device code: launches, a fused formula compared with separate operations, OpenCL on the same GPU, the second start."""
import os
import statistics
import subprocess
import sys
import tempfile
import time

import cupy
import numpy

import gpulinalg as gla
import table

CALLS, SECONDS, ROUNDS = 400, 0.6, 101
BYTES = 2 ** 30
PORTABLE = """
KERNEL saxpy(float64 a, const GLOBAL float64 *x, GLOBAL float64 *y, int64 n)
{
    int64 i = GLOBAL_ID;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
"""
CUDA = r"""
extern "C" __global__ void saxpy(double a, const double *x, double *y, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
"""
# A process that compiles an elementwise function, a reduction, a formula and a kernel.
START = """
import sys, gpulinalg as g
g.set_device(sys.argv[1])
x = g.arange(1000.0)
assert abs((g.exp(-x) + x).sum().item() - 499501.58197670687) < 1e-6
assert g.elementwise("x", "", "x*x + 1")(x)[3].item() == 10
k = g.Kernel("KERNEL twice(GLOBAL float64 *x) { x[GLOBAL_ID] *= 2; }", "twice")
k([x], 10, 100)
assert x[999].item() == 1998
"""


def launches():
    x, y = gla.ones((64,)), gla.ones((64,))
    cx, cy = cupy.ones(64), cupy.ones(64)
    ours, theirs = gla.Kernel(PORTABLE, "saxpy"), cupy.RawKernel(CUDA, "saxpy")
    times = table.medians((lambda: ours([0.5, x, y, 64], 1, 64), lambda: theirs((1,), (64,), (0.5, cx, cy, 64)), None),
                          seconds=SECONDS, calls=CALLS, most=ROUNDS)
    here = [t and 1e6 * t for t in times]
    table.line("launch of a kernel, Python; RawKernel", "us", here, here[0] / here[1], 1)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launch.pl")
    done = subprocess.run([os.environ["PERL"], program, *map(str, (CALLS, SECONDS, ROUNDS))], input=PORTABLE, text=True,
                          stdout=subprocess.PIPE)
    perl = float(done.stdout)
    table.line("launch of a kernel, Perl", "us", [perl] + here[1:], perl / here[1], 1)


def fused():
    """The logit probability as five operations, or as one formula."""
    x = numpy.random.default_rng(7).standard_normal(BYTES // 16)
    (g,), (c,), (t,) = table.everywhere(x)
    logit = gla.elementwise("float64 x, float64 a, float64 b", "", "1/(1 + exp(a - b*x))")
    theirs = cupy.ElementwiseKernel("float64 x, float64 a, float64 b", "float64 p", "p = 1/(1 + exp(a - b*x))", "logit")
    same = abs(cupy.asarray(logit(g, 0.3, 1.2)) - theirs(c, 0.3, 1.2)).max().item()
    if not same < 1e-15:
        raise RuntimeError(f"the two differ by {same}")
    separately = table.medians((lambda: logit(g, 0.3, 1.2), lambda: 1/(1 + cupy.exp(0.3 - 1.2*c)),
                                lambda: 1/(1 + (0.3 - 1.2*t).exp())), calls=10)
    table.line("logit, a formula; five operations", "ms", [1e3 * s for s in separately], separately[1] / separately[0], 4, True)
    together = table.medians((lambda: logit(g, 0.3, 1.2), lambda: theirs(c, 0.3, 1.2), None), calls=10)
    table.line("logit, a formula; ElementwiseKernel", "ms", [s and 1e3 * s for s in together], together[0] / together[1])


def opencl_device():
    """Return the OpenCL device of the same GPU, or None."""
    name = gla.device_info("cuda:0")["description"]
    for device in gla.devices():
        if device.startswith("opencl") and name in gla.device_info(device)["description"]:
            return device
    return None


def by_opencl(device):
    """Measure elementwise operations, in per cent of the copy bandwidth."""
    def seconds(function, calls=10, rounds=9):
        times = []
        for turn in range(rounds + 1):
            gla.synchronize(device)
            start = time.perf_counter()
            for _ in range(calls):
                function()
            gla.synchronize(device)
            times.append((time.perf_counter() - start) / calls)
        return statistics.median(times[1:])

    a, b = (gla.full((BYTES // 8,), v, device=device) for v in (0.5, 2.0))
    bandwidth = 2 * BYTES / seconds(lambda: gla.asarray(a, copy=True))
    print(f"# a copy by OpenCL moves {bandwidth / 1e12:.2f} TB/s; `reached` in what follows is per cent of that")
    logit = gla.elementwise("float64 x, float64 a, float64 b", "", "1/(1 + exp(a - b*x))")
    for name, moved, function in (("a + b", 3, lambda: a + b), ("a * 2", 2, lambda: a * 2.0), ("exp(a)", 2, lambda: gla.exp(a)),
                                  ("logit, a formula", 2, lambda: logit(a, 0.3, 1.2))):
        s = seconds(function)
        table.line(f"{name}, 1 GiB, OpenCL", "ms", [1e3 * s, None, None], 100 * moved * BYTES / s / bandwidth, 90, True)


def second_start(device):
    """The second process finds everything in the caches: it adds nothing, and is faster."""
    def files(folder):
        return sum(len(names) for _, _, names in os.walk(folder))

    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "CUDA_CACHE_PATH": os.path.join(folder, "driver")}
        environment.pop("GPULINALG_CACHE_DIR", None)
        taken, counts = [], []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", START, device], env=environment, check=True)
            taken.append(time.perf_counter() - start)
            counts.append(files(os.path.join(folder, "gpulinalg")))
    print(f"# {device}: a first process compiles {counts[0]} programs in {taken[0]:.2f} s")
    table.line(f"programs that a second process compiles, {device}", "", [float(counts[1] - counts[0]), None, None], limit=0)
    table.line(f"second process, {device}", "s", [taken[1], None, None])


def measure():
    launches()
    fused()
    other = opencl_device()
    if other:
        by_opencl(other)
    for device in filter(None, ("cuda:0", other)):
        second_start(device)
