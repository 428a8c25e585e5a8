"""tags: slow

Invalid arguments for every public function and operator: an exception of the right family, never a crash. TAP.

Each part runs in a separate process, so that a crash is one failed test; on GPULINALG_CAMPAIGN_DEVICE (host: a GPU takes a
second to start, and there are hundreds of parts)."""
import ctypes
import gc
import inspect
import os
import random
import resource
import sys
import tempfile
import time
import traceback

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED") or os.environ.get("GPULINALG_TEST_SEED", "4711"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "6"))  # run time of attacks by objects that change things
gl.set_device(os.environ.get("GPULINALG_CAMPAIGN_DEVICE", "host"))
ROUNDS = int(os.environ.get("GPULINALG_TEST_ROUNDS", "12")) * 4


class Boom(Exception):
    """An exception of the test's own objects: the library must pass it on."""


class Liar(list):
    """A list that reports a wrong length, and changes while it is read."""

    def __len__(self):
        return 7

    def __iter__(self):
        self.append(1.0)
        return super().__iter__()


class Angry:
    """Raises an exception in every method."""

    def __float__(self):
        raise Boom

    __index__ = __len__ = __iter__ = __bool__ = __str__ = __complex__ = __float__

    def __getitem__(self, key):
        raise Boom


class Shrinking:
    """Empties its list when it is read as a number."""

    def __init__(self):
        self.home = [1.0, self, 2.0, 3.0]

    def __float__(self):
        self.home.clear()
        return 1.0

    __index__ = None


MEMORY = ctypes.create_string_buffer(64)  # a pointer cannot be checked: those below are valid, all others are not
INTERFACES = [
    {}, 5, None, {"shape": (1 << 62, 4)}, {"shape": (-1,)}, {"shape": "x"}, {"shape": (1.5,)}, {"shape": (1,) * 17},
    {"shape": (Boom(),)}, {"typestr": "<q99"}, {"typestr": ""}, {"typestr": 7}, {"typestr": "|O8"}, {"typestr": ">f8"},
    {"data": None}, {"data": ("a", False)}, {"data": (0, False)}, {"data": (1 << 70, False)}, {"data": ()}, {"version": 99},
    {"strides": (1,)}, {"strides": (3, 3)}, {"strides": "ab"}, {"strides": (1 << 70,)}, {"strides": None}, {"descr": 5},
]


class BadInterface:
    """Describes memory in an invalid form."""
    __array_struct__ = 5

    def __init__(self, interface):
        if isinstance(interface, dict) and interface:
            interface = {"shape": (2,), "typestr": "<f8", "data": (ctypes.addressof(MEMORY), False), "version": 3, **interface}
        self.__array_interface__ = interface

    def __dlpack__(self, *args, **kwargs):
        return None


def recursive():
    x = []
    x.append([x, x])
    return x


def deep(n):
    x = 1.0
    for _ in range(n):
        x = [x]
    return x


def nonsense():
    """Return new values each time, because calls change some of them."""
    a = gl.asarray([[1.0, 2.0], [3.0, 4.0]])
    return [
        None, True, False, 0, 1, -1, 2, 17, 1 << 48, 1 << 62, -(1 << 63), 1 << 63, 1 << 64, -(1 << 200), 0.0, -0.5, 1e308,
        float("nan"), float("inf"), 1 + 2j, complex("nan+infj"), "", "x", "float64", "host", "no\0body", "1:2,::-1", "...",
        "\udc80", "é" * 3000, "9" * 400, "0:99999999999999999999999", b"bytes", bytearray(b"12345678"), memoryview(b"abc"),
        [], [[]], [[], [1]], [[1, 2], [3]], [1, [2]], [[1], 2], ["x"], [None], [1, "2"], [[float("nan")]], [1 << 63, -1],
        [1 << 64], (), (1, 2), (1, 2, 3), [-1], [2, 3], [1] * 17, [1 << 48, 1 << 48], [-1, -1], [0, 1 << 62, 4],
        deep(16), deep(17), deep(5000), recursive(), Liar([1, 2]), Angry(), [Angry()], Shrinking().home,
        *map(BadInterface, INTERFACES),
        {}, {1: 2}, {1, 2}, range(3), iter([1, 2]), (i for i in range(3)), object(), type, len, gl, gl.Array, Ellipsis,
        slice(None), slice(1, "x"), slice(None, None, 0), slice(1 << 70, -(1 << 70), -3), NotImplemented, Boom(),
        ctypes.c_double(1.0), (ctypes.c_double * 3)(1, 2, 3), (ctypes.c_char * 3)(),
        a, a[0], a[::-1, ::-1], a[0:0], a[0, 0], gl.zeros([0, 3]), gl.ones([2, 1, 2]), gl.asarray([[True, False]]),
        gl.asarray([1, 0]), gl.asarray([5, -7]), gl.asarray(1 + 1j), gl.asarray([float("nan"), 1.0]), gl.ones([1] * 16),
        gl.broadcast_to(a, [2, 2, 2]), gl.zeros([3, 3], dtype="complex64"), gl.zeros([2, 2], dtype="uint8"),
        memoryview(a)[0:1], [a, a], [a, a[0]], [gl.asarray([0, 1]), None], gl.Array.__new__,
    ]


ALLOWED = (TypeError, ValueError, OverflowError, MemoryError, IndexError, ArithmeticError, NotImplementedError, RecursionError,
           Boom, RuntimeError, AttributeError, BufferError, KeyError, StopIteration)
FORBIDDEN = (SystemError, getattr(gl, "InternalError", SystemError))


def attempt(what, call):
    try:
        call()
    except FORBIDDEN as error:
        return f"{what}: {type(error).__name__}: {error}"
    except ALLOWED:
        pass
    return None


def describe(values):
    texts = []
    for v in values:
        try:
            texts.append(repr(v)[:60])
        except BaseException:
            texts.append(f"<{type(v).__name__}>")
    return ", ".join(texts)


def attack_function(name, rng):
    function = getattr(gl, name)
    names = [p.name for p in inspect.signature(function).parameters.values()]
    good = gl.asarray([[2.0, 1.0], [1.0, 3.0]])
    for i in range(ROUNDS):
        if i % 8 == 0:
            pool = nonsense()
        args = [rng.choice(pool) if rng.random() < 0.7 else good for _ in range(rng.randint(0, len(names) + 1))]
        options = {n: rng.choice(pool) for n in names[len(args):] if rng.random() < 0.3}
        sys.stderr.write(f"# {name}({describe(args)}, **{list(options)}: {describe(options.values())})\n")
        problem = attempt(f"{name}({describe(args)}, **{list(options)})", lambda: function(*args, **options))
        if name == "set_memory_limit":  # otherwise there is no memory for the next call's arrays
            gl.set_memory_limit(None, "host")
        if problem:
            return problem
    return None


# ---- objects whose methods change their container, its other items, and themselves
class Scene:
    """One call: the lists, dictionaries and arrays of its arguments, which any method of a Hostile may change."""

    def __init__(self, rng):
        self.rng, self.lists, self.dicts, self.depth = rng, [], [], 0

    def number(self):
        return self.rng.choice([True, 0, 1, -1, 2, 1.5, 1j, 1 << 63, 1 << 70, -5, float("nan")])

    def array(self):
        rng = self.rng
        return gl.asarray(gl.full([rng.randint(0, 3) for _ in range(rng.randint(0, 3))], rng.randint(0, 1),
                                  dtype=rng.choice(["bool", "int8", "float32", "float64", "complex64", "complex128"])))

    def leaf(self):
        rng, kind = self.rng, self.rng.random()
        return Hostile(self) if kind < 0.4 else self.number() if kind < 0.7 else self.array() if kind < 0.85 else \
            rng.choice([None, "x", [], (), range(2), bytearray(8), memoryview(bytearray(8)).cast("d"), b"ab"])

    def nested(self, depth=0):
        rng = self.rng
        if depth == 3 or rng.random() < 0.3:
            return self.leaf()
        made = [self.nested(depth + 1) for _ in range(rng.randint(0, 3))]
        self.lists.append(made)
        return made

    def interface(self):
        """Return a description of memory whose numbers are Hostile."""
        d = {"shape": (Hostile(self, 2), 2), "typestr": self.rng.choice(["<f8", "|b1", "<i4", ">f8", "<c16", "|u1"]),
             "data": bytearray(64), "version": 3}
        if self.rng.random() < 0.5:
            d["strides"] = (Hostile(self, 16), 8)
        if self.rng.random() < 0.5:
            d["offset"] = Hostile(self, 0)
        self.dicts.append(d)
        return d

    def disturb(self):
        rng, self.depth = self.rng, self.depth + 1
        try:
            if self.depth < 4 and rng.random() < 0.7:
                rng.choice([self.change_list, self.change_list, self.change_dict, self.compute, gc.collect, self.fail])()
        finally:
            self.depth -= 1

    def change_list(self):
        if not self.lists:
            return
        rng, victim = self.rng, self.rng.choice(self.lists)
        rng.choice([victim.clear, lambda: victim.append(self.leaf()), lambda: victim and victim.pop(),
                    lambda: victim.__setitem__(slice(None), [self.leaf() for _ in victim]), victim.reverse,
                    lambda: victim and victim.__setitem__(0, self.nested(2))])()

    def change_dict(self):
        if not self.dicts:
            return
        rng, victim = self.rng, self.rng.choice(self.dicts)
        rng.choice([victim.clear, lambda: victim.update(shape=(1 << 40,)), lambda: victim.update(data=bytes(1)),
                    lambda: victim.update(typestr="<c" + str(16)), lambda: victim.update(strides=(1 << 50, 1)),
                    victim.popitem])()

    def compute(self):
        attempt("", lambda: gl.add(self.nested(2), self.array()))

    def fail(self):
        if self.rng.random() < 0.2:
            raise Boom


class Hostile:
    def __init__(self, scene, value=None):
        self.scene, self.value = scene, value

    def answer(self, *others):
        self.scene.disturb()
        if self.scene.rng.random() < 0.05:
            self.__class__ = type("Other" + str(id(self)), (Hostile,), {})  # the previous class may be destroyed
        return self.scene.rng.choice(others) if others and self.value is None else self.value

    def __float__(self):
        return float(self.answer(1.0, 2.5, float("inf")) or 0)

    def __index__(self):
        return int(self.answer(0, 1, 2, -1, 1 << 65) or 0)

    def __len__(self):
        return self.answer(0, 1, 2, 7) or 0

    def __getitem__(self, i):
        if not isinstance(i, int) or i > 2:
            raise IndexError
        return self.answer(1.0, 2, [1.0], self)

    def __iter__(self):
        return iter([self.answer(1.0, 2, [3.0]) for _ in range(2)])

    def __bool__(self):
        return bool(self.answer(True, False))

    def __complex__(self):
        return complex(self.answer(1j, 2.0) or 0)

    def __array__(self, dtype=None, copy=None):
        return self.scene.array() if self.value is None else self.answer()

    def __dlpack_device__(self):
        return self.answer((1, 0), (2, 0), None)

    def __dlpack__(self, **words):
        return self.answer(self.scene.array().__dlpack__(), None)

    def __eq__(self, other):
        return bool(self.answer(True, False))

    __hash__ = object.__hash__

    @property
    def __array_interface__(self):
        self.scene.disturb()
        return self.scene.interface()

    def __del__(self):
        try:
            if self.scene.rng.random() < 0.1:
                self.scene.disturb()
        except Exception:
            pass


def some_methods(rng):
    """Return the class with a random subset of its methods, so that each protocol is tested."""
    kept = [n for n in vars(Hostile) if n.startswith("__") and n not in ("__init__", "__dict__", "__module__", "__weakref__",
                                                                       "__doc__", "__qualname__", "__hash__", "__eq__")]
    for name in kept:
        saved.setdefault(name, Hostile.__dict__[name])
    for name, method in saved.items():
        if rng.random() < 0.35:
            setattr(Hostile, name, method)
        elif name in Hostile.__dict__:
            delattr(Hostile, name)


saved = {}
calls = 0


def attack_hostile(name, rng):
    """Call random functions with arguments that change each other, until the time is over."""
    global calls
    lasting = "calibrate", "set_policy", "set_device", "set_memory_limit", "set_num_threads", "savetxt", "save", "write_table"
    functions = [f for n, f in sorted(vars(gl).items()) if inspect.isfunction(f) and not n.startswith("_") and n not in lasting]
    end = time.monotonic() + SECONDS / len(HOSTILE)
    while time.monotonic() < end:
        scene = Scene(rng)
        if calls % 16 == 0:
            some_methods(rng)
        calls += 1
        function = rng.choice(functions)
        args = [scene.nested() for _ in range(rng.randint(1, 3))]
        if name == "indexing":
            a = gl.ones((3, 3))
            call = rng.choice([lambda: a[tuple(args)], lambda: a.__setitem__(tuple(args[1:]), args[0]), lambda: a + args[0],
                               lambda: args[0] in a, lambda: a.__iadd__(args[0]), lambda: a == args[0]])
        elif name == "asarray":
            call = rng.choice([lambda: gl.asarray(args[0]), lambda: gl.asarray(args), lambda: gl.concat(args),
                               lambda: gl.from_dlpack(args[0]), lambda: gl.zeros(args[0]), lambda: gl.where(*args, 1, 2)])
        else:
            call = lambda: function(*args)  # noqa: E731
        problem = attempt("call %d of %s" % (calls, name), call)
        if problem:
            return problem
    sys.stderr.write("# %d calls\n" % calls)
    return None


HOSTILE = "functions", "asarray", "indexing"

OPERATORS = {
    "+": lambda a, b: a + b, "reflected *": lambda a, b: b * a, "@": lambda a, b: a @ b, "**": lambda a, b: a ** b,
    "==": lambda a, b: a == b, "<": lambda a, b: a < b, "&": lambda a, b: a & b, "//": lambda a, b: a // b,
    "getitem": lambda a, b: a[b], "setitem": lambda a, b: a.__setitem__(b, 1), "set value": lambda a, b: a.__setitem__(0, b),
    "set both": lambda a, b: a.__setitem__(b, b), "in": lambda a, b: b in a, "+=": lambda a, b: a.__iadd__(b),
    "tuple key": lambda a, b: a[b, b], "delete": lambda a, b: a.__delitem__(b), "setstate": lambda a, b: a.__setstate__(b),
    "class": lambda a, b: gl.Array(b), "format": lambda a, b: format(a, b), "numbers": lambda a, b: (float(a), int(a), bool(a)),
    "attribute": lambda a, b: setattr(a, str(b), b), "uninitialised": lambda a, b: repr(gl.Array.__new__(gl.Array) + b),
}


def attack_operators(name, rng):
    for i in range(len(nonsense())):
        a, b = gl.asarray([[1.0, 2.0], [3.0, 4.0]]), nonsense()[i]
        sys.stderr.write(f"# {name} with {describe([b])}\n")
        problem = attempt(f"{name} with {describe([b])}", lambda: OPERATORS[name](a, b))
        if problem:
            return problem
    return None


def in_child(attack, name):
    """Return None, or the problem; if the child crashed, its last attempt is named."""
    with tempfile.TemporaryDirectory() as scratch:  # save writes to any path
        return in_child_at(scratch, attack, name)


def in_child_at(scratch, attack, name):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.chdir(scratch)
        os.dup2(os.open("log", os.O_RDWR | os.O_CREAT | os.O_TRUNC), 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            problem = attack(name, random.Random(f"{SEED} {name}")) or ""
        except BaseException:
            problem = traceback.format_exc()
        os.write(write, problem.encode(errors="replace")[:60000])
        os._exit(0)
    os.close(write)
    text = b""
    while part := os.read(read, 65536):
        text += part
    os.close(read)
    status = os.waitpid(child, 0)[1]
    with open(os.path.join(scratch, "log"), "rb") as file:
        last = file.read()[-2000:].decode(errors="replace")
    return f"status {status} after\n{last}" if status else text.decode(errors="replace") or None


def main():
    print(f"# seed {SEED}: GPULINALG_TEST_SEED={SEED} repeats this run")
    functions = sorted(n for n in dir(gl) if inspect.isfunction(getattr(gl, n)) and not n.startswith("_"))
    count = failed = 0
    for attack, names in (attack_function, functions), (attack_operators, OPERATORS), (attack_hostile, HOSTILE):
        for name in names:
            problem = in_child(attack, name)
            count += 1
            failed += problem is not None
            print("not ok" if problem else "ok", count, "-", "nonsense for", name)
            if problem:
                print("#  ", "\n#   ".join(problem.splitlines()[-8:]))
    print(f"1..{count}")
    return 1 if failed else 0


sys.exit(main())
