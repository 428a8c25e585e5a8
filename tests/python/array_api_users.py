"""scikit-learn and SciPy with our arrays, as in examples/scikit_learn.py; skipped if they are missing or too old."""
import os
import subprocess
import sys

import gpulinalg  # noqa: F401
from tap import ok, skip

NEEDED = {"sklearn": (1, 9), "scipy": (1, 17)}
NAMES = ["StandardScaler, PCA", "Ridge", "LinearDiscriminantAnalysis", "GaussianMixture", "stats.pearsonr", "stats.ttest_1samp",
         "stats.jarque_bera"]


def missing():
    for name, needed in NEEDED.items():
        try:
            there = __import__(name).__version__
        except ImportError:
            return f"there is no {name}"
        if tuple(int(part) for part in there.split(".")[:2]) < needed:
            return f"{name} {there} is older than {'.'.join(map(str, needed))}"
    return None


why = missing()
if why:
    skip("estimators of scikit-learn take our arrays", why)
else:
    example = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "examples", "scikit_learn.py")
    run = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    if not ok(run.returncode == 0 and len(lines) == len(NAMES), "the example runs"):
        print("# " + run.stderr.replace("\n", "\n# "))
    for name in NAMES:
        line = next((line for line in lines if line.startswith(name + " ")), "")
        if not ok(line and float(line.split()[-1]) < 1e-11, f"{name} gives what it gives for NumPy's arrays"):
            print("# " + line)
        if not name.startswith("stats"):
            ok(" Array " in line, f"{name} gives our arrays")
