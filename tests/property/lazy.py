# tags: fast slow
"""Random programs with lazy evaluation and without it (GPULINALG_LAZY): every array must have the same bits.

The programs keep some results and drop others, change operands after use, and access arrays through views, buffers and DLPack,
from handlers and threads. It runs for GPULINALG_CAMPAIGN_SECONDS (6), from the seed GPULINALG_CAMPAIGN_SEED."""
import hashlib
import os
import pickle
import random
import subprocess
import sys
import threading
import time

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20261"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "6"))
BINARY = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "atan2", "pow", "remainder", "floor_divide"]
UNARY = ["negative", "positive", "abs", "sqrt", "square", "exp", "log1p", "sin", "tanh", "floor", "sign", "conj", "real"]
SIZES = [1, 7, 1000, 33000, 70000]  # temporaries of 32768 elements or more are reused


class Program:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.n = rng.choice(SIZES)
        self.dtype = rng.choice(["float64", "float64", "float32", "complex64", "complex128"])
        self.seen = hashlib.sha256()
        self.held = []
        start = gl.linspace(-2.0, 3.0, self.n, device="host")
        self.variables = [gl.astype(start * k + k, self.dtype) for k in (1.0, -0.5, 1e-3, 7.25)]

    def any(self):
        return self.rng.choice(self.variables)

    def number(self):
        numbers = [0, 1, 2, -3, 0.5, -0.0, 1e-300, 1e30, float("inf"), 2 ** 40]
        return self.rng.choice(numbers + ([1j, 2.5 - 1j] if self.dtype.startswith("complex") else []))

    def look(self, x):
        self.seen.update(repr((x.shape, x.dtype, x.device)).encode() + gl.asarray(x, copy=True).tobytes())

    def expression(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return self.any()
        if rng.random() < 0.3:
            name = rng.choice(UNARY)
            x = self.expression(depth - 1)
            return -x if name == "negative" else abs(x) + self.any() if name == "abs" else self.call(name, x)
        x = self.expression(depth - 1)
        y = self.number() if rng.random() < 0.3 else self.expression(depth - 1)
        if rng.random() < 0.3:
            x, y = y, x
        kind = rng.randrange(6)
        return x + y if kind == 0 else x - y if kind == 1 else x * y if kind == 2 else x / y if kind == 3 \
            else x ** 2 if kind == 4 and isinstance(x, gl.Array) else self.call(rng.choice(BINARY), x, y)

    def call(self, name, *operands):
        try:
            return gl.astype(getattr(gl, name)(*operands), self.dtype) if name == "real" else getattr(gl, name)(*operands)
        except (gl.DTypeError, gl.ArgumentError) as e:
            self.seen.update(str(e).encode())
            return operands[0] if isinstance(operands[0], gl.Array) else operands[1]

    def chain(self):
        a, b, c = self.any(), self.any(), self.any()
        forms = [lambda: a * (1 - b) + a * b, lambda: ((a - b) * (a + b) / (1 + b * b) - 0.5) * c, lambda: -(a + b) * c,
                 lambda: (a + b) * (a + b), lambda: (a - 1) ** 2 / (b + 2) ** 2, lambda: gl.sqrt(a * a + b * b) - abs(a - b)]
        return self.rng.choice(forms)()

    def store(self, x):
        if x.dtype == self.dtype and x.shape == (self.n,):
            self.variables[self.rng.randrange(len(self.variables))] = x
        else:
            self.look(x)

    def change(self, x):
        kind = self.rng.randrange(7)
        if kind == 0:
            x += self.any()
        elif kind == 1:
            x *= 0.5
        elif kind == 2:
            x[self.rng.randrange(self.n)] = 1.5
        elif kind == 3:
            x[::2] = self.any()[::2] * 2
        elif kind == 4:
            gl.reshape(x, (self.n, 1))[:1] = -1
        elif kind == 5 and not self.dtype.startswith("complex"):
            with memoryview(x) as m:
                m[self.rng.randrange(self.n)] = 0.25
        else:
            gl.from_dlpack(x)[-1:] = 4

    def ask(self, x):
        kind = self.rng.randrange(12)
        self.look([lambda: x[:5], lambda: x[::-1], lambda: gl.sum(x), lambda: x == self.any(),
                   lambda: gl.concat([x, self.any()]), lambda: gl.where(x == x, x, self.any()),
                   lambda: gl.vecdot(x, self.any()), lambda: gl.copy(x), lambda: pickle.loads(pickle.dumps(x)),
                   lambda: gl.take(x, [0, -1]), lambda: gl.expand_dims(x) * x[:1],
                   lambda: gl.asarray(x.tolist()[:3])][kind]())
        self.seen.update(repr((len(x), x.size, float(abs(x[0])), str(x[:2]))).encode())

    def step(self):
        rng = self.rng
        kind = rng.randrange(11)
        if kind < 3:
            self.store(self.expression(rng.randint(1, 5)))
        elif kind < 5:
            self.store(self.chain())
        elif kind < 7:
            self.change(self.any())
        elif kind == 7:
            self.ask(self.any() if rng.random() < 0.5 else self.chain())
        elif kind == 8:
            self.held.append(self.chain())
        elif kind == 9:
            thread = threading.Thread(target=self.change, args=(self.any(),))
            thread.start()
            thread.join()
        else:
            self.variables = [x for x in self.variables if rng.random() < 0.8][:6] or [self.any()]
            self.variables += [self.any() + 0 for _ in range(4 - len(self.variables))]

    def run(self):
        for _ in range(self.rng.randint(3, 40)):
            self.step()
        for x in self.held + self.variables:
            self.look(x)
        return self.seen.hexdigest()


def child(seed, count):
    for k in range(count):
        try:
            print(seed + k, Program(seed + k).run(), flush=True)
        except gl.Error as e:
            print(seed + k, "%s: %s" % (type(e).__name__, e), flush=True)


def results(lazy, seed, count):
    env = dict(os.environ, GPULINALG_LAZY=lazy, GPULINALG_DEVICE="host")
    done = subprocess.run([sys.executable, __file__, "child", str(seed), str(count)], env=env, stdout=subprocess.PIPE)
    return done.returncode, done.stdout.decode().splitlines()


def main():
    end, seed, programs, wrong, refused = time.monotonic() + SECONDS, SEED * 1000, 0, [], 0
    while not programs or (time.monotonic() < end and not wrong):
        (code, lazy), (_, eager) = results("1", seed, 40), results("0", seed, 40)
        wrong += ["program %s: status %d" % (seed + len(lazy), code)] if code else []
        wrong += ["%s instead of %s" % pair for pair in zip(lazy, eager) if pair[0] != pair[1]]
        refused += sum(": " in line for line in eager)
        seed += 40
        programs += len(lazy)
    print("# seed %d, %d programs, %d of them ended by an error" % (SEED, programs, refused))
    print("%s 1 - %s" % ("not ok" if wrong else "ok", "results are the same as without lazy evaluation"))
    for line in wrong[:5]:
        print("# " + line)
    print("%s 2 - %s" % ("ok" if refused * 4 < programs else "not ok", "most programs come to their end"))
    print("1..2")


if sys.argv[1:2] == ["child"]:
    child(int(sys.argv[2]), int(sys.argv[3]))
else:
    main()
