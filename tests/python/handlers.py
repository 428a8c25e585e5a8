"""Signal handlers that compute during a computation of the script: both continue, on every device.
tags: fast slow"""
import os
import subprocess
import sys

from tap import ok, skip

SCRIPT = """
import contextlib, signal, sys, time
import gpulinalg as gl
gl.set_device(sys.argv[1])
a, calls = gl.ones((20, 20)) + gl.eye(20), []


def handler(number, frame):
    begun = time.monotonic()
    elsewhere = len(calls) % 2 and sys.argv[1] != "host"
    with gl.stream(gl.new_stream(sys.argv[1])) if elsewhere else contextlib.nullcontext():
        parts = gl.sum(gl.solve(a, a)).item(), gl.sum(gl.eigh(a)[0]).item(), gl.sum(gl.asarray([1.0] * 30000, copy=True)).item()
    calls.append(max(abs(x - y) for x, y in zip(parts, (20, 40, 30000))) < 1e-9)
    signal.setitimer(signal.ITIMER_REAL, max(0.02, time.monotonic() - begun))


handler(0, None)
signal.signal(signal.SIGALRM, handler)
size = int(sys.argv[2])
big, x = gl.ones((size, size)) + size * gl.eye(size), gl.ones((size * 4000,))
end, right = time.monotonic() + 2, []
while time.monotonic() < end or len(calls) < 4:
    right.append(gl.sum(gl.exp(x - 1)).item() == x.size and abs(gl.sum(gl.solve(big, big)).item() - size) < 1e-6
                 and gl.sum(gl.matmul(big, big)).item() == (size + size) ** 2 * size and len(x[:70000].tolist()) == 70000)
signal.setitimer(signal.ITIMER_REAL, 0)
print("right" if all(right) and all(calls) else "wrong", len(calls))
"""


def check(device, size):
    try:
        done = subprocess.run([sys.executable, "-c", SCRIPT, device, str(size)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=100, text=True)
        ok(done.stdout.startswith("right"), "on %s: %s%s" % (device, done.stdout.strip(), done.stderr[-300:]))
    except subprocess.TimeoutExpired:
        ok(False, "on %s: nothing goes on" % device)


def devices():
    script = "import gpulinalg as gl; print(*gl.devices())"
    return subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True).stdout.split()


if os.environ.get("TIER", "fast") != "slow":
    for name in devices():
        check(name, 300 if name == "host" else 1500)
if os.environ.get("TIER", "fast") != "fast":
    os.environ["OCL_ICD_VENDORS"] = os.environ.get("OPENCL_VENDORS", "/etc/OpenCL/vendors")
    found = [name for name in devices() if name.startswith("opencl:")]
    for name in found:
        check(name, 300)
    if not found:
        skip("OpenCL", "there is no such device")
