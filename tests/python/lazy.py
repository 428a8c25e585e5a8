"""Lazy evaluation on the host, in situations where a script could notice it: memory, operands that change, threads, fork,
signals."""
import os
import signal
import sys
import threading
import time

os.environ["GPULINALG_LAZY"] = "1M"
import gpulinalg as gl  # noqa: E402
from tap import ok, raises, same, skip  # noqa: E402

gl.set_device("host")
N = 1 << 18  # 2 MB
SLOW = 1 << 23
x = gl.arange(N, dtype="float64") % 1000.0 + 1.0


def used():
    """Return the number of arrays of N elements in memory."""
    return gl.memory_info()["used_bytes"] / (8.0 * N)


# ---- results are lazy, and what triggers evaluation --------------------------------------------------------------------
def waits(function):
    """Return True if the result keeps its operand, because it has not been evaluated."""
    operand = gl.copy(x)
    before = used()
    result = function(operand)
    del operand
    waited = used() > before + 0.5
    gl.synchronize("host")
    return waited and used() < before + 0.5 and result.size > 0


x = gl.copy(x)
gl.synchronize("host")
ok(waits(lambda a: a * 2), "a product waits until somebody asks for it")
ok(waits(lambda a: gl.exp(a)), "a function")
ok(waits(lambda a: 1 - a ** 2 / 3), "a chain")
ok(not waits(lambda a: a > 2), "what is of another type does not")
ok(not waits(lambda a: a * gl.ones((2, 1))), "nor what is broadcast")
ok(not waits(lambda a: gl.sum(a)), "nor sums")
small = gl.ones((1000,))
before = used()
y = small * 2
ok(used() - before < 0.01 and float(y[0]) == 2, "nor what is small")

for name, look in (("an index", lambda a: float(a[3])), ("a view", lambda a: a[2:]), ("a sum", gl.sum), ("text", str),
                   ("a list", lambda a: a.tolist()), ("a buffer", memoryview), ("bytes", lambda a: a.tobytes()),
                   ("DLPack", lambda a: a.__dlpack__()), ("a copy", gl.copy), ("in-place arithmetic", lambda a: a.__iadd__(1)),
                   ("synchronize", lambda a: gl.synchronize())):
    ok(waits(lambda a: a * 2) and (lambda a: (look(a), abs(float(a[5]) - 12 - (name[:3] == "in-")) < 1e-12)[1])(x * 2),
       "it is there for " + name)
y = x * 2
same((y.shape, y.dtype, y.device, y.ndim, y.size, len(y)), ((N,), gl.float64, "host", 1, N, N),
     "shape and type are known at once")

# ---- operands that change ------------------------------------------------------------------------------------------
for name, change in (("in place", lambda a: a.__imul__(0)), ("by an index", lambda a: a.__setitem__(slice(None), 0)),
                     ("through a view", lambda a: a[5:].__setitem__(0, 0)),
                     ("through a buffer", lambda a: memoryview(a).__setitem__(5, 0.0)),
                     ("by another library", lambda a: gl.from_dlpack(a).__setitem__(5, 0))):
    a = gl.copy(x)
    y = 1 - (a + 1) * a
    change(a)
    same(float(y[5]), -41.0, "the result is that of the moment: an operand changes " + name)
    z = a * 1
    change(a)
    a[5] = 7
    same(float(z[5]), 0.0, "and once more")
shared = memoryview(gl.copy(x))
a = gl.asarray(shared)
y = a + 1
shared[5] = 100.0
same(float(y[5]), 7.0, "memory that others can write to does not wait")

# ---- limits on lazy results --------------------------------------------------------------------------------------------
gl.synchronize("host")
before = used()
many = [gl.copy(x) * k + gl.copy(x) for k in range(30)]
ok(used() - before < 30 + 2 * 8 + 1, "a list of results keeps the operands of the last few alone")
same([float(a[1]) for a in many], [2.0 * k + 2 for k in range(30)], "and all are right")
del many
y = x
for k in range(100):
    y = y * 0.5 + 1
same(float(y[0]), 2.0 - 2.0 ** -99 * 0.5, "a chain of any length")
gl.synchronize("host")

# ---- threads: some evaluate results, others change their operands -------------------------------------------------------
wrong = []


def ask(results, places):
    for _ in range(3):
        wrong.extend(k for k, y in enumerate(results) if [float(y[i]) for i in places] != [2.0 * (i + 1) + k for i in places])


for _ in range(10):
    a = gl.arange(SLOW // 8, dtype="float64") + 1
    results = [a * 2 + k for k in range(6)]
    threads = [threading.Thread(target=ask, args=(results, (0, 9, SLOW // 8 - 1))) for _ in range(4)]
    threads.append(threading.Thread(target=a.__imul__, args=(0,)))
    for t in threads:
        t.start()
    for t in threads:
        t.join()
ok(not wrong, "threads that ask for the same results, while one changes their operand")

# ---- fork ----------------------------------------------------------------------------------------------------------
big = gl.linspace(0.0, 1.0, SLOW)


def long_chain():
    return gl.tanh(gl.sin(gl.exp(gl.tanh(gl.sin(gl.exp(big))))))


wanted = gl.copy(long_chain())
if hasattr(os, "fork"):
    y = long_chain()
    thread = threading.Thread(target=lambda: float(y[1]))
    thread.start()
    good = []
    for _ in range(3):
        time.sleep(0.05)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            os._exit(0 if gl.all(y == wanted).item() and float((x * 2)[1]) == 4 else 1)
        good.append(os.waitpid(child, 0)[1] == 0)
    thread.join()
    ok(all(good), "a child evaluates what waited, and what a thread was at")
    ok(gl.all(y == wanted).item(), "and so does its parent")

# ---- signals -------------------------------------------------------------------------------------------------------
if hasattr(signal, "setitimer"):
    def stop(number, frame):
        raise KeyboardInterrupt("stop")

    signal.signal(signal.SIGALRM, stop)
    y = long_chain()
    signal.setitimer(signal.ITIMER_REAL, 0.08)
    start = time.monotonic()
    try:
        float(y[1])
        signal.setitimer(signal.ITIMER_REAL, 0)
        print("# it was done in %.2f s" % (time.monotonic() - start))
        ok(time.monotonic() - start < 0.3, "an evaluation that is too fast to be interrupted")
    except KeyboardInterrupt:
        ok(time.monotonic() - start < 0.6, "Ctrl-C ends an evaluation")
    ok(gl.all(y == wanted).item(), "which goes on when its result is used again")

    found = []

    def compute(number, frame):
        found.append(float(y[SLOW - 1]) == float(wanted[SLOW - 1]))
        big[0] = 5.0  # an operand of the running evaluation
        found.append(float((x + 1)[1]) == 3)

    signal.signal(signal.SIGALRM, compute)
    for wait in (0.03, 0.06, 0.1, 0.2):
        big[0] = 0.0
        y = long_chain()
        signal.setitimer(signal.ITIMER_REAL, wait)
        first = float(y[0])
        signal.setitimer(signal.ITIMER_REAL, 0)
        found.append(first == float(wanted[0]) and gl.all(y == wanted).item())
    ok(all(found), "handlers use the array that is being evaluated, and change its operand")
else:
    skip("signals", "not on this system")

# ---- without memory ------------------------------------------------------------------------------------------------
if sys.platform.startswith("linux"):
    import resource
    y = x * 3
    gl.trim()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    size = int(open("/proc/self/statm").read().split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (size + (256 << 20), hard))
    huge = gl.broadcast_to(x[:1], (1 << 26,))
    raises(gl.OutOfMemoryError, lambda: gl.copy(huge) * 2, "memory is missed where it always was")
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    same(float(y[1]), 6.0, "and what waits is there")
