"""Objects whose special methods raise: the exception is raised by the call that used the method, or counts as a refusal, but is
never left pending for a later statement. Exceptions such as KeyboardInterrupt, which do not derive from Exception, are always
raised."""
import ctypes
import operator

import gpulinalg as gl
from tap import ok, same

# Raises an exception that a previous call has left pending.
look_for_exception = ctypes.pythonapi.PyErr_Occurred


class Stop(BaseException):
    """Like KeyboardInterrupt."""


asked = []


def raising(name, kind):
    def method(*_, **__):
        asked.append(name)
        raise kind(name)

    return method


def answering(value):
    return lambda *_, **__: value


METHODS = [
    "__array__", "__dlpack__", "__dlpack_device__", "__float__", "__index__", "__int__", "__complex__", "__len__",
    "__getitem__",
    "__iter__", "__next__", "__bool__", "__eq__", "__lt__", "__hash__", "__radd__", "__rmatmul__", "__fspath__", "__getattr__",
    "__getattribute__", "__str__", "__repr__", "__contains__", "__buffer__",
]
PROPERTIES = ["__array_interface__", "__cuda_array_interface__", "dtype", "shape", "name", "tolist", "__class__", "format"]


def objects(kind):
    for name in METHODS:
        others = {}
        if name == "__dlpack__":
            others["__dlpack_device__"] = answering((1, 0))
        if name == "__dlpack_device__":
            others["__dlpack__"] = answering(None)
        if name in ("__getitem__", "__iter__"):
            others["__len__"] = answering(2)
        if name == "__len__":
            others["__getitem__"] = lambda self, i: [1.0, 2.0][i]
        if name == "__next__":
            others["__iter__"] = lambda self: self
        yield name, type("Raises", (), {name: raising(name, kind), **others})()
    for name in PROPERTIES:
        yield name, type("Raises", (), {name: property(raising(name, kind))})()
    for name in "__getattr__", "__getattribute__", "__instancecheck__":
        meta = type("Meta", (type,), {name: raising("class " + name, kind)})
        yield "class " + name, meta("Raises", (), {})()
    yield "keys", {type("Raises", (), {"__lt__": raising("__lt__", kind)})(): 1, type("Raises", (), {})(): 2}
    size = type("Size", (), {"__index__": raising("size", kind)})()
    described = {"shape": (size,), "typestr": "<f8", "data": (0, False), "version": 3}
    yield "size", type("Raises", (), {"__array_interface__": described})()


def left_operands():
    matrix = gl.asarray([[2.0, 1.0], [1.0, 3.0]])
    yield "array", matrix
    yield "integers", gl.asarray([1, 2])
    yield "truths", gl.asarray([True, False])
    yield "number", gl.asarray(1.5)
    yield "sparse", gl.sparse.Sparse(matrix)
    yield "generator", gl.random.Generator(1)
    yield "dtype", gl.float64
    yield "stream", gl.Stream()
    yield "formula", gl.Elementwise("x", "y", "y = x + 1")
    try:
        yield "factor", gl.sparse.factor(gl.sparse.Sparse(matrix))
    except gl.NotSupportedError:
        pass  # there is no sparse direct solver


BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift", "eq",
          "ne", "lt", "le", "gt", "ge", "iadd", "isub", "imul", "imatmul", "iand", "ipow", "contains",
          "getitem"]


def calls(x, o):
    """Yield calls with their names."""
    for name in BINARY:
        function = getattr(operator, name)
        yield name, lambda f=function: f(x, o)
        if not name.startswith("i"):
            yield name + " on the right", lambda f=function: f(o, x)
    yield "divmod", lambda: divmod(x, o)
    yield "set", lambda: operator.setitem(x, 0, o)
    yield "place", lambda: operator.setitem(x, o, 1)
    yield "isinstance", lambda: isinstance(x, type(o))
    yield "call", lambda: x(o)


def functions(o):
    x = gl.asarray([1.0, 2.0])
    for function in (gl.asarray, gl.sum, gl.zeros, gl.load, gl.stack, gl.sparse.Sparse, gl.from_dlpack, gl.random.Generator,
                     gl.factorize_texts, gl.result_type, gl.sparse.block_diag, gl.to_device, gl.sparse.eye, gl.isdtype,
                     gl.sparse.load_npz, gl.load_module, gl.set_device, gl.einsum, gl.Elementwise):
        yield function.__name__, lambda f=function: f(o)
        yield function.__name__ + " of a list", lambda f=function: f([o, o])
        yield function.__name__ + " of a list of lists", lambda f=function: f([[1.0], [o]])
    yield "axis", lambda: gl.sum(x, axis=o)
    yield "dtype", lambda: gl.zeros([2], dtype=o)
    yield "device", lambda: gl.zeros([2], device=o)
    yield "truth", lambda: gl.sum(x, keepdims=o)
    yield "real", lambda: gl.allclose(x, x, rtol=o)
    yield "maybe", lambda: gl.asarray(x, copy=o)
    yield "text", lambda: gl.einsum(o, x)
    yield "file", lambda: gl.save(o, x)
    yield "option", lambda: gl.linalg.matrix_norm([[1.0]], ord=o)
    yield "chosen", lambda: gl.einsum("i->", x, optimize=o)
    yield "concat", lambda: gl.concat([x, o])
    yield "slice", lambda: x[o:]
    yield "places", lambda: x[[o]]
    yield "item", lambda: x.item(o)
    yield "reshape", lambda: gl.reshape(x, [o, 1])
    yield "matrix", lambda: gl.sparse.cg(o, x)
    yield "solution", lambda: gl.sparse.cg(gl.sparse.eye(2), o)
    yield "function", lambda: gl.find_root(o, 0.0, 1.0)


problems = []


def attempt(kind, what, call):
    """Check that a call raises the inner exception, or an error about it, and leaves nothing pending."""
    asked.clear()
    caught = None
    try:
        call()
        look_for_exception()
    except SystemError as error:
        problems.append("%s: SystemError %s" % (what, error))
    except BaseException as error:
        caught = error
    try:
        look_for_exception()
    except BaseException as error:
        problems.append("%s: left %r behind" % (what, error))
    if kind is Stop and asked and not isinstance(caught, Stop):
        problems.append("%s: %s raised, but the call gave %r" % (what, asked[-1], caught))


for kind in ValueError, TypeError, AttributeError, Stop:
    count = 0
    for method, o in objects(kind):
        for name, x in left_operands():
            for called, call in calls(x, o):
                attempt(kind, "%s %s, %s raises %s" % (name, called, method, kind.__name__), call)
                count += 1
        for called, call in functions(o):
            attempt(kind, "%s, %s raises %s" % (called, method, kind.__name__), call)
            count += 1
    ok(not problems and count > 10000, "%s comes out, or is an answer: %d calls" % (kind.__name__, count))
    for problem in problems[:20]:
        print("#", problem)
    problems.clear()

# Previously found bugs.
raises = type("Raises", (), {"__array__": raising("__array__", ValueError)})()
for compare in operator.eq, operator.ne:
    try:
        result = compare(gl.sparse.eye(2), raises)
    except ValueError as error:
        result = str(error)
    same(result, "__array__", "a comparison with a Sparse raises what its operand raises")
same(gl.sparse.eye(2) == object(), False, "and is no error with what is no data")
same([gl.sparse.eye(2) == "x", gl.sparse.eye(2) != None], [False, True], "as a text or None")  # noqa: E711
