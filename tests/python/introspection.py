"""Output of help and inspect; None as an argument never crashes; the import stays small."""
import inspect
import subprocess
import sys
import types

import gpulinalg as gl
from gpulinalg import _core
from tap import ok, same

same(str(inspect.signature(gl.solve)), "(a, b, trans=0, transpose=Ellipsis)", "signature of solve")
same(str(inspect.signature(gl.zeros)), "(shape, dtype=None, device=None)", "signature of zeros")
same(str(inspect.signature(gl.linspace)), "(start, stop, num, dtype=None, device=None, endpoint=True)",
     "signature of linspace")
functions = {n: f for n, f in vars(_core).items()
             if isinstance(f, types.FunctionType) and f.__module__ == _core.__name__ and not n.startswith("_")}
ok(len(functions) > 100 and all(getattr(gl, n).__doc__ == f.__doc__ for n, f in functions.items()),
   "%d functions" % len(functions))
same([n for n, f in functions.items() if inspect.signature(f).parameters and "Parameters\n" not in (f.__doc__ or "")], [],
     "each has a docstring with its parameters")
same([n for n, f in functions.items() if "**" in str(inspect.signature(f))], [], "each names its options")
ok("Solve the linear system" in gl.solve.__doc__, "help(solve)")
ok("Tuple of the dimensions" in gl.Array.shape.__doc__ and gl.Array.__doc__, "help(Array)")
public = [n for n in dir(gl) if not n.startswith("_")]
same([n for n in public if isinstance(getattr(gl, n), types.ModuleType)], list(_core._namespaces),
     "its namespaces are the only modules in it")
same([n for n in dir(gl.linalg) if not n.startswith("_") and getattr(gl, n) is not getattr(gl.linalg, n)], [],
     "linalg holds the same functions")

# ---- None in each argument in turn: an error or a result, never a crash
for name, function in functions.items():
    if name in ("set_device", "synchronize"):
        continue
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    for place in range(len(needed)):
        arguments = [[[2.0, 1.0], [1.0, 3.0]] for _ in needed]
        arguments[place] = None
        try:
            function(*arguments)
        except gl.Error:
            pass
        except Exception as error:
            ok(False, "%s with None for %s: %r" % (name, needed[place].name, error))
ok(True, "None in every place")

# ---- several results
for name, fields in ("qr", "Q R"), ("svd", "U S Vh"), ("slogdet", "sign logabsdet"), ("lstsq", "x residuals rank s"):
    kind = [c for n, c in vars(gl).items() if n.lower() == name + "result"][0]
    same(kind._fields, tuple(fields.split()), "%s has the fields %s" % (kind.__name__, fields))

# ---- the import
heavy = ("numpy", "inspect", "typing", "re", "importlib.metadata", "asyncio", "pickle", "ctypes")
code = "import sys; before = set(sys.modules); import gpulinalg; print(' '.join(set(sys.modules) - before))"
loaded = subprocess.run([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, check=True).stdout.decode().split()
same([m for m in heavy if m in loaded], [], "the import loads nothing heavy")
