"""Data frames, masked and sparse arrays: missing values and non-numbers are refused, with their position and a remedy."""
import importlib
import warnings

import gpulinalg as gl
from tap import raises, same, skip


def load(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        skip(name, "not installed")
        return None


def missing(make, words, name):
    raises(gl.ArgumentError, lambda: gl.asarray(make()), name, words)
    raises(gl.ArgumentError, lambda: gl.sum(make()), name + ": the function and the argument are named", "sum: x is a ")


def unfit(make, words, name):
    raises(gl.DTypeError, lambda: gl.asarray(make()), name, words)


warnings.simplefilter("ignore")
np = load("numpy")
if np:
    masked = np.ma.masked_array
    missing(lambda: masked([[1, 2], [3, 4.0]], [[0, 0], [1, 0]]), "element [1, 0] is masked; use .filled", "a masked element")
    same(gl.asarray(masked([1, 2], [0, 0])).tolist(), [1, 2], "a mask that hides nothing")
    same(gl.asarray(masked([1.5])).tolist(), [1.5], "no mask")
    raises(gl.ArgumentError, lambda: gl.asarray([1.0, np.ma.masked]), "a masked value in a list", "obj[1] is a masked")
    raises(gl.DTypeError, lambda: gl.asarray(np.array([[1, None]], dtype=object)), "None among objects", "obj[0][1] is None")
    unfit(lambda: np.array(["2020-01-01"], dtype="M8[D]"), "", "times")
    bytes_ = np.array([0, 1, 255, 2], dtype="u1").view("?")
    truths = gl.asarray(bytes_)
    same(truths.tolist(), [False, True, True, True], "bools of other bytes are true")
    same((gl.astype(truths, "uint8").tolist(), gl.sum(truths).item()), ([0, 1, 1, 1], 3), "and count as one")
    same(gl.asarray(bytes_[::-2]).tolist(), [True, True], "with strides")
    if np.__version__ >= "2":
        same(gl.sum(gl.from_dlpack(bytes_)).item(), 3, "by DLPack")

    class Interface:
        __array_interface__ = bytes_.__array_interface__
    same(gl.astype(gl.asarray(Interface()), "int8").tolist(), [0, 1, 1, 1], "by __array_interface__")
    clean = np.array([True, False])
    gl.asarray(clean, device="host")[0] = False
    same(bool(clean[0]), False, "bools of 0 and 1 share the memory")
same(gl.astype(gl._native._pickle(b"\x00\x07", "bool", (2,)), "uint8").tolist(), [0, 1], "from a pickle")
same(gl.asarray(memoryview(bytearray(b"\x00\x05")).cast("?")).tolist(), [False, True], "from a memoryview")

pd = load("pandas")
if pd:
    frame = pd.DataFrame
    missing(lambda: pd.Series([1, None, 3], dtype="Int64"), "no value in row 1", "a missing integer")
    missing(lambda: pd.Series([True, None], dtype="boolean"), "no value in row 1", "a missing bool")
    missing(lambda: frame({"a": [1, 2], "b": pd.Series([None, 1], dtype="Int8")}), "column 'b' has no value in row 0",
            "in a frame")
    missing(lambda: frame({"a": [1.0, None]}, dtype=object), "column 'a' has no value in row 1", "None among objects")
    missing(lambda: pd.array([1, None]), "fillna", "an array of pandas")
    same(repr(gl.asarray(pd.Series([1.0, None])).tolist()), "[1.0, nan]", "NaN of floats is a number")
    same(gl.asarray(pd.Series([1, 2], dtype="Int8")).dtype, gl.int8, "a nullable type that lacks nothing")
    same(gl.asarray(frame({"a": [1, 2], "b": [True, False]})).tolist(), [[1, 1], [2, 0]], "columns of two types")
    same(gl.asarray(frame({"a": [1, 2], "b": [0.5, 2]})).tolist(), [[1.0, 0.5], [2.0, 2.0]], "integers and floats")
    unfit(lambda: frame({"a": [1, 2], "b": [3, "x"]}), "column 'b' contains text, 'x', in row 1", "text in a frame")
    unfit(lambda: pd.Series(["a"]), "contains text, 'a', in row 0", "a column of text")
    unfit(lambda: pd.Series(["a", None]), "encode it with factorize_texts", "what to do with it")
    unfit(lambda: pd.Series([None, "a"]), "contains text, 'a', in row 1", "which is more than that a value is missing")
    unfit(lambda: pd.Series([None, 1.0, "a"], dtype=object), "contains text, 'a', in row 2", "among objects too")
    missing(lambda: pd.Series([None, None], dtype="string"), "no value in row 0", "a column of text without any")
    unfit(lambda: frame({"c": pd.Series([1], dtype="category")}), "column 'c' contains categories", "categories")
    unfit(lambda: frame({"t": [pd.Timestamp("2020-01-01")]}), "column 't' contains times", "times")
    for column in pd.Series(["b", None, "a", "b"]), pd.array(["b", pd.NA, "a", "b"]), pd.Categorical(["b", None, "a", "b"]):
        codes, uniques = gl.factorize_texts(column)
        same((codes.tolist(), uniques), ([0, -1, 1, 0], ["b", "a"]), "texts of a %s" % type(column).__name__)
    codes, uniques = gl.factorize_texts(frame({"tolist": ["x"], "b": ["y"]}))
    same(uniques, ["tolist", "b"], "a frame is its labels, whatever they are called")
    for value in pd.NA, pd.NaT:
        raises(gl.DTypeError, lambda: gl.asarray([1.0, value]), "%r in a list" % value, "obj[1] is an object of class pandas")

pl = load("polars")
if pl:
    missing(lambda: pl.Series([1, None]), "no value in row 1", "a missing integer of polars")
    missing(lambda: pl.DataFrame({"a": [1.0, 2.0], "b": [None, 1.0]}), "column 'b' has no value in row 0", "in its frame")
    unfit(lambda: pl.DataFrame({"a": [1], "b": ["x"]}), "column 'b' contains text, 'x', in row 0", "text")
    unfit(lambda: pl.Series([None, "x"]), "contains text, 'x', in row 1", "where a value is missing too")
    same(gl.asarray(pl.DataFrame({"a": [1, 2], "b": [0.5, 1.0]})).tolist(), [[1.0, 0.5], [2.0, 1.0]], "a frame")
    same(repr(gl.asarray(pl.Series([1.0, float("nan")])).tolist()), "[1.0, nan]", "its NaN is a number")

pa = load("pyarrow")
if pa:
    missing(lambda: pa.array([1, None]), "no value in row 1", "a missing integer of pyarrow")
    missing(lambda: pa.table({"x": [1, 2], "y": [None, 2]}), "column 'y' has no value in row 0", "in its table")
    unfit(lambda: pa.array(["x"]), "contains text, 'x', in row 0", "its text")
    unfit(lambda: pa.array([None, "x"]), "contains text, 'x', in row 1", "where a value is missing too")
    same(gl.asarray(pa.table({"x": [1, 2], "y": [0.5, 2]})).tolist(), [[1.0, 0.5], [2.0, 2.0]], "a table")

sparse = load("scipy.sparse")
if sparse:
    for make in sparse.csr_matrix, sparse.coo_matrix:
        missing(lambda: make([[1.0, 0.0]]), "is a scipy.sparse matrix; use .toarray()", make.__name__)
