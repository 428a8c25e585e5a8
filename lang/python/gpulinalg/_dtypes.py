"""Data types of array elements."""
import sys

NAMES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "complex64",
         "complex128")
PYTHONS = (int, "int64"), (float, "float64"), (complex, "complex128")
DTYPES = {}  # by name


class DType:
    """Data type of array elements. A DType equals its name, NumPy's dtype of that name, and Python's int, float or complex if
    that is its default meaning. NumPy accepts a DType as a dtype."""

    __slots__ = {"name": "The name as a string."}

    def __new__(cls, name):
        """Return the only object of that name."""
        if name not in NAMES:
            raise TypeError("DType: %.60r is not the name of a dtype; the names are %s" % (name, ", ".join(NAMES)))
        if name not in DTYPES:
            made = DTYPES[name] = super().__new__(cls)
            cls.name.__set__(made, name)
        return DTYPES[name]

    def __setattr__(self, attribute, value):
        """Raise AttributeError, because all users of a dtype share one object."""
        raise AttributeError("attributes of a dtype cannot be changed")

    @property
    def itemsize(self):
        """Size of one element in bytes."""
        return 1 if self.name == "bool" else int(self.name.lstrip("abcdefghijklmnopqrstuvwxyz")) // 8

    @property
    def kind(self):
        """NumPy's kind character: b for bool, i and u for integers, f and c for floating-point types."""
        return self.name[0]

    @property
    def dtype(self):
        """NumPy's dtype of that name, which `numpy.dtype` reads. It is available only after NumPy has been imported."""
        numpy = sys.modules.get("numpy")
        if numpy is None:
            raise AttributeError("dtype: NumPy is not imported")
        return numpy.dtype(self.name)

    def __eq__(self, other):
        for python, stands_for in PYTHONS:
            if other is python:
                return self.name == stands_for
        name = other if isinstance(other, str) else getattr(other, "__name__" if isinstance(other, type) else "name", None)
        return self.name == name if isinstance(name, str) else NotImplemented

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __format__(self, spec):
        return format(self.name, spec)

    def __repr__(self):
        return "gpulinalg." + self.name

    def __reduce__(self):
        return DType, (self.name,)


for _name in NAMES:
    DType(_name)
