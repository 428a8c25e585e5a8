"""Objects whose methods change or free previously converted objects, or return another value the second time: each call ends
with a result or an exception and accesses no foreign memory. AddressSanitizer makes these tests strict."""
import _thread
import ctypes
import decimal
import fractions
import gc
import threading
import time

import gpulinalg as gl
from tap import ok, raises, same

MEMORY = ctypes.create_string_buffer(64)


class Stop(BaseException):
    """Not an Exception: like KeyboardInterrupt it must be propagated."""


class Does:
    """A number that calls a function when it is read."""

    def __init__(self, function, value=1.0):
        self.function, self.value = function, value

    def __float__(self):
        self.function()
        return self.value


class DoesIndex(Does):
    def __index__(self):
        self.function()
        return self.value

    __float__ = None


class Answers:
    """An array of another library that returns another array each time."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def __array__(self, dtype=None, copy=None):
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer() if callable(answer) else answer


def attempt(function):
    """Return the name of the raised exception, or None."""
    try:
        function()
    except BaseException as error:
        return type(error).__name__
    return None


# ---- an element with another value in the second pass
single = [gl.asarray(1, dtype=t) for t in ("float32", "int8", "bool", "complex64", "uint64")]
for first in single:
    for second in (True, 1.5, 1j, 2**63, [1, 2], "x", gl.zeros(5), None):
        rows = [None, first]
        rows[0] = Answers(lambda: rows.__setitem__(1, second) or first, first)
        attempt(lambda: gl.asarray(rows))
        attempt(lambda: gl.asarray([rows, [first, first]]))
ok(True, "lists whose elements change their kind while others are read")
changing = [Answers(single[0], gl.zeros(1000)), single[0]]
same(gl.asarray(changing).shape, (2,), "an object is asked for its array once")
counts = []
gl.asarray([[Does(lambda: counts.append(1)), 1.0], [2.0, DoesIndex(lambda: counts.append(2), 7)]])
same(counts, [1, 2], "and a number for its value")
for size in 0, 1, 3, 1000:
    rows = [[1.0] * 50, None, [1.0] * 50]
    rows[1] = [Does(lambda: rows[0].__setitem__(slice(None), [2.0] * size))] * 50
    same(gl.asarray(rows).tolist(), [[1.0] * 50] * 3, "a row that has %d elements after it was read" % size)
row = [1.0, None, 3.0]
row[1] = Does(lambda: row.__setitem__(2, [1.0]))
same(attempt(lambda: gl.asarray(row)), "ShapeError", "a list in the place of a number")


# ---- classes that are destroyed while their methods run
def fleeting(method, answer):
    """Return an object whose method changes the object's class, so that the old class is freed."""
    class After:
        pass

    def run(self, *args, **kwargs):
        self.__class__ = After
        gc.collect()
        return answer
    name = "Short" + "Lived" * 20
    return type(name, (), {method: run})()


for method, answer in (("__index__", 3), ("__float__", 2.5), ("__array__", gl.zeros(2)), ("__array__", 5),
                       ("__dlpack_device__", (1, 0)), ("__dlpack_device__", "x"), ("__len__", 2), ("__iter__", iter([1, 2])),
                       ("__getitem__", 1.0), ("__complex__", 1j), ("__bool__", True)):
    for use in (gl.asarray, lambda o: gl.asarray([o]), lambda o: gl.asarray([[o, 1.0]]), lambda o: gl.add(1, o),
                lambda o: gl.sum(gl.ones(3), axis=o), lambda o: gl.zeros(o), lambda o: gl.ones(3)[o], gl.from_dlpack,
                lambda o: gl.concat(o), lambda o: gl.astype(gl.ones(2), o), lambda o: gl.norm(gl.ones(2), o)):
        attempt(lambda: use(fleeting(method, answer)))


class Shared(type):
    def __getattr__(cls, name):
        gc.collect()
        raise AttributeError(name)


for _ in range(3):
    attempt(lambda: gl.asarray(Shared("Asked", (), {})()))
    attempt(lambda: gl.asarray([Shared("Asked", (), {})()]))
ok(True, "classes that are freed while their objects are asked")

# ---- __array_interface__: no entry is read twice


def interface(**changes):
    """Return an interface whose numbers change its dictionary."""
    d = {"shape": (2, 2), "typestr": "<f8", "data": (ctypes.addressof(MEMORY), False), "strides": (16, 8), "version": 3}
    d.update({key: value(d) if callable(value) else value for key, value in changes.items()})
    return type("Interface", (), {"__array_interface__": d})()


def then(value, **changes):
    """Return a number that replaces entries of the dictionary when it is read."""
    def number(d):
        def run():
            d.update({key: change() if callable(change) else change for key, change in changes.items()})
            gc.collect()
        return DoesIndex(run, value)
    return number


other = dict(data=lambda: bytes(1), shape=lambda: (1 << 40,), strides=lambda: (1 << 50,), typestr=lambda: "<c" + str(16))
for key, inside in ("offset", lambda n: n), ("shape", lambda n: (n, 2)), ("strides", lambda n: (n, 8)):
    for change in other:
        value = {"offset": 0, "shape": 2, "strides": 16}[key]
        made = interface(data=bytearray(32), **{key: lambda d: inside(then(value, **{change: other[change]})(d))})
        same(gl.asarray(made).tolist(), [[0.0, 0.0]] * 2, "%s replaces %s" % (key, change))
        cleared = interface(data=bytearray(32), **{key: lambda d: inside(DoesIndex(d.clear, value))})
        same(gl.asarray(cleared).tolist(), [[0.0, 0.0]] * 2, "%s clears it" % key)
held = interface(data=lambda d: (DoesIndex(d.clear, ctypes.addressof(MEMORY)), False))
same(gl.asarray(held).shape, (2, 2), "the address clears it")
kept = interface(data=bytearray(32))
view = gl.asarray(kept)
kept.__array_interface__.clear()
same(view.tolist(), [[0.0, 0.0]] * 2, "it is cleared afterwards")


class Key(str):
    """A key that runs code when it is compared."""
    target = None

    def __eq__(self, other):
        if Key.target:
            Key.target.clear()
        return str.__eq__(self, other)

    __hash__ = str.__hash__


d = {Key(k): v for k, v in interface(data=bytearray(32)).__array_interface__.items()}
Key.target = d
attempt(lambda: gl.asarray(type("Interface", (), {"__array_interface__": d})()))
Key.target = None
ok(True, "keys that clear it when they are compared")
for entry in ("shape", lambda n: (n,)), ("strides", lambda n: (n, 8)), ("offset", lambda n: n), ("data", lambda n: (n, False)):
    def stop():
        raise Stop
    made = interface(**{"data": bytearray(32), entry[0]: entry[1](DoesIndex(stop, 1))})
    same(attempt(lambda: gl.asarray(made)), "Stop", "an exception of %s passes through" % entry[0])
raises(gl.ArgumentError, lambda: gl.asarray(interface(data=bytearray(32), offset=1 << 62)), "an offset beyond the data",
       "offset")
raises(gl.ArgumentError, lambda: gl.asarray(interface(data=bytearray(32), offset=8)), "a shape beyond the data", "beyond")

# ---- arguments that release others
for use in (lambda x, o: gl.add(x, o), lambda x, o: gl.where(o, x, x), lambda x, o: gl.concat([x, [o]]),
            lambda x, o: gl.clip(x, o, o), lambda x, o: x.__setitem__(0, o), lambda x, o: x.__setitem__([o, o], o),
            lambda x, o: x[o:, o], lambda x, o: gl.take(x, [o]), lambda x, o: x + o,
            lambda x, o: o in x, lambda x, o: gl.solve(x, [o, o])):
    x = [gl.ones((2, 2))]
    attempt(lambda: use(x[0], Does(x.clear)))
    x = [gl.ones((2, 2))]
    attempt(lambda: use(x[0], DoesIndex(x.clear, 1)))
stack = [gl.ones(3), gl.ones(3), None]
stack[2] = [Does(stack.clear)] * 3
same(gl.stack(stack).shape, (3, 3), "a list of arrays that is emptied meanwhile")
words = {Key("b"): "1", Key("a"): "2"}


class Sorted(str):
    def __lt__(self, other):
        names.clear()
        return str.__lt__(self, other)

    __hash__ = str.__hash__


names = {Sorted("b"): "1", Sorted("a"): "2"}
attempt(lambda: gl.new_module("", headers=names))
ok(True, "a dictionary of texts that is emptied while it is sorted")


class Capsule:
    """Its keywords are cleared while from_dlpack calls it."""

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **kwargs):
        keywords.clear()
        gc.collect()
        return gl.ones(4).__dlpack__(**kwargs)


for key in "device", "copy":
    keywords = {key: "ho" + "st" if key == "device" else gl.asarray(True)}
    done = []
    _thread.start_new_thread(gl.from_dlpack, (Capsule(),), keywords)
    for _ in range(200):
        if not keywords:
            break
        time.sleep(0.005)
    ok(not keywords, "from_dlpack whose keywords are cleared meanwhile (%s)" % key)


# ---- a pending error while objects are destroyed
class Ends:
    """Calls the library, correctly and incorrectly, in its destructor."""

    def __float__(self):
        return 1.0

    def __del__(self):
        gl.ones(2) + 1
        attempt(lambda: gl.solve(gl.ones((2, 3)), 1))
        gl.ones(2) + 1


class Sequence:
    """Contains objects that only the list made from it refers to."""

    def __init__(self, *tail):
        self.tail = tail

    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i < 2:
            return Ends()
        if i < 2 + len(self.tail):
            return self.tail[i - 2]
        raise IndexError


raises(gl.DTypeError, lambda: gl.asarray(Sequence("text")), "an error is not lost when elements end",
       "asarray: obj[2] is 'text', but it must be a number")
raises(gl.ShapeError, lambda: gl.asarray([Sequence(), Sequence(1)]), "nor when lists of them end",
       "obj[1] has length 3, but other rows have length 2")
raises(gl.ShapeError, lambda: gl.asarray(Sequence([1])), "nor when a list stands among them",
       "obj[2] is a list, but other rows have numbers here")
raises(gl.DTypeError, lambda: gl.concat(Sequence([Ends(), "x"])), "nor in a list of arrays",
       "concat: arrays[2][1] is 'x', but it must be a number")
raises(gl.DTypeError, lambda: gl.zeros(Sequence()), "nor in a shape", "integer")

# ---- chains and cycles
chain = gl.ones(3)
for _ in range(200000):
    chain = gl.asarray(memoryview(chain))
del chain
ok(True, "a chain of 200,000 arrays on each other's memory ends")


class Circle:
    def tolist(self):
        return self

    def __array__(self, dtype=None, copy=None):
        return objects


try:
    import numpy
    objects = numpy.empty(1, dtype=object)
    objects[0] = Circle()
    ok(attempt(lambda: gl.asarray(Circle())) in ("RecursionError", "ShapeError"), "an array of objects that holds itself")
except ImportError:
    pass


ok(attempt(lambda: gl.zeros(range(1 << 40))) == "ShapeError", "a shape of 2**40 numbers is not made")

# ---- numbers of other classes
same(gl.asarray([fractions.Fraction(1, 4), decimal.Decimal("0.1")]).tolist(), [0.25, 0.1],
     "fractions and decimals are the nearest float64")
raises(gl.OverflowError, lambda: gl.asarray(decimal.Decimal("1e400")), "a decimal beyond float64 is not infinite", "range")
raises(gl.OverflowError, lambda: gl.asarray([1, decimal.Decimal("-1e400")]), "in a list too", "range")
same(gl.asarray([decimal.Decimal("inf")]).tolist(), [float("inf")], "an infinite one is")

# ---- other threads change lists that are being read
rows = [[float(i)] * 50 for i in range(400)]
stopped = False


def change():
    import random
    rng = random.Random(1)
    while not stopped:
        row = rng.choice(rows)
        rng.choice([lambda: row.append(1.0), lambda: row and row.pop(), lambda: row.__setitem__(slice(None), [1j] * 50),
                    lambda: row.__setitem__(slice(None), [True] * 50), row.clear])()


threads = [threading.Thread(target=change) for _ in range(2)]
for thread in threads:
    thread.start()
end = time.monotonic() + 0.5
while time.monotonic() < end:
    attempt(lambda: gl.asarray(rows))
    attempt(lambda: gl.add(rows, [Does(lambda: time.sleep(0))] * 50))
stopped = True
for thread in threads:
    thread.join()
ok(True, "lists that other threads change")
