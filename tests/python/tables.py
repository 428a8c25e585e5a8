"""loadtxt and savetxt: columns by name."""
import os
import pathlib
import tempfile

import gpulinalg as gla
from tap import raises, same

DATA = pathlib.Path(os.environ["srcdir"]) / "tests" / "data" / "tables"

table = gla.loadtxt(DATA / "named.csv")
same(list(table), ["year", "growth", "region"], "the columns in the order of the file")
same((table["year"].dtype, table["year"].tolist()), (gla.int64, [2021, 2022, 2023]), "whole numbers")
same((table["growth"].dtype, table["growth"].tolist()), (gla.float64, [5.7, -1.9, 0.25]), "fractions")
same(table["region"], ["North, upper", "South", "North, upper"], "texts")
same(list(gla.loadtxt(str(DATA / "missing.csv"), missing="drop")["school"].tolist()), [12, 16], "rows that are whole")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "missing.csv"), "a missing value",
       "loadtxt: column 'wage' of '%s' has no value in row 2 (line 3 of the file), the first of 1" % (DATA / "missing.csv"))
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "typo.csv"), "a text among numbers", "holds '1O' among numbers, in row 2")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "ragged.csv"), "a short row", "has 1 fields in row 2 (line 3")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "out.csv")
    gla.savetxt(path, {"x": [0.1, 0.2], "n": gla.asarray([1, 2])})
    same(open(path).read(), "x,n\n0.1,1\n0.2,2\n", "a dictionary of columns")
    same({k: v.tolist() for k, v in gla.loadtxt(path).items()}, {"x": [0.1, 0.2], "n": [1, 2]}, "is read again")
    gla.savetxt(path, gla.asarray([[1.5, 2.5]]), delimiter=";")
    same(open(path).read(), "1.5;2.5\n", "one array")
    raises(gla.ShapeError, lambda: gla.savetxt(path, [[1, 2], [1]]), "columns of two lengths", "savetxt: columns[1] has 1 rows")
    same(open(path).read(), "1.5;2.5\n", "a file stays when writing fails")
    same(os.listdir(folder), ["out.csv"], "and nothing lies beside it")
