"""Tables from data frames of pandas, polars and Arrow, and columns of these packages and NumPy; export by Arrow."""
import datetime
import importlib

import gpulinalg as gl
from tap import raises, same, skip

Table = gl.Table


def load(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        skip(name, "not installed")
        return None


def shown(table):
    """Return the columns as lists, in which missing values are None."""
    def values(name):
        column, lost = table[name], table.missing(name).tolist()
        return [None if gone else x for x, gone in zip(column if isinstance(column, list) else column.tolist(), lost)]
    return {name: values(name) for name in table}


# ---- export and import, without another package
t = Table({"i": [1, None, 3], "f": [0.5, None, -1.0], "b": [True, None, False], "s": ["größer", None, ""],
           "n": gl.asarray([1, 2, 3], dtype="int8"), "m": gl.asarray([True, False, True])})


class Frame:
    def __init__(self, given):
        self.given = given

    def __arrow_c_stream__(self, requested_schema=None):
        return self.given() if callable(self.given) else self.given.__arrow_c_stream__(requested_schema)


back = Table(Frame(t))
same((back.names, back.kinds, shown(back)), (t.names, t.kinds, shown(t)), "a Table by Arrow's interface")
same(shown(Table(Frame(t[0:0]))), {name: [] for name in t}, "without rows")
same(Table(Frame(Table({}))).names, [], "without columns")
same(Table(Frame(t[::2])).rows, 2, "rows at a distance")
kept = Table(Frame(Table({"x": [1.5, 2.5]})))["x"]
same(kept.tolist(), [1.5, 2.5], "a column outlives its frame")
raises(gl.ArgumentError, lambda: Table(Frame(lambda: 3)), "no capsule",
       "whose method __arrow_c_stream__ returned no valid capsule")
raises(ZeroDivisionError, lambda: Table(Frame(lambda: 1 / 0)), "an exception of the frame")


def twice():
    capsule = t.__arrow_c_stream__()
    Table(Frame(lambda: capsule))
    return Table(Frame(lambda: capsule)).rows


same(twice() in (0, 3), True, "a capsule that has been read")
t.__arrow_c_stream__()
same(shown(Table({"a": gl.asarray([1.0])})), {"a": [1.0]}, "our own Array has a method for Arrow too")

# ---- NumPy
np = load("numpy")
if np:
    made = Table({"f": np.array([1.5, np.nan]), "s": np.array(["x", "yy"]), "o": np.array(["x", None], dtype=object),
                  "d": np.array(["2020-01-01", "NaT"], "M8[D]"), "m": np.ma.array([1, 2], mask=[0, 1]),
                  "mf": np.ma.array([1.5, 2], mask=[0, 1]), "u": np.array([1, 2], "u1"), "r": np.arange(4)[::-2]})
    same(shown(made), {"f": [1.5, None], "s": ["x", "yy"], "o": ["x", None], "d": [18262.0, None], "m": [1.0, None],
                       "mf": [1.5, None], "u": [1, 2], "r": [3, 1]}, "columns of NumPy")
    same(shown(Table({"a": [np.float64(1.5), None], "b": [np.int64(3), None]})), {"a": [1.5, None], "b": [3.0, None]},
         "NumPy's numbers in lists")
    raises(gl.ShapeError, lambda: Table({"a": np.zeros((2, 2))}), "a matrix", "Table: column 'a' has shape (2, 2)")
    raises(gl.DTypeError, lambda: Table({"a": np.zeros(2, complex)}), "complex numbers", "column 'a' is complex128")
    raises(gl.DTypeError, lambda: Table(np.zeros((2, 2))), "a matrix is no Table",
           "Table: data is an object of class numpy.ndarray")

# ---- pandas
pd = load("pandas")
if pd and np:
    frame = pd.DataFrame({
        "x": [1.5, np.nan], "i": pd.array([1, None], dtype="Int64"), "b": pd.array([True, None], dtype="boolean"),
        "f": pd.array([0.5, None], dtype="Float64"), "s": ["a", None], "c": pd.Categorical(["u", None], categories=["z", "u"]),
        "cn": pd.Categorical([3, 5]), "d": pd.to_datetime(["2020-01-01", None]).astype("M8[s]"), "o": [1, "x"][:1] + [None],
        "p": pd.period_range("2020", periods=2, freq="Y"), 7: [True, False]})
    made = Table(frame)
    same(made.names, ["x", "i", "b", "f", "s", "c", "cn", "d", "o", "p", "7"], "names of a DataFrame")
    same(shown(made), {"x": [1.5, None], "i": [1.0, None], "b": [1.0, None], "f": [0.5, None], "s": ["a", None],
                       "c": ["u", None], "cn": [3, 5], "d": [float(frame["d"][:1].astype("int64")[0]), None], "o": [1.0, None],
                       "p": [50, 51],
                       "7": [True, False]}, "its columns")
    same(made.levels("c"), ["z", "u"], "the order of categories")
    same(made.kinds[1], "int64", "missing integers stay integers")
    same(shown(Table({"a": frame["s"], "b": frame["i"], "c": frame["c"].array})),
         {"a": ["a", None], "b": [1.0, None], "c": ["u", None]}, "columns of pandas")
    same(shown(Table(frame[["x"]][::-1])), {"x": [None, 1.5]}, "another order of rows")
    t["later"] = pd.Series([1, None, 2], dtype="Int64")
    same(shown(t)["later"], [1.0, None, 2.0], "a column is set")
    del t["later"]
    for n in 0, 2:
        same(Table({"a": pd.Series([None] * n, dtype="string")}).kinds, ["text"], "a column of strings without any")
    raises(gl.DTypeError, lambda: Table({"a": frame}), "a frame as a column", "column 'a' is a DataFrame")
    raises(gl.DTypeError, lambda: Table(pd.DataFrame({"a": [1, {}]})), "objects", "Table: column 'a'[1] is a dictionary")
    raises(gl.ArgumentError, lambda: Table(pd.DataFrame({("a", "b"): [1]})), "two levels of names", "join the levels first")
    raises(gl.DTypeError, lambda: Table(frame["x"]), "a Series is no Table", "Table: data is an object of class pandas")

# ---- polars
pl = load("polars")
if pl:
    frame = pl.DataFrame({"x": [1.5, None], "i": [1, None], "b": [True, None], "s": ["a", None],
                          "l": ["longer than 12 bytes", "x"],
                          "e": pl.Series(["u", None], dtype=pl.Enum(["z", "u"])), "z": [None, None],
                          "c": pl.Series(["u", None], dtype=pl.Categorical), "n": pl.Series([1, 2], dtype=pl.UInt8),
                          "d": [datetime.date(2020, 1, 1), None], "t": [datetime.datetime(2020, 1, 1), None]})
    expected = {"x": [1.5, None], "i": [1.0, None], "b": [1.0, None], "s": ["a", None], "l": ["longer than 12 bytes", "x"],
                "e": ["u", None], "z": [None, None], "c": ["u", None], "n": [1, 2], "d": [18262.0, None],
                "t": [1577836800000000.0, None]}
    same(shown(Table(frame)), expected, "a DataFrame of polars")
    same(Table(frame).levels("e"), ["z", "u"], "the order of an Enum")
    same(shown(Table(frame[1:])), {name: values[1:] for name, values in expected.items()}, "a part of it")
    same(shown(Table({"a": frame["i"], "b": frame["c"]})), {"a": [1.0, None], "b": ["u", None]}, "columns of polars")
    same(pl.DataFrame(t).to_dicts()[1], {"i": None, "f": None, "b": None, "s": None, "n": 2, "m": False}, "export to polars")
    raises(gl.DTypeError, lambda: Table(frame.lazy()), "a LazyFrame", "Table: data is a LazyFrame; collect() it first")
    raises(gl.DTypeError, lambda: Table(pl.DataFrame({"a": [[1], [2]]})), "lists",
           "Table: column 'a' contains values of the Arrow")

# ---- pyarrow
pa = load("pyarrow")
if pa:
    table = pa.table({"i": pa.array([1, None, 3]), "s": pa.array(["a", None, "a"]), "f": pa.array([0.5, 1.5, 2.5]),
                      "c": pa.array(["u", None, "v"]).dictionary_encode(), "ls": pa.array(["a", "b", None], pa.large_string()),
                      "v": pa.array(["a", "longer than 12 bytes", None], pa.string_view())})
    expected = {"i": [1.0, None, 3.0], "s": ["a", None, "a"], "f": [0.5, 1.5, 2.5], "c": ["u", None, "v"],
                "ls": ["a", "b", None], "v": ["a", "longer than 12 bytes", None]}
    same(shown(Table(table)), expected, "a table of Arrow")
    repeated = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2]), pa.array(["b", "b", "a"]))
    same(Table(pa.table({"a": repeated})).levels("a"), ["b", "a"], "a dictionary with equal strings")
    same(shown(Table(pa.concat_tables([table, table]).slice(2, 2))),
         {name: [values[2], values[0]] for name, values in expected.items()}, "parts of several chunks")
    same(shown(Table(table.to_batches()[0])), expected, "a record batch")
    same(shown(Table({"a": table["i"], "b": pa.array(["x", None, "y"])})), {"a": [1.0, None, 3.0], "b": ["x", None, "y"]},
         "columns of Arrow")
    same(pa.table(t).to_pydict()["s"], ["größer", None, ""], "export to Arrow")
    same(pa.table(t).to_pydict()["i"], [1, None, 3], "with missing integers")
    raises(gl.DTypeError, lambda: Table(pa.table({"a": pa.array([1], pa.decimal128(3))})), "decimals", "cast it to float64")
    raises(gl.DTypeError, lambda: Table(pa.table({"a": pa.array([1, 2]).dictionary_encode()})), "categories of numbers",
           "Table: column 'a' contains categories of the Arrow type")
