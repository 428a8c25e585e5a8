"""One object used by several threads, or by a signal handler that interrupts an operation on it, without deadlocks."""
import os
import subprocess
import sys

from tap import ok

THREADS = """
import threading
import gpulinalg as gl
gl.set_device(sys.argv[1])
n, sums = 20000, []
x, diagonal = gl.ones((n,)), gl.ones((n,)) * 2


def multiply(matrix):
    start.wait()
    sums.append((gl.sum(matrix @ x).item(), gl.sum(x @ matrix).item()))


for i in range(6):
    matrix, start = gl.sparse.diags([diagonal, -x[1:]], [0, 1]), threading.Barrier(4)
    threads = [threading.Thread(target=multiply, args=(matrix,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("right" if sums == [(n + 1.0, n + 1.0)] * 24 else "wrong", sums[:3])
"""

HANDLERS = """
import signal
import gpulinalg as gl
gl.set_device("host")
calls, said = [], set()


def transposed():
    n = 1000000
    matrix, x = gl.sparse.eye(n), gl.ones((n,))
    yield lambda: gl.sum(x @ matrix).item()
    yield gl.sum(x @ matrix).item() == n and (not calls or set(calls) == {n})


def children():
    generator = gl.random.Generator(3)
    expected = generator.copy().spawn(1)[0].uniform(shape=(3,)).tolist()
    yield lambda: len(generator.spawn(2))
    made = generator.spawn(200000)
    first = made[0].uniform(shape=(3,)).tolist()
    others = {tuple(child.uniform(shape=(2,)).tolist()) for child in made[:1000] + generator.spawn(1000)}
    yield first == expected and len(others) == 2000 and set(calls) <= {2}


def grid():
    n = 200
    ones = gl.ones((n - 1,))
    second = gl.sparse.diags([-ones, 2.001 * gl.ones((n,)), -ones], [-1, 0, 1])
    return n * n, gl.sparse.kronsum(second, second)


def iteration():
    n, matrix = grid()
    solution = gl.sparse.Iteration.cg(gl.ones((n,)), rtol=1e-8)
    yield lambda: solution.history.shape
    solution.run(matrix)
    yield gl.max(gl.abs(matrix @ solution.x - 1)).item() < 1e-5 and (not said or "interrupted" in "".join(said))


def eigenvalues():
    n, matrix = grid()
    search = gl.sparse.Eigensolver.hermitian(n, 4, which="LM")
    yield lambda: search.products.item()
    search.run(matrix)
    yield search.values.shape == (4,) and (not said or "interrupted" in "".join(said))


def handler(number, frame):
    try:
        calls.append(use())
    except gl.ArgumentError as error:
        said.add(str(error))


signal.signal(signal.SIGALRM, handler)
right = True
for attempt in range(40):  # the signal may come before the long work, or behind it
    test = globals()[sys.argv[1]]()
    use = next(test)
    signal.setitimer(signal.ITIMER_REAL, 0.001 * 2 ** (attempt % 6))
    right = right and next(test)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if calls or said:
        break
print("right" if right else "wrong", calls[:3], said, "" if calls or said else "(no signal came in time)")
"""


def check(script, argument, what):
    try:
        done = subprocess.run([sys.executable, "-c", "import sys\n" + script, argument], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, text=True)
        ok(done.stdout.startswith("right"), "%s: %s%s" % (what, done.stdout.strip()[:200], done.stderr[-300:]))
    except subprocess.TimeoutExpired:
        ok(False, "%s: nothing goes on" % what)


for name in "transposed", "children", "iteration", "eigenvalues":
    check(HANDLERS, name, "a handler uses what it interrupts: " + name)
check(THREADS, "host", "threads multiply by one sparse matrix on the host")
os.environ.update(GPULINALG_BACKENDS="emulated,host", GPULINALG_EMULATED_FLAGS="-O0")
check(THREADS, "emulated:0", "threads multiply by one sparse matrix on the emulated device")
