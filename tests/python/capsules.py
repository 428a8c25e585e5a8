"""DLPack capsules made by hand, valid and invalid, and their content."""
import ctypes

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetName.restype = ctypes.c_char_p
api.PyCapsule_GetName.argtypes = [ctypes.py_object]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("kind", ctypes.c_int32), ("id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64)]


class Old(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("owner", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("owner", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", Tensor)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
NAMES = {Old: b"dltensor", Versioned: b"dltensor_versioned"}


def integers(values):
    return None if values is None else (ctypes.c_int64 * max(len(values), 1))(*values)


class Exporter:
    """Two doubles as a library would export them, modified by the options; counts calls of the deleter."""

    def __init__(self, form=Versioned, device=(1, 0), said=None, ndim=1, shape=(2,), strides=(1,), code=2, bits=64, lanes=1,
                 address=True, offset=0, major=1, minor=0, flags=0, name=None, deleter=True):
        self.memory = (ctypes.c_double * 2)(1.5, 2.5)
        self.shape, self.strides, self.said, self.freed = integers(shape), integers(strides), said or device, 0
        tensor = Tensor(ctypes.addressof(self.memory) if address else None, *device, ndim, code, bits, lanes, self.shape,
                        self.strides, offset)
        self.deleter = DELETER(self.count)
        called = ctypes.cast(self.deleter, ctypes.c_void_p) if deleter else None
        self.managed = (form(tensor, None, called) if form is Old else form(major, minor, None, called, flags, tensor))
        self.name = NAMES[form] if name is None else name
        self.asked = []

    def count(self, address):
        self.freed += address == ctypes.addressof(self.managed)

    def __dlpack_device__(self):
        return self.said

    def __dlpack__(self, **options):
        self.asked.append(options)
        self.capsule = api.PyCapsule_New(ctypes.addressof(self.managed), self.name, None)
        return self.capsule


def open_capsule(capsule):
    """Return the structure in a capsule, as a consumer reads it."""
    name = api.PyCapsule_GetName(capsule)
    form = {v: k for k, v in NAMES.items()}[name]
    return form.from_address(api.PyCapsule_GetPointer(capsule, name))


def use_up(capsule):
    """Take a capsule over as a consumer does; calling the result frees it."""
    name = api.PyCapsule_GetName(capsule)
    managed = open_capsule(capsule)
    address = ctypes.addressof(managed)
    use_up.names.append(b"used_" + name)
    api.PyCapsule_SetName(capsule, use_up.names[-1])
    delete = DELETER(managed.deleter)
    return lambda: delete(address)  # ctypes releases the interpreter's lock around it


use_up.names = []  # the capsule stores only the address of its name
