"""Call the private functions of the module with invalid arguments; print a line for each error of the library."""
import gpulinalg as gl
from gpulinalg import _native

for name in sorted(name for name in dir(_native) if name.startswith("_") and not name.startswith("__")):
    for bad in ("x", None, {}, [[1], 2]):
        for count in range(1, 5):
            try:
                getattr(_native, name)(*[bad] * count)
            except gl.Error as error:
                print("%s %s: %s" % (name, type(error).__name__, str(error).replace("\n", " ")))
            except Exception:  # Python's own error about the number of arguments
                pass
