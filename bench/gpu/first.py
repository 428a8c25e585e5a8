"""Run time of a script with 60 operations in a new process with an empty cache of compiled code, divided by the time with a
full cache: the one-time wait of a user. Programs compiled ahead by `make` are used, unless configured with --without-programs.
Also runs alone: first.py [DEVICE], for any device of gpulinalg."""
import os
import statistics
import subprocess
import sys
import tempfile
import time

N, LINES = 100, 10
MODULES = {"gpulinalg": "gpulinalg", "CuPy": "cupy"}
CACHES = {"gpulinalg": "GPULINALG_CACHE_DIR", "CuPy": "CUPY_CACHE_DIR"}
OTHER_NAMES = {"cumulative_sum": "cumsum", "permute_dims": "transpose", "unique_values": "unique"}
ELEMENTWISE = ("abs sqrt exp log sin cos tanh square sign floor negative isnan").split()
BINARY = "add subtract multiply divide maximum minimum less greater equal not_equal pow logical_and".split()
REDUCTIONS = "sum mean prod min max any all argmin argmax std var".split()
# Operations on a matrix a, positive numbers p and their one-dimensional form v; m is the module.
EXPRESSIONS = ("a + 1", "2*a - 1", "a/3", "a[::2]", "a[1:, :-1] + a[:-1, 1:]", "a.T + a", "a[a > 0.5]", "m.sum(a, axis=0)",
               "m.mean(a, axis=1)", "m.where(a > 0, a, -a)", "m.clip(a, 0, 1)", "a @ a", "v @ v", "a @ v",
               "m.linalg.solve(a + 10*m.eye(N), v)", "m.linalg.cholesky(a @ a.T + N*m.eye(N))", "m.sort(v)", "m.argsort(v)",
               "m.cumulative_sum(v)", "m.concat([v, v])", "m.unique_values(v)", "m.astype(a, m.float32)", "m.arange(N)",
               "m.flip(v)", "m.tril(a)")


def operations():
    """Return the 60 expressions."""
    texts = [f"m.{name}(a if '{name}' in 'sin cos tanh sign floor negative isnan abs square' else p)" for name in ELEMENTWISE]
    texts += [f"m.{name}(p, a)" for name in BINARY] + [f"m.{name}(a)" for name in REDUCTIONS] + list(EXPRESSIONS)
    assert len(texts) == 60, len(texts)
    return texts


def script(library):
    """Return a script that prints the seconds of its operations in the first run and in the second one, the steady state."""
    texts = [t.replace("m.astype(a, m.float32)", "a.astype('float32')") if library == "CuPy" else t for t in operations()]
    for ours, theirs in OTHER_NAMES.items() if library == "CuPy" else ():
        texts = [t.replace(f"m.{ours}(", f"m.{theirs}(") for t in texts]
    texts = [t.replace("m.concat(", "m.concatenate(") if library == "CuPy" else t for t in texts]
    wait = "m.cuda.runtime.deviceSynchronize()" if library == "CuPy" else "m.synchronize()"
    lines = [f"import time, {MODULES[library]} as m", f"N = {N}", "x = [[(7*i*i + 3*j) % 11/10 - 0.2 for j in range(N)]"
             " for i in range(N)]", "def once():", "    start = time.perf_counter()",
             "    a, p = m.asarray(x), m.asarray([[abs(e) + 0.5 for e in r] for r in x])", "    v = p[0]"]
    lines += [f"    {t}" for t in texts]
    return "\n".join(lines + [f"    {wait}", "    return time.perf_counter() - start", "print(once(), once())"])


def seconds(library, device, cache):
    """Return the seconds of the whole process, of the operations, and of the operations in the second run."""
    env = dict(os.environ, GPULINALG_DEVICE=device, POCL_CACHE_DIR=os.path.join(cache, "pocl"), CUDA_CACHE_PATH=cache)
    env[CACHES[library]] = os.path.join(cache, "code")
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", script(library)], env=env, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{library}: {done.stderr}")
    return time.perf_counter() - start, *map(float, done.stdout.split())


def first_and_later(library, device):
    """Return the seconds of the process with an empty cache, with a full cache, and of the operations in the steady state."""
    with tempfile.TemporaryDirectory() as cache:
        empty = seconds(library, device, cache)
        full = [seconds(library, device, cache) for _ in range(3)]
    return empty[0], statistics.median(f[0] for f in full), statistics.median(f[2] for f in full)


def measure():
    """Print the rows of the table. PyTorch is precompiled and left out."""
    import table
    times = [first_and_later(library, "cuda:0") for library in MODULES]
    table.line("60 operations, cache empty", "s", [t[0] for t in times] + [None], reached=times[0][0] - times[0][1], limit=1)
    table.line("60 operations, cache full", "s", [t[1] for t in times] + [None])


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
    print(f"{'60 operations':<16} {'empty cache':>12} {'full cache':>12} {'difference':>12} {'second time':>12}")
    for name, module in MODULES.items():
        if name == "CuPy" and (not target.startswith("cuda") or subprocess.run(
                [sys.executable, "-c", f"import {module}"], capture_output=True).returncode):
            continue
        empty, full, steady = first_and_later(name, target)
        print(f"{name:<16} {empty:>10.2f} s {full:>10.2f} s {empty - full:>10.2f} s {steady:>10.3f} s")
