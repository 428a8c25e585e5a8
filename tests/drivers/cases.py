#!/usr/bin/env python3
"""Run conformance cases (tests/cases/README.md) in Python and print TAP.

usage: cases.py [--device D] [--hex FILE] FILE.case..."""
import argparse
import cmath
import math
import operator
import os
import re
import sys
import tempfile
import warnings
import zlib
from types import SimpleNamespace

import gpulinalg

NUMBER = r"[-+]?(?:0x[0-9a-f.]+p[-+]?\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf|nan)"
COMPLEX = re.compile(rf"({NUMBER}(?=[-+]))?({NUMBER})j$")
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\],]|[^\s\[\],"]+)')
DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
WORDS = {"true": True, "false": False, "none": None, **{name: name for name in DTYPES}}
OPERATORS = dict(zip(
    "add subtract multiply divide remainder pow matmul equal not_equal less less_equal greater greater_equal bitwise_and "
    "bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift negative abs bitwise_invert".split(),
    "add sub mul truediv mod pow matmul eq ne lt le gt ge and_ or_ xor lshift rshift neg abs invert".split()))
ESCAPES = {"n": "\n", "t": "\t"}
DATA = os.path.join(os.environ.get("srcdir", "."), "tests/data")
FAILURES = (Exception, RecursionError)


# Functions that return a list of integers. Python returns a tuple, as for several results.
LISTS = (gpulinalg.broadcast_shapes, gpulinalg.sparse.shape, gpulinalg.sparse.factorization_shape,
         gpulinalg.sparse.preconditioner_shape)


class CaseError(Exception):
    """Error in the case file, not in the library."""


def real(word):
    return float.fromhex(word) if "0x" in word else float(word)


def value(tokens, names):
    """Parse one literal or name from the front of the list of tokens."""
    word = tokens.pop(0) if tokens else ""
    if word == "[":
        items = []
        while tokens and tokens[0] != "]":
            items.append(value(tokens, names))
            if tokens and tokens[0] == ",":
                tokens.pop(0)
        if not tokens:
            raise CaseError("a list is not closed")
        tokens.pop(0)
        return items
    if word.startswith('"'):
        return re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), word[1:-1])
    if word in WORDS:
        return WORDS[word]
    if re.fullmatch(r"[-+]?\d+", word):
        return int(word)
    if re.fullmatch(NUMBER, word):
        return real(word)
    if match := COMPLEX.match(word):
        return complex(real(match[1] or "0"), real(match[2]))
    if word in names:
        return names[word]
    raise CaseError(f"no such name or literal: {word!r}")


def tokenize(text):
    tokens, at = [], 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if not match:
            raise CaseError(f"cannot read: {text[at:]}")
        tokens.append(match[1])
        at = match.end()
    return tokens


def flatten(nested):
    """Return (shape, flat list of values) of nested lists or a number."""
    if not isinstance(nested, (list, tuple)):
        return (), [nested]
    parts = [flatten(item) for item in nested]
    if any(part[0] != parts[0][0] for part in parts):
        raise CaseError("a ragged list")
    return (len(parts), *(parts[0][0] if parts else ())), [v for part in parts for v in part[1]]


def shape_and_values(x):
    if not isinstance(x, gpulinalg.Array):
        return flatten(x)
    values = flatten(x.tolist())[1]
    return tuple(x.shape), values


def compare(got, expected, tolerance):
    """Return None, or the difference of two values."""
    if any(isinstance(x, gpulinalg._native._Handle) and not isinstance(x, gpulinalg.Array) for x in (got, expected)):
        return None if got == expected else "not the same object"
    (gs, gv), (es, ev) = shape_and_values(got), shape_and_values(expected)
    if gs != es:
        return f"got shape {gs}\nexpected shape {es}"
    limit = tolerance * max((abs(e) for e in ev if cmath.isfinite(e)), default=0) if tolerance else 0
    for i, (g, e) in enumerate(zip(gv, ev)):
        if g == e or (cmath.isnan(g) and cmath.isnan(e)):
            continue
        if not tolerance or not cmath.isfinite(g) or not cmath.isfinite(e) or abs(g - e) > limit:
            return f"got {g!r}\nexpected {e!r}\ndifference {g - e!r}, allowed {limit!r}, at element {i} of shape {gs}"
    return None


def same_part(got, expected, tolerance):
    if got != got or expected != expected:
        return got != got and expected != expected
    if got == expected:
        return got != 0 or math.copysign(1, got) == math.copysign(1, expected)
    return math.isfinite(got) and math.isfinite(expected) and abs(got - expected) <= tolerance * abs(expected)


def compare_parts(got, expected, tolerance):
    """Compare real and imaginary parts separately, including the signs of zeros; the tolerance is relative to each part."""
    (gs, gv), (es, ev) = shape_and_values(got), shape_and_values(expected)
    if gs != es:
        return f"got shape {gs}\nexpected shape {es}"
    for i, (g, e) in enumerate(zip(gv, ev)):
        g, e = complex(g), complex(e)
        if not same_part(g.real, e.real, tolerance) or not same_part(g.imag, e.imag, tolerance):
            return f"got {g!r}\nexpected {e!r}\nat element {i}"
    return None


class Run:
    """State of the driver for all files of one command line."""

    def __init__(self, device, hexfile):
        self.device, self.hexfile, self.count, self.failed = device, hexfile, 0, 0
        self.folder = tempfile.TemporaryDirectory(prefix="gpulinalg-cases-")
        self.scratch = self.folder.name

    def result(self, problem, name):
        self.count += 1
        self.failed += problem is not None
        print("ok" if problem is None else "not ok", self.count, "-", name)
        for line in problem.splitlines() if problem else ():
            print("#  ", line)

    def call(self, tokens, names):
        """Evaluate FUNCTION ARG... OPTION=ARG... and return a list of results."""
        space, _, name = tokens.pop(0).rpartition(".")
        owner = operator.attrgetter(space)(gpulinalg) if space else gpulinalg
        if name == "operator":
            owner, name = operator, OPERATORS.get(tokens.pop(0), "")
        function = getattr(owner, name, None)
        if function is None:
            raise CaseError("no such function")
        args, options = [], {}
        while tokens:
            if match := re.match(r"([A-Za-z_]\w*)=(.*)$", tokens[0]):
                tokens[0:1] = [match[2]] if match[2] else []
                options[match[1]] = value(tokens, names)
            else:
                args.append(value(tokens, names))
        result = function(*args, **options)
        several = isinstance(result, tuple) and function not in LISTS
        parts = list(result) if several else [result]
        if several and parts and isinstance(parts[-1], tuple):  # a list of arrays after other results
            parts[-1:] = parts[-1]
        return parts

    def hex(self, place, name, x):
        if isinstance(x, gpulinalg.DType):
            x = x.name
        if isinstance(x, gpulinalg.Array):
            shape = "x".join(map(str, x.shape)) or "scalar"
            data = memoryview(gpulinalg.to_device(x, "host")).tobytes()
            line = f"{x.dtype} {shape} " + (data.hex() if len(data) <= 1024 else f"crc {zlib.crc32(data):08x}")
        else:
            words = x if isinstance(x, (list, dict)) else [x] if isinstance(x, str) else vars(x)
            line = "text - " + "\n".join(sorted("(none)" if w is None else w for w in words)).encode().hex()
        print(place, name, line, file=self.hexfile)

    def check(self, tokens, names, place):
        """Run a statement that is a test; return None or the problem."""
        kind, name = tokens.pop(0), tokens.pop(0)
        if kind == "fails":
            try:
                self.call(tokens, names)
            except CaseError:
                raise
            except FAILURES as error:
                return None if type(error).__name__ == name else f"got {type(error).__name__}: {error}\nexpected {name}"
            return f"got no error\nexpected {name}"
        if name not in names:
            return f"no such name: {name}"
        got = names[name]
        if kind == "dtype":
            return None if str(got.dtype) == tokens[0] else f"got {got.dtype}\nexpected {tokens[0]}"
        expected = value(tokens, names)
        if kind == "near":
            return compare(got, expected, value(tokens, names) if tokens else 1e-13)
        if kind == "parts":
            return compare_parts(got, expected, value(tokens, names) if tokens else 0)
        if kind == "same":
            return compare(got, expected, 0)
        if kind == "shape":
            return None if list(got.shape) == expected else f"got {list(got.shape)}\nexpected {expected}"
        if kind == "has" and isinstance(got, SimpleNamespace):
            got = vars(got)
        good = got == expected if kind == "text" else expected in got
        if good and tokens:  # the value of a field
            got, expected = got[expected], value(tokens, names)
            if tokens:
                return compare(got, expected, value(tokens, names))
            good = got == expected
        return None if good else f"got {got!r}\nexpected {expected!r}"

    def statement(self, text, names, place):
        tokens = tokenize(text)
        kind = tokens[0]
        try:
            if kind == "let":
                dtype = tokens[-1] if tokens[-2] == "as" else None
                rest = tokens[3:-2] if dtype else tokens[3:]
                x = value(rest, names)
                names[tokens[1]] = gpulinalg.asarray(x, dtype=dtype) if dtype else x
            elif kind == "warns":
                with warnings.catch_warnings(record=True) as shown:
                    warnings.simplefilter("always")
                    self.bind(tokens[1:], names, place)
                got = [w.category.__name__ for w in shown]
                self.result(None if got and set(got) == {tokens[1]} else f"got warnings {got}\nexpected {tokens[1]}",
                            f"{place} {text}"[:100].replace("#", ""))
            elif kind == "call":
                self.bind(tokens, names, place)
            elif kind == "do":
                self.call(tokens[1:], names)
            elif kind in ("near", "same", "parts", "dtype", "shape", "text", "has", "fails"):
                self.result(self.check(tokens, names, place), f"{place} {text}"[:100].replace("#", ""))
            else:
                raise CaseError(f"unknown statement {kind!r}")
        except FAILURES as error:
            self.result(f"{type(error).__name__}: {error}", f"{place} {text}"[:100].replace("#", ""))

    def bind(self, tokens, names, place):
        """WORD NAME... = FUNCTION ...: call the function, and assign the results to the names."""
        equals = tokens.index("=")
        results, wanted = self.call(tokens[equals + 1:], names), tokens[1:equals]
        undefined = tokens[equals + 1].startswith("empty")
        if len(results) != len(wanted):
            raise CaseError(f"{len(results)} results for {len(wanted)} names")
        for name, x in zip(wanted, results):
            names[name] = x
            if self.hexfile and not undefined and isinstance(
                    x, (gpulinalg.Array, gpulinalg.DType, str, list, dict, SimpleNamespace)):
                self.hex(place, name, x)

    def host_factors(self):
        """Return True if the host has sparse direct solvers, which are part of SuiteSparse."""
        try:
            return bool(gpulinalg.sparse.factor(gpulinalg.sparse.eye(1, device="host")))
        except gpulinalg.NotSupportedError:
            return False

    @staticmethod
    def libzip():
        """Return True if gpulinalg was built with libzip, which reads and writes .npz files."""
        try:
            gpulinalg.sparse.load_npz("")
        except gpulinalg.Error as error:
            return "built without it" not in str(error)
        return True

    def lacks(self, text):
        """Return a requirement of the file that the device does not meet."""
        have = {"host": self.device == "host", "gpu": self.device != "host",
                **{word: gpulinalg.device_info(self.device)[word] for word in ("float64", "kernels")}}
        for need in re.findall(r"^# needs:(.*)", text, re.M):
            for word in need.split():
                asked = {"direct": self.host_factors, "libzip": self.libzip}.get(word)
                if not (asked() if asked else have.get(word, False)):
                    return word
        return None

    def file(self, path):
        name = "/".join(path.split("/")[-2:])
        before, names, variable, words, block = self.count, {}, None, ["-"], []
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if need := self.lacks(text):
            self.count += 1
            print(f"ok {self.count} - {name} # SKIP needs {need}")
            return

        def flush():
            for word in words:
                for number, line in block:
                    line = line.replace("$DEVICE", self.device).replace("$DATA", DATA).replace("$SCRATCH", self.scratch)
                    if variable:
                        line = line.replace("$" + variable, word)
                    self.statement(line, names, f"{name}:{number} {word}")

        start, held = 0, ""
        for number, line in enumerate(text.split("\n"), 1):
            start = start if held else number
            line = held + re.match(r'(?:[^"#]|"(?:[^"\\]|\\.)*")*', line)[0].strip()
            held = line[:-1] if line.endswith("\\") else ""
            if held or not line:
                continue
            if match := re.match(r"each\s+(\w+)\s*=\s*(.*)", line):
                flush()
                variable, words, block = match[1], match[2].split(), []
            else:
                block.append((start, line))
        flush()
        if self.count == before:
            self.result("the file holds no test", name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="host")
    parser.add_argument("--hex", type=argparse.FileType("w"))
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    gpulinalg.set_device(options.device)
    warnings.simplefilter("error")  # a warning that no statement expects is a failure
    run = Run(options.device, options.hex)
    for path in options.files:
        run.file(path)
    run.folder.cleanup()
    if options.hex:
        options.hex.close()
    print(f"1..{run.count}")
    return 1 if run.failed else 0


sys.exit(main())
