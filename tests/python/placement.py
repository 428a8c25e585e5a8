"""Decisions of the device "auto": nothing of the accelerator is loaded before it pays, decisions repeat, and sizes that go up
and down do not make data bounce.

The emulated device is the accelerator. A file of rates makes it fast, and its start cheap."""
import os
import re
import subprocess
import sys
import tempfile

SMALL = """
a = asarray([[2.0, 1.0], [1.0, 3.0]])
b = solve(a, [1.0, 2.0])
c = matmul(a, a)
d = sum(exp(ones([200])))
"""
LOOP = """
a = ones([120, 120])
b = matmul(a, a)
b = matmul(a, a)
b = matmul(a, a)
b = matmul(a, a)
b = matmul(a, a)
b = matmul(a, a)
c = solve(add(a, eye(120)), ones([120]))
d = normal(30000)
"""


def python(text):
    return "import gpulinalg as g\nfrom gpulinalg import *\nnormal = lambda n: g.random.Generator(1).normal(shape=n)\n" + text


def perl(text):
    words = re.sub(r"\b([a-d])\b", r"$\1", text)
    words = re.sub(r"\b(asarray|solve|matmul|sum|exp|ones|add|eye)\(", r"GPULinalg::\1(", words)
    words = re.sub(r"normal\((\d+)\)", r"GPULinalg::Random::Generator->new(1)->normal(shape => \1)", words)
    return "use GPULinalg;\n" + re.sub(r"^(.+)$", r"\1;", words, flags=re.M)


def environment(folder, **more):
    return {**os.environ, "GPULINALG_BACKENDS": "emulated,host", "GPULINALG_DEVICE": "auto", "GPULINALG_EMULATED_FLAGS": "-O0",
            "GPULINALG_CACHE_DIR": folder, "GPULINALG_PLACEMENT": "log,emulated:0", **more}


def run(command, folder, **more):
    done = subprocess.run(command, capture_output=True, text=True, env=environment(folder, **more))
    if done.returncode:
        print("# " + done.stderr.replace("\n", "\n# "))
    return done.stderr, done.stdout


def ok(good, name):
    global tests
    tests += 1
    print("%sok %d - %s" % ("" if good else "not ", tests, name))


tests = 0
folder = tempfile.mkdtemp()
# The rates of the processor, as measured in a moment, with an accelerator ten times as fast that starts in a millisecond
maps = "\nprint('emulated' in open('/proc/self/maps').read())"
run([sys.executable, "-c", "import gpulinalg as g; g.calibrate('host', seconds=0.2)"], folder)
path = [os.path.join(folder, name) for name in os.listdir(folder) if name.startswith("rates-")]
ok(len(path) == 1, "a file of rates")
head = open(path[0]).read().splitlines()[:4]
kinds = "bytes product factor qr spectrum sort fft random gather".split()
points = dict(zip(kinds, (16000, 2000, 870, 4000, 9000, 1000, 1e5, 1000, 8000)))
lines = ["%s %s %g %g" % (where, kind, points[kind], rate)
         for where, rate in (("host", 1e-3), ("device", 1e-4)) for kind in kinds]
lines += ["copies 800 1e-4", "start 1e-2"] + ["first %s 1e-6" % kind for kind in kinds]
with open(path[0], "w") as f:
    f.write("\n".join(head + lines + ["end %d" % len(lines)]) + "\n")
info, out = run([sys.executable, "-c", "import gpulinalg as g; print('hash' in g.info())"], folder)
ok(out == "True\n", "is used")

log, out = run([sys.executable, "-c", python(SMALL.replace("120", "2") + maps)], tempfile.mkdtemp())
ok(out == "False\n", "small work does not load the accelerator's backend")
ok("emulated:0 " not in log and "libcuda" not in log, "and no call goes there")

log, out = run([sys.executable, "-c", python(LOOP + maps)], folder)
ok(out == "True\n" and re.search(r": emulated:0$", log, re.M), "work that pays for the start loads it")
again, out = run([sys.executable, "-c", python(LOOP)], folder)
ok(log == again, "a second process decides in the same way")
twin, out = run(["perl", "-e", perl(LOOP)], folder)
ok(log == twin, "and so does Perl")
if log != twin:
    print("# %s\n# %s" % (log.replace("\n", "\n# "), twin.replace("\n", "\n# ")))

saw = "\nx = ones([200000])\nfor i in range(40):\n    x = x * 1.01 + 1\n    y = sum(x[:9] * 2)\n    x[0] = 1.0\n"
log, out = run([sys.executable, "-c", python(saw)], folder)
choices = re.findall(r": (host|emulated:0)(?:;|$)", log, re.M)
moves = len([1 for before, after in zip(choices, choices[1:]) if before != after])
ok("emulated:0" in choices and moves <= 4,
   "large and small work in turns does not bounce: %d changes in %d calls" % (moves, len(choices)))
print("1..%d" % tests)
