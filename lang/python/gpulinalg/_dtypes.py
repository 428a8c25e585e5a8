"""The types of array elements."""


class DType(str):
    """Type of the elements of an array: its name, which NumPy understands too."""

    __slots__ = ()

    @property
    def name(self):
        """The name as plain text."""
        return str(self)

    @property
    def itemsize(self):
        """Bytes of one element."""
        return 1 if self == "bool" else int(self.lstrip("abcdefghijklmnopqrstuvwxyz")) // 8

    def __repr__(self):
        return "gpulinalg." + self

    def __reduce__(self):
        return DType, (str(self),)


DTYPES = {name: DType(name) for name in (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "complex64",
    "complex128")}
