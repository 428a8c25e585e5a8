"""Tables in Python: conversions of dictionaries, records and lists, columns, rows, files, copies, threads, references."""
import copy
import gc
import io
import pickle
import sys
import threading

import gpulinalg as gl
from tap import ok, raises, same

Table = gl.Table


def shown(table):
    """Return the columns as lists, in which missing numbers are None."""
    def values(name):
        column, lost = table[name], table.missing(name).tolist()
        return [None if gone else x for x, gone in zip(column if isinstance(column, list) else column.tolist(), lost)]
    return {name: values(name) for name in table}


# ---- conversions
t = Table({"wage": [2.5, None, 4], "educ": [12, None, 16], "region": ["n", None, "s"], "union": [True, None, False]})
same(t.names, ["wage", "educ", "region", "union"], "the order of a dictionary")
same(t.kinds, ["float64", "int64", "text", "bool"], "kinds of lists with missing values")
same(shown(t), {"wage": [2.5, None, 4.0], "educ": [12.0, None, 16.0], "region": ["n", None, "s"], "union": [1.0, None, 0.0]},
     "their values")
same(shown(Table([("b", [1, 2]), ("a", ["x", "y"])])), {"b": [1, 2], "a": ["x", "y"]}, "pairs")
same(shown(Table(["b", [1, 2], "a", ("x", "y")])), {"b": [1, 2], "a": ["x", "y"]}, "names and columns")
same(shown(Table([{"a": 1, "b": "x"}, {"b": "y", "c": 2.5}, {"a": 3}])),
     {"a": [1.0, None, 3.0], "b": ["x", "y", None], "c": [None, 2.5, None]}, "records")
same(shown(Table({"a": range(2), "b": gl.asarray([0.5, 1.5]), "c": (x for x in ()) and [1, 2]})),
     {"a": [0, 1], "b": [0.5, 1.5], "c": [1, 2]}, "a range and an Array")
same((Table({}).rows, Table([]).names), (0, []), "no column")
same(Table({"a": ["x", float("nan")]})["a"], ["x", None], "NaN among strings")
same(Table({2020: [1]}).names, ["2020"], "a number as a name")
same(Table(t)["wage"].tolist()[0], 2.5, "a Table of a Table")
raises(gl.DTypeError, lambda: Table([1, 2]), "a list of numbers", "Table: data is a list, but it must be a Table, a dictionary")
raises(gl.ShapeError, lambda: Table({"a": [1, 2], "b": [1]}), "two lengths", "column 'b' has 1 row")
raises(gl.DTypeError, lambda: Table({"a": [1, {}]}), "a column with a dictionary", "Table: column 'a'[1] is a dictionary")
raises(gl.DTypeError, lambda: Table({"a": ["x", 1]}), "strings and numbers",
       "column 'a'[1] is 1, but it must be a string or None, because another item is a string")
raises(gl.OverflowError, lambda: Table({"a": [2**63, None]}), "a large integer", "column 'a'[0] is an integer of 2**63 or more")
raises(gl.DTypeError, lambda: Table({"a": 5}), "a number as a column", "column 'a' is 5, but it must be an array, a list")
raises(gl.ArgumentError, lambda: Table(["a", [1], "b"]), "a name without a column", "has 3 items, but names and columns")
raises(gl.ArgumentError, lambda: Table([("a", [1]), 3]), "a pair that is none", "data[1] is not a pair")
raises(gl.DTypeError, lambda: Table([{"a": 1}, 4]), "a record that is none", "data[1] is 4, but it must be a record")
raises(gl.ArgumentError, lambda: Table({1: [1], "1": [2]}), "a name twice", "two columns have the name '1'")
raises(gl.ArgumentError, lambda: Table({None: [1]}), "no name", "has a column whose name is None")
raises(gl.ArgumentError, lambda: gl.econ.ols("wage ~ educ", "wages.csv"), "a file name as data",
       "ols: data is 'wages.csv', but it must be a Table, a dictionary of columns, a data frame or an array; Table.read")


# ---- values that change while they are read
class Changing(dict):
    def items(self):
        raise AssertionError


class Clearing:
    def __init__(self, target):
        self.target = target

    def __float__(self):
        self.target.clear()
        return 1.5


columns = {}
columns["a"] = [Clearing(columns), None, 2.0]
columns["b"] = [1, 2, 3]
same(shown(Table(columns)), {"a": [1.5, None, 2.0], "b": [1, 2, 3]}, "a dictionary that its own elements clear")
same(columns, {}, "they did")
items = [None, 2.0]
items.append(Clearing(items))
same(shown(Table({"a": items})), {"a": [None, 2.0, 1.5]}, "a list that its own elements clear")
same(shown(Table(Changing(a=[1]))), {"a": [1]}, "a class derived from dict")


class Raising:
    def __float__(self):
        raise KeyError("mine")


raises(KeyError, lambda: Table({"a": [None, Raising()]}), "an exception of the script", "mine")

# ---- columns
t = Table({"wage": [2.5, 4.25, 3.0], "region": ["n", "s", None]})
same((len(t), list(t), "wage" in t, "wgae" in t, 3 in t), (3, ["wage", "region"], True, False, False), "rows and names")
same(type(t["wage"]).__name__, "Array", "a column of numbers")
same(t["region"], ["n", "s", None], "a column of strings")
t["lwage"] = gl.log(t["wage"])
t["one"] = 1
t["place"] = "here"
t["none"] = None
t["list"] = [1, None, 3]
t["texts"] = ["a", None, "b"]
same(t.kinds, ["float64", "text", "float64", "int64", "text", "float64", "int64", "text"], "new columns")
same((shown(t)["list"], shown(t)["texts"], shown(t)["none"], shown(t)["place"]),
     ([1.0, None, 3.0], ["a", None, "b"], [None] * 3, ["here"] * 3), "their values")
del t["none"], t["place"]
t["one"] *= 2
same(t["one"].tolist(), [2, 2, 2], "a column is changed")
raises(gl.ArgumentError, lambda: t["wgae"], "a missing column", "Table: there is no column 'wgae'; did you mean 'wage'?")
raises(gl.ShapeError, lambda: t.__setitem__("x", [1]), "a column that is too short", "Table: column 'x' has 1 row")
raises(gl.DTypeError, lambda: t.__setitem__(0, [1]), "no name", "its key must be a name, not 0")
raises(gl.ArgumentError, lambda: t.__delitem__("x"), "an absent column is deleted", "Table: there is no column 'x'")

# ---- rows
same(t[1:]["wage"].tolist(), [4.25, 3.0], "a slice")
same(t[::-1]["region"], [None, "s", "n"], "a step")
same(t[t["wage"] > 2.6]["region"], ["s", None], "a mask")
same(t[[0, -1]]["wage"].tolist(), [2.5, 3.0], "positions")
same(t[["region", "wage"]].names, ["region", "wage"], "names")
same(t[0:0].rows, 0, "no rows")
raises(gl.ArgumentError, lambda: t[1], "one row", "write t[1:2] for a Table of one row")
same(str(t), t.text(), "print shows the text")
same(repr(t), t.text(), "and so does the shell")
same(t.to_dict()["region"], ["n", "s", None], "to_dict")

ok(t._repr_html_().lstrip().startswith("<table"), "notebooks show HTML")

# ---- files
text = "wage,educ,name\n2.5,12,Ann\nNA,,Bob\n4,16,\n"
r = Table.read(io.StringIO(text))
same(shown(r), {"wage": [2.5, None, 4.0], "educ": [12.0, None, 16.0], "name": ["Ann", "Bob", None]}, "a file")
raises(gl.ArgumentError, lambda: Table.read(io.StringIO(text), missing="raise"), "missing values are refused", "Table.read: ")
raises(gl.ArgumentError, lambda: Table.read("/nowhere.csv"), "no file", "Table.read: cannot read '/nowhere.csv'")

# ---- copies


class Wages(Table):
    pass


for made, name in ((copy.copy(t), "copy"), (copy.deepcopy(t), "deepcopy"), (pickle.loads(pickle.dumps(t)), "pickle")):
    same((str(made), made.levels("texts"), shown(made)), (str(t), t.levels("texts"), shown(t)), name)
w = Wages({"a": [1, None], "b": ["x", None]})
w.source = "survey"
again = pickle.loads(pickle.dumps(w))
same((type(again), again.source, shown(again)), (Wages, "survey", shown(w)), "a derived class")
same(type(Wages.read(io.StringIO("a\n1\n"))), Wages, "reads its own class")
other = copy.copy(t)
other["wage"] = 0
same(t["wage"].tolist()[0], 2.5, "a copy is another Table")

# ---- Fits
fit = gl.econ.ols([1.0, 2.0, 4.0], [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
same(repr(fit), fit.summary(), "print shows the summary of a Fit")
for made, name in ((copy.copy(fit), "copy"), (copy.deepcopy(fit), "deepcopy"), (pickle.loads(pickle.dumps(fit)), "pickle")):
    same((type(made).__name__, made.coef, str(made)), ("Fit", fit.coef, str(fit)), name + " of a Fit")
same(gl.econ.etable(fit, fit), gl.econ.etable([fit, [fit]]), "Fits in lists")
stack = gl.econ.ols([[1.0, 2.0, 4.0]] * 2, [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
same(repr(stack), "<Fit: stack of regressions whose coefficients have the shape (2, 2)>", "a stack has no summary")

# ---- threads: readers see old or new columns of one length
shared, failures = Table({"a": [0.0] * 100}), []


def change():
    for i in range(200):
        shared["a"] = float(i)
        shared["b%d" % (i % 3)] = ["x"] * 100


def read():
    for _ in range(200):
        try:
            for name in shared:
                if len(shared[name]) != 100:
                    failures.append(name)
            pickle.loads(pickle.dumps(shared))
        except Exception as error:
            failures.append(repr(error))


threads = [threading.Thread(target=run) for run in (change, read, read)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
same(failures, [], "threads")

# ---- references
keys, column = ["some name", "other"], ["text %d" % i for i in range(10)]


def use():
    u = Table({keys[0]: column, keys[1]: [1, None] * 5})
    u["c"] = column
    u["d"] = [None] * 10
    for bad in ({keys[0]: [1, {}]}, [{"a": 1}, 3], {keys[0]: column, keys[1]: [1]}):
        try:
            Table(bad)
        except gl.Error:
            pass
    return pickle.loads(pickle.dumps(u))[keys[0]]


use()
gc.collect()
before = gl._native.live_arrays(), [sys.getrefcount(x) for x in (*keys, *column, column)]
for _ in range(50):
    use()
gc.collect()
after = gl._native.live_arrays(), [sys.getrefcount(x) for x in (*keys, *column, column)]
same(after[0], before[0], "no array is left")
ok(all(abs(x - y) < 20 for x, y in zip(after[1], before[1])), "no reference is left")
