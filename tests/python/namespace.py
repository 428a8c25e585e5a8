"""The module's namespace: __all__, dir(), suggestions for missing names, and the type stubs."""
import ast
import builtins
import inspect
import os
import pydoc
import subprocess
import sys
import tempfile
import traceback

import gpulinalg as gla
from gpulinalg import _core
from tap import ok, same, skip

# ---- __all__ and dir
space = {}
exec("from gpulinalg import *", space)
same([n for n in space if hasattr(builtins, n) and not n.startswith("__")], [], "import * replaces nothing of Python's own")
same(sorted(n for n in space if n != "__builtins__"), sorted(gla.__all__), "import * gives what __all__ names")
plumbing = sorted(_core._plumbing)
ok(len(plumbing) > 20 and all(callable(getattr(gla, n)) for n in plumbing), "plumbing can be called")
same([n for n in plumbing if n in dir(gla) or n in gla.__all__], [], "plumbing is not shown")
shown = [n for n in dir(gla) if not n.startswith("_")]
same(sorted(set(shown) - set(gla.__all__)), sorted(n for n in shown if hasattr(builtins, n)),
     "dir shows what __all__ has, and what bears a name of Python's own")
ok({"solve", "linalg", "pi", "ShapeError", "Stream", "float32", "LstsqResult"} <= set(gla.__all__)
   and {"sum", "abs", "IndexError"} <= set(dir(gla)), "functions, classes, types and constants are there")
text = pydoc.plain(pydoc.render_doc(gla))
same([n for n in shown if n not in text and n not in _core._namespaces], [], "help(gpulinalg) shows every name")
same([n for n in plumbing if " %s " % n in text or "    %s(" % n in text], [], "and no plumbing")
rooms = [line.strip() for line in gla.__doc__.splitlines() if line.endswith(":") and not line.startswith(" ")]
ok(len(rooms) >= 11 and "Reading and writing parts of arrays:" in rooms, "help(gpulinalg) has the rooms")


# ---- a missing name
def missing(name, words, what, module=gla):
    try:
        getattr(module, name)
    except AttributeError as error:
        # Python 3.13 cannot show an error whose name is not ASCII.
        shown = "".join(traceback.format_exception_only(AttributeError, error)) if name.isascii() else str(error)
        return ok(words in str(error) and shown.count("id you mean") == words.count("id you mean"), what)
    return ok(False, what)


missing("slove", "has no attribute 'slove'; did you mean 'solve'?", "a slip of the fingers")
missing("Aray", "did you mean 'Array'?", "of a class too")
missing("concatenate", "did you mean 'concat'?", "a name of NumPy's")
missing("cumsum", "did you mean 'cumulative_sum'?", "and one that is spelt otherwise here")
missing("\udc80", "has no attribute '\\udc80'", "no text at all")
missing("slove", "'gpulinalg.linalg' has no attribute 'slove'; did you mean 'solve'?", "in gpulinalg.linalg too", gla.linalg)
missing("zzzzzzzz", "has no attribute 'zzzzzzzz'", "nothing is near to everything")
ok(not hasattr(gla, "__path_of_nothing__") and getattr(gla, "cumsum", 1) == 1, "hasattr and getattr with a default")
if sys.version_info >= (3, 10):
    try:
        gla.zeros(2).shpae
    except AttributeError:
        printed = subprocess.run([sys.executable, "-c", "import gpulinalg as gla; gla.zeros(2).shpae"], stderr=subprocess.PIPE)
        ok(b"'shape'" in printed.stderr, "Python itself names the nearest attribute of an array")
else:
    skip("Python itself names the nearest attribute of an array", "Python 3.10 and later do")

# ---- everything has a docstring and a signature
without, unsigned = [], []
for name in shown:
    value = getattr(gla, name)
    own = isinstance(value, type) and not issubclass(value, (str, tuple, Exception))
    for what, x in [(name, value)] + [("%s.%s" % (name, n), getattr(value, n)) for n in dir(value) if own and n[0] != "_"
                                       and hasattr(value, n)]:
        if not callable(x) and what == name or isinstance(x, str):
            continue
        doc = inspect.getdoc(x) if inspect.ismemberdescriptor(x) else x.__doc__
        if not (doc or "").strip():
            without.append(what)
        if inspect.isroutine(x):
            try:
                inspect.signature(x)
            except ValueError:
                unsigned.append(what)
same(without, [], "every function, class, method and property has a docstring")
same(unsigned, [], "every function and method has a signature")

# ---- the type stubs describe the module
where = os.path.dirname(gla.__file__)
ok(os.path.exists(os.path.join(where, "py.typed")), "py.typed is there")
with open(os.path.join(where, "__init__.pyi"), encoding="utf-8") as file:
    stub = ast.parse(file.read())
declared = {node.name: node for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
declared.update((node.target.id, node) for node in stub.body if isinstance(node, ast.AnnAssign))
listed = [node.value for node in stub.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
same(sorted(item.value for item in listed[0].elts), sorted(gla.__all__), "the stub's __all__")
same([n for n in shown if n not in declared and n not in _core._namespaces], [], "every name has a declaration")
same([n for n in declared if not n.startswith("_") and not hasattr(gla, n)], [], "and every declaration a name")


def arguments(node):
    """Return names and defaults of a declaration, as inspect writes them."""
    a = node.args
    names = [x.arg for x in a.posonlyargs + a.args]
    defaults = [None] * (len(names) - len(a.defaults)) + a.defaults
    pairs = list(zip(names, defaults)) + [("*" + x.arg, None) for x in (a.vararg,) if x]
    pairs += list(zip((x.arg for x in a.kwonlyargs), a.kw_defaults)) + [("**" + x.arg, None) for x in (a.kwarg,) if x]
    return [n if d is None else "%s=%r" % (n, ast.literal_eval(d)) for n, d in pairs]


def offered(function):
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(p.kind, "") + (p.name if p.default is p.empty else "%s=%r" % (p.name, p.default))
            for p in inspect.signature(function).parameters.values()]


functions = [n for n, node in declared.items() if isinstance(node, ast.FunctionDef)]
same([n for n in functions if arguments(declared[n]) != offered(getattr(gla, n))], [],
     "%d functions have the arguments and defaults that the stub says" % len(functions))
for name in "Array", "Stream", "Event", "Module", "Kernel", "Elementwise", "Reduction", "Scan", "Search", "stream", \
        "DType":
    kind = getattr(gla, name)
    members = {x.name: x for x in declared[name].body if isinstance(x, ast.FunctionDef)}
    public = [n for n in dir(kind) if not n.startswith("_") and n not in dir(str) and hasattr(kind, n)]
    same(sorted(n for n in members if not n.startswith("_")), sorted(public), "class %s has the stub's attributes" % name)
    wrong = [n for n, node in members.items() if not node.decorator_list and callable(getattr(kind, n))
             and not n.startswith("__") and arguments(node) != offered(getattr(kind, n))]
    same(wrong, [], "its methods have the stub's arguments")

with open(os.path.join(where, "linalg.pyi"), encoding="utf-8") as file:
    stub = ast.parse(file.read())
same([name.name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names], sorted(gla.linalg.__all__),
     "gpulinalg.linalg has the functions of its room")

for space in _core._namespaces:
    module = getattr(gla, space)
    with open(os.path.join(where, space + ".pyi"), encoding="utf-8") as file:
        stub = ast.parse(file.read())
    listed = [node.value for node in stub.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
    same(sorted(item.value for item in listed[0].elts), sorted(module.__all__), "the stub of %s has its __all__" % space)
    declared = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    declared |= {name.name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names}
    same([n for n in module.__all__ if n not in declared or not hasattr(module, n)], [], "and declares each, which is there")
    same([n.name for n in stub.body if isinstance(n, ast.FunctionDef) and arguments(n) != offered(getattr(module, n.name))], [],
         "with its arguments and defaults")
    for kind in (node for node in stub.body if isinstance(node, ast.ClassDef) and not node.bases):
        members = {n.name: n for n in kind.body if isinstance(n, ast.FunctionDef)}
        here = getattr(module, kind.name)
        shown_here = [n for n in dir(here) if not n.startswith("_") and hasattr(here, n)]
        same(sorted(n for n in members if not n.startswith("_")), sorted(set(shown_here) - set(dir(gla._native._Handle))),
             "class %s.%s has the stub's attributes" % (space, kind.name))
same([n for n in ("cg", "eigsh", "factor", "kron", "norm", "solve", "svds") if n not in dir(gla.sparse)], [],
     "what takes a Sparse is a function of its namespace too")

# ---- and so does the reference
page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "classes.md")
with open(page, encoding="utf-8") as file:
    text = file.read()
absent = [n for n in dir(gla.zeros(1)) if not n.startswith("_") and "`%s`" % n not in text and ".%s" % n not in text]
same(absent, [], "docs/classes.md names every attribute of Array")
classes = [n for n in shown if isinstance(getattr(gla, n), type) and issubclass(getattr(gla, n), gla._native._Handle)
           and n != "Array"]
with open(os.path.join(os.path.dirname(page), "reference", "classes.md"), encoding="utf-8") as file:
    text = file.read()
same([n for n in classes if "### Class %s\n" % n not in text], [], "docs/reference has the other %d classes" % len(classes))

# ---- a type checker accepts a correct script and refuses a wrong one
script = """import gpulinalg as gla
from gpulinalg import linalg
a = gla.asarray([[2.0, 1.0], [1.0, 3.0]], dtype="float32")
x: gla.Array = linalg.solve(a, [3.0, 5.0], trans=1)
n: int = a.shape[0]
fit = gla.lstsq(a, x)
rank: gla.Array = fit.rank
y = 2 * a[:, 0] + a.sum(axis=0) - x
k = gla.Kernel("text", "f").launch([a, 3], 1, 64, timing=True).elapsed_time
total: float = float(gla.sum(x * y)) + gla.pi
try:
    gla.inv(a, 3)  # line 12
except (gla.SingularError, gla.IndexError):
    gla.set_device(5)  # line 14
gla.slove(a)  # line 15
"""
checker = subprocess.run([sys.executable, "-m", "mypy", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
if checker.returncode:
    skip("mypy accepts what is right and refuses what is wrong", "mypy is not installed")
else:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "script.py")
        with open(path, "w") as file:
            file.write(script)
        said = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, path], cwd=folder,
                              env={**os.environ, "MYPYPATH": os.path.dirname(where)}, stdout=subprocess.PIPE).stdout.decode()
    lines = [line.split(":")[1] for line in said.splitlines() if ": error:" in line]
    if not ok(lines == ["12", "14", "15"], "mypy accepts what is right and refuses what is wrong"):
        print("# " + said.replace("\n", "\n# "))
