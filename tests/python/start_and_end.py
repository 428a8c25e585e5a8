"""A process imports the module, uses it and ends: no crash, and no warning with -W error -X dev."""
import subprocess
import sys

from tap import same

SCRIPTS = {
    "imported": "import gpulinalg",
    "one result": "import gpulinalg as g; print(type(g.solve([[2.0]], [1.0])).__name__)",
    "several results": "import gpulinalg as g; print(type(g.lu([[2.0]])).__name__, len(g.meshgrid([1], [2])))",
    "no result": "import gpulinalg as g; print(g.synchronize())",
    "objects left at the end": "import gpulinalg as g; g.set_device('host'); a = g.ones(3); s = g.sparse.eye(3); "
                               "t = a + 1; r = g.random.Generator(1)",
    "an error": "import gpulinalg as g\ntry: g.inv([[0.0]])\nexcept g.SingularError: print('SingularError')",
    "modules": "import gpulinalg, sys; print([name for name in sys.modules if 'swig' in name.lower()])",
}
PRINTED = {"one result": "Array\n", "several results": "LUResult 2\n", "no result": "None\n", "an error": "SingularError\n",
           "modules": "[]\n"}

for name, script in SCRIPTS.items():
    done = subprocess.run([sys.executable, "-W", "error", "-X", "dev", "-c", script], capture_output=True, text=True)
    same((done.returncode, done.stdout, done.stderr), (0, PRINTED.get(name, ""), ""), name)
