"""A second interpreter in the process cannot import the module; the first one is not affected."""
import os
import sys

import gpulinalg as gl
from tap import ok, same, skip

SCRIPT = """
import sys
sys.path[:0] = %r
try:
    import gpulinalg
    answer = "imported"
except ImportError as error:
    answer = str(error)
with open(%r, "w") as file:
    file.write(answer)
"""


def run(script):
    """Return True if this Python can run the script in another interpreter that shares its lock."""
    try:
        import _testcapi
        _testcapi.run_in_subinterp(script)
        return True
    except ImportError:
        pass
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        return False
    try:
        other = interpreters.create(isolated=False)
    except TypeError:
        other = interpreters.create()
    interpreters.run_string(other, script)
    interpreters.destroy(other)
    return True


path = "interpreters.%d.tmp" % os.getpid()
if run(SCRIPT % (sys.path, path)):
    with open(path) as file:
        answer = file.read()
    os.remove(path)
    ok("interpreter" in answer, "another interpreter is refused")
    print("# " + answer)
    same((gl.ones(3) + 1).tolist(), [2.0] * 3, "the first goes on")
    same(type(gl.ones(3)), gl.Array, "with its classes")
else:
    skip("another interpreter", "this Python cannot run one")
