"""With a locale that has a decimal comma, messages, formulas, files and amounts of memory still use a point."""
import locale
import os
import subprocess
import sys
import tempfile

import gpulinalg as gl
from tap import ok, raises, same, skip


def set_comma():
    """Set a locale with a decimal comma and return True on success; it is generated if the system has its description."""
    for name in "de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "comma":
        try:
            if name == "comma":
                subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, name)], check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                os.environ["LOCPATH"] = folder
            locale.setlocale(locale.LC_ALL, name)
        except (locale.Error, OSError):
            continue
        if locale.localeconv()["decimal_point"] == ",":
            return True
    return False


gl.set_device("host")
with tempfile.TemporaryDirectory() as folder:
    if not set_comma():
        skip("a decimal comma", "there is no such locale here")
        sys.exit()
    same("%s %s" % (locale.str(1.5), gl.asarray([2.5, 0.25])), "1,5 [2.5  0.25]", "arrays")
    raises(gl.DTypeError, lambda: gl.zeros(2.5), "an argument", "shape is 2.5,")
    raises(gl.DTypeError, lambda: gl.zeros(1e300), "a large one", "shape is 1e+300,")
    raises(gl.ArgumentError, lambda: gl.quantile([1.0, 2.0], 1.25), "a number in a message", "q is 1.25,")
    raises(gl.ArgumentError, lambda: gl.lstsq([[1.0]], [1.0], rcond=-gl.inf), "a number that is none", "rcond is -inf,")
    same(gl.elementwise("x", "y", "y = 2.5*x + 1e-3")([1.0]).tolist(), [2.501], "numbers of a formula")
    same(gl.elementwise(lambda x: 0.5 * x).text, "return (0.5 * x);\n", "and of its text")
    ok("2.5" in gl.elementwise("x", "y", "y = 2.5").code([1.0]) or "0x1.4p+1" in
       gl.elementwise("x", "y", "y = 2.5").code([1.0]), "and in device code")
    gl.set_memory_limit("1.5G", "host")
    same(gl.memory_info("host")["limit_bytes"], 3 << 29, "an amount of memory")
    gl.set_memory_limit("0", "host")
    name = os.path.join(folder, "m")
    matrix = gl.sparse.Sparse([[1.25, 0.0], [0.0, 1 / 3]])
    for precision in None, 4:
        gl.sparse.mmwrite(name + ".mtx", matrix, precision=precision)
        with open(name + ".mtx") as file:
            text = file.read()
        ok("1.25" in text and "," not in text and "0.333" in text or "3.333e-01" in text, "a Matrix Market file")
    gl.savetxt(name + ".csv", {"x": [1.25, 2.0]}, delimiter=",")
    same(gl.loadtxt(name + ".csv", delimiter=",")["x"].tolist(), [1.25, 2.0], "a table")
    ok(locale.str(1.5) == "1,5", "the program's own output stays as it wants it")
