"""DLPack on the host: export and import, with NumPy and with capsules made by hand, valid and invalid."""
import ctypes
import gc
import inspect
import sys
import threading

import gpulinalg as gl
from gpulinalg import _native
from capsules import Exporter, Old, Versioned, api, open_capsule, use_up
from tap import ok, raises, same, skip

gl.set_device("host")
before = _native.live_arrays()
same(str(inspect.signature(gl.from_dlpack)), "(x, /, *, device=None, copy=None)", "signature of from_dlpack")
same(str(inspect.signature(gl.Array.__dlpack__)), "(self, /, *, stream=None, max_version=None, dl_device=None, copy=None)",
     "signature of __dlpack__")

# ---- export: content of the capsule
CODES = {"bool": (6, 8), "int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "int64": (0, 64), "uint8": (1, 8),
         "uint16": (1, 16), "uint32": (1, 32), "uint64": (1, 64), "float32": (2, 32), "float64": (2, 64),
         "complex64": (5, 64), "complex128": (5, 128)}
for name, code in CODES.items():
    t = open_capsule(c := gl.ones(3, dtype=name).__dlpack__()).tensor
    same((t.code, t.bits, t.lanes, t.ndim, t.shape[0], t.strides[0]), code + (1, 1, 3, 1), "%s goes out" % name)
    del c
a = gl.reshape(gl.arange(12.0), (3, 4))
same(a.__dlpack_device__(), (1, 0), "the host is DLPack's device (1, 0)")
part = a[::2, ::-1]
c = part.__dlpack__()
same(api.PyCapsule_GetName(c), b"dltensor", "without a version asked for, a capsule without one")
t = open_capsule(c).tensor
same((t.shape[:2], t.strides[:2], ctypes.cast(t.data, ctypes.POINTER(ctypes.c_double))[0]), ([2, 4], [8, -1], 3.0),
     "strides in elements")
for version, name in (((0, 8), b"dltensor"), ((1, 0), b"dltensor_versioned"), ((1, 3), b"dltensor_versioned"),
                      ((2, 0), b"dltensor_versioned")):
    same(api.PyCapsule_GetName(a.__dlpack__(max_version=version)), name, "to a consumer of version %d.%d" % version)
c = a.__dlpack__(max_version=(1, 0))
v = open_capsule(c)
same((v.major, v.minor, v.flags, v.tensor.kind), (1, 0, 0, 1), "its version and flags")
c = gl.broadcast_to(a, (2, 3, 4)).__dlpack__(max_version=(1, 0))
same(open_capsule(c).flags, 1, "a read-only array says so")
raises(BufferError, lambda: gl.broadcast_to(a, (2, 3, 4)).__dlpack__(), "but cannot without a version", "read-only")
c = gl.broadcast_to(a, (2, 3, 4)).__dlpack__(copy=True)
same(open_capsule(c).tensor.strides[:3], [12, 4, 1], "a copy can")
c = a.__dlpack__(copy=True, max_version=(1, 0))
same(open_capsule(c).flags, 2, "a copy says so")
c = a.__dlpack__(dl_device=(1, 0), copy=False)
same(open_capsule(c).tensor.data, ctypes.addressof((ctypes.c_char * a.nbytes).from_buffer(a)), "no copy where none is needed")
same(open_capsule(c := gl.zeros((2, 0)).__dlpack__()).tensor.data, None, "no elements, no address")
same(open_capsule(c := gl.asarray(2.0).__dlpack__()).tensor.ndim, 0, "no dimensions")
raises(gl.ArgumentError, lambda: a.__dlpack__(stream=1), "a stream on the host", "stream")
raises(gl.ArgumentError, lambda: a.__dlpack__(max_version=1), "a version that is no pair", "max_version")
raises(gl.ArgumentError, lambda: a.__dlpack__(dl_device="cpu"), "a device that is no pair", "dl_device")
raises(TypeError, lambda: a.__dlpack__(max_version=(1, "0")), "a version of text")
raises(BufferError, lambda: a.__dlpack__(dl_device=(10, 0)), "a device that there is not", "CUDA")
raises(BufferError, lambda: a.__dlpack__(dl_device=(1, 1)), "a second host", "host")
raises(BufferError, lambda: a.__dlpack__(dl_device=(2, 0), copy=False), "another device without a copy", "copy")
if "cuda:0" not in gl.devices():
    raises(BufferError, lambda: a.__dlpack__(dl_device=(2, 0)), "a CUDA device where there is none", "cuda")
ok(not hasattr(a, "__cuda_array_interface__"), "no __cuda_array_interface__ on the host")
raises(AttributeError, lambda: a.__cuda_array_interface__, "and the reason", "host")

# ---- export: lifetime
del t, v, c, part
gc.collect()
live = _native.live_arrays()
c = (a + 1).__dlpack__()
same(_native.live_arrays(), live + 1, "the capsule keeps the array")
del c
same(_native.live_arrays(), live, "one that nobody has used frees it")
for version in None, (1, 0):
    c = (a + 1).__dlpack__(max_version=version)
    free = use_up(c)
    del c
    same(_native.live_arrays(), live + 1, "one that was used does not")
    worker = threading.Thread(target=free)
    worker.start()
    worker.join()
    same(_native.live_arrays(), live, "but the consumer does, in any thread")

# ---- import: made by hand
for form in Old, Versioned:
    e = Exporter(form)
    x = gl.from_dlpack(e)
    same((x.tolist(), x.dtype, x.device, e.freed, api.PyCapsule_GetName(e.capsule)[:5]),
         ([1.5, 2.5], gl.float64, "host", 0, b"used_"), "%s comes in" % form.__name__)
    x[0] = 7
    same((e.memory[0], x.readonly), (7.0, False), "and is shared")
    del x
    same(e.freed, 1, "the deleter is called once")
same(e.asked, [{"max_version": (1, 1)}], "no stream is sent for memory of the host")
x = gl.from_dlpack(e := Exporter(flags=1))
raises(gl.ArgumentError, lambda: x.__setitem__(0, 1), "read-only stays so", "read-only")
same(gl.from_dlpack(Exporter(strides=(0,))).readonly, True, "one element in two places is not to be changed")
same(gl.from_dlpack(Exporter(strides=None)).tolist(), [1.5, 2.5], "no strides: row-major")
same(gl.from_dlpack(Exporter(shape=(1,), offset=8)).tolist(), [2.5], "an offset")
same(gl.from_dlpack(Exporter(shape=(3,), strides=(0,))).tolist(), [1.5] * 3, "strides of zero")
same(gl.from_dlpack(Exporter(ndim=0, shape=None, strides=None)).tolist(), 1.5, "no dimensions")
same(gl.from_dlpack(Exporter(ndim=2, shape=(0, 2), strides=(2, 1), address=False)).shape, (0, 2), "no elements")
e = Exporter(strides=(2**61 - 1,), offset=8)
same(gl.from_dlpack(e).tolist(), [2.5, 1.5], "a negative stride that CuPy has divided as if it were not")
same(gl.from_dlpack(Exporter(minor=99, flags=64)).tolist(), [1.5, 2.5], "a later minor version")
same(gl.from_dlpack(Exporter(deleter=False)).tolist(), [1.5, 2.5], "no deleter")
same(gl.from_dlpack(Exporter(device=(3, 0))).device, "host", "pinned memory is memory of the host")
same(gl.asarray(Exporter()).tolist(), [1.5, 2.5], "asarray takes it too")
same(gl.add(Exporter(), 1).tolist(), [2.5, 3.5], "and so does every operation")
same(gl.add([1, 2], e).device, gl.get_device(), "on the host it goes where the others are")
x = gl.from_dlpack(e := Exporter(), copy=True)
same((e.freed, x.tolist()), (1, [1.5, 2.5]), "a copy frees it at once")
same((gl.from_dlpack(e := Exporter(), copy=False).tolist(), e.asked[0].get("copy")), ([1.5, 2.5], False), "no copy")
same(gl.from_dlpack(Exporter(), device="host").device, "host", "onto a device")
raises(gl.DeviceError, lambda: gl.from_dlpack(Exporter(), device="cuda:99"), "onto one that there is not")
x = gl.from_dlpack(Exporter(code=6, bits=8, shape=(16,)))
same((x.dtype, x.shape), (gl.bool, (16,)), "bool")
x = gl.from_dlpack(e := Exporter(shape=(1,), offset=4))
same((e.freed, x.size), (1, 1), "what is not aligned is copied")
raises(gl.ArgumentError, lambda: gl.from_dlpack(Exporter(shape=(1,), offset=4), copy=False), "unless it must not be")
same(gl.from_dlpack(a).tolist(), a.tolist(), "an Array of ours")


class Dated(Exporter):
    def __dlpack__(self, stream=None):
        return Exporter.__dlpack__(self)


same(gl.from_dlpack(Dated(Old)).tolist(), [1.5, 2.5], "a producer that knows no versions")
raises(AttributeError, lambda: gl.from_dlpack([1.0]), "what has no such method", "__dlpack")

# ---- import: invalid data is refused, the memory is not accessed, and the producer keeps the capsule
for kind, word, options in (
        (gl.ShapeError, "dimensions", dict(ndim=-1)),
        (gl.ShapeError, "dimensions", dict(ndim=17)),
        (gl.ShapeError, "dimensions", dict(ndim=2**31 - 1)),
        (gl.ArgumentError, "no shape", dict(shape=None)),
        (gl.ArgumentError, "negative", dict(shape=(-2,))),
        (gl.ArgumentError, "address", dict(address=False)),
        (gl.ArgumentError, "overflow", dict(ndim=2, shape=(2**62, 4), strides=(1, 1))),
        (gl.ArgumentError, "overflow", dict(ndim=2, shape=(2**62, 4), strides=None)),
        (gl.ArgumentError, "overflow", dict(shape=(3,), strides=(2**60 - 1,))),
        (gl.DTypeError, "float16", dict(bits=16)),
        (gl.DTypeError, "half precision", dict(code=4, bits=16)),
        (gl.DTypeError, "float128", dict(bits=128)),
        (gl.DTypeError, "int4", dict(code=0, bits=4)),
        (gl.DTypeError, "float32x4", dict(bits=32, lanes=4)),
        (gl.DTypeError, "x0", dict(lanes=0)),
        (gl.DTypeError, "handle", dict(code=3)),
        (gl.DTypeError, "kind 200", dict(code=200)),
        (gl.DTypeError, "bool16", dict(code=6, bits=16)),
        (gl.DeviceError, "DLPack type 10", dict(device=(10, 0))),
        (gl.ArgumentError, "device", dict(device=(2, 0), said=(1, 0))),
        (gl.ArgumentError, "negative", dict(device=(2, -1))),
        (BufferError, "version 2", dict(major=2)),
        (gl.ArgumentError, "used already", dict(name=b"used_dltensor")),
        (gl.ArgumentError, "another purpose", dict(name=b"something")),
        (gl.ArgumentError, "pair of integers", dict(said=("cpu", 0))),
        (gl.ArgumentError, "pair of integers", dict(said=(1,))),
        (gl.ArgumentError, "pair of integers", dict(said=(2**70, 0)))):
    e = Exporter(**options)
    raises(kind, lambda: gl.from_dlpack(e), "a capsule with %s" % ", ".join("%s=%s" % o for o in options.items()), word)
    if "ndim" in options or "code" in options:
        same((e.freed, api.PyCapsule_GetName(e.capsule)), (0, b"dltensor_versioned"), "is left as it was")
if "cuda:0" not in gl.devices():
    raises(gl.DeviceError, lambda: gl.from_dlpack(Exporter(device=(2, 0))), "a capsule of CUDA where there is none", "cuda:0")
    raises(gl.DeviceError, lambda: gl.asarray(Exporter(device=(13, 0))), "managed memory too", "cuda:0")


class Broken(Exporter):
    def __dlpack__(self, **options):
        return 3 if self.memory[0] else 1 / 0


e = Broken()
raises(gl.ArgumentError, lambda: gl.from_dlpack(e), "no capsule")
e.memory[0] = 0
raises(ZeroDivisionError, lambda: gl.from_dlpack(e), "errors of the producer stay")

# ---- __cuda_array_interface__ without CUDA


class Interface:
    def __init__(self, **options):
        self.__dict__["i"] = dict(dict(shape=(2,), typestr="<f8", data=(4096, False), version=3, stream=None), **options)

    @property
    def __cuda_array_interface__(self):
        return self.__dict__["i"]


raises(gl.NotSupportedError, lambda: gl.asarray(Interface(mask=1)), "a mask is refused", "mask")
raises(gl.DTypeError, lambda: gl.asarray(Interface(typestr="<f2")), "half precision is refused", "half")
for key, value in (("shape", 3), ("typestr", 5), ("data", 7), ("data", b"12345678" * 2), ("strides", (1, 2))):
    raises(gl.ArgumentError, lambda: gl.asarray(Interface(**{key: value})), "a %s of %r" % (key, value), key)
if "cuda:0" not in gl.devices():
    raises(gl.DeviceError, lambda: gl.asarray(Interface()), "and the rest too, where there is no CUDA", "cuda")

# ---- nothing leaks
del a, x, e, free, worker
gc.collect()
for name, call in (("in and out", lambda: gl.from_dlpack(Exporter(Old))), ("refused", lambda: gl.from_dlpack(Exporter(bits=3))),
                   ("out", lambda: gl.ones(3).__dlpack__(max_version=(1, 0)))):
    for attempt in range(4):  # Python keeps some memory of the first calls
        blocks = sys.getallocatedblocks()
        for _ in range(200):
            try:
                call()
            except gl.Error:
                pass
        gc.collect()
        if sys.getallocatedblocks() - blocks < 100:
            break
    ok(sys.getallocatedblocks() - blocks < 100, "%s leaves nothing behind" % name)
same(_native.live_arrays(), before, "no handle is left")

# ---- NumPy
try:
    import numpy as np
except ImportError:
    skip("NumPy", "not installed")
    sys.exit()
a = gl.reshape(gl.arange(24.0), (2, 3, 4))
for name, x in (("plain", a), ("strided", a[:, ::2, 1:]), ("backwards", a[::-1, :, ::-1]), ("transposed", a.mT),
                ("empty", a[:, :0]), ("0-d", gl.asarray(2.5)), ("complex", a + 1j), ("bool", a > 3)):
    if name == "bool" and int(np.__version__.split(".")[0]) < 2:
        skip("NumPy takes bool", "this NumPy does not")
        continue
    y = np.from_dlpack(x)
    ok(y.dtype.name == x.dtype and y.shape == x.shape and y.tolist() == x.tolist(), "NumPy takes %s" % name)
y = np.from_dlpack(a)
same(y.ctypes.data, np.asarray(a).ctypes.data, "without a copy")
raises(BufferError, lambda: gl.asarray(np.broadcast_to(y, (2, 2, 3, 4))).__dlpack__(), "a read-only one needs a version")
base = np.arange(24.0).reshape(2, 3, 4)
for name, x in (("plain", base), ("strided", base[:, ::2, 1:]), ("backwards", base[::-1, :, ::-1]), ("transposed", base.T),
                ("empty", base[:, :0]), ("0-d", np.array(2.5)), ("complex", base + 1j), ("small", base.astype("u2"))):
    y = gl.from_dlpack(x)
    ok(y.dtype == x.dtype.name and y.tolist() == x.tolist() and y.device == "host", "from_dlpack takes NumPy's %s" % name)
y = gl.from_dlpack(base)
base[0, 0, 0] = -5
same(y[0, 0, 0].item(), -5.0, "and shares it")
del base
gc.collect()
same(y[1, 2, 3].item(), 23.0, "which stays as long as the Array")
same(gl.from_dlpack(np.arange(3), copy=True).tolist(), [0, 1, 2], "or copies it")
raises((gl.DTypeError), lambda: gl.from_dlpack(np.zeros(2, "f2")), "NumPy's half precision", "half")
