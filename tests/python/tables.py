"""loadtxt and savetxt with named columns."""
import gzip
import io
import os
import pathlib
import resource
import signal
import stat
import subprocess
import tempfile
import time
import warnings

import gpulinalg as gla
from tap import raises, same

DATA = pathlib.Path(os.environ["srcdir"]) / "tests" / "data" / "tables"

table = gla.loadtxt(DATA / "named.csv")
same(list(table), ["year", "growth", "region"], "the columns in the order of the file")
same((table["year"].dtype, table["year"].tolist()), (gla.int64, [2021, 2022, 2023]), "whole numbers")
same((table["growth"].dtype, table["growth"].tolist()), (gla.float64, [5.7, -1.9, 0.25]), "fractions")
same(table["region"], ["North, upper", "South", "North, upper"], "texts")
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    same(gla.loadtxt(str(DATA / "missing.csv"), missing="drop")["school"].tolist(), [12, 16], "rows that are whole")
    wages = gla.loadtxt(DATA / "missing.csv", missing="drop", usecols=["wage"])["wage"]
    same(wages.tolist(), [1.5, 2.5, 4], "by the columns read")
same([(w.category, str(w.message)) for w in seen], [
    (gla.TableWarning, "loadtxt: dropped 2 of the 4 rows of '%s' because of missing values: 1 in column 'wage', and others in "
                       "another column; pass usecols to read only the columns that you need" % (DATA / "missing.csv")),
    (gla.TableWarning, "loadtxt: dropped 1 of the 4 rows of '%s' because of missing values: 1 in column 'wage'; pass "
                       "usecols to read only the columns that you need" % (DATA / "missing.csv"))],
     "with warnings that count them")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "missing.csv"), "a missing value",
       "loadtxt: column 'wage' of '%s' has a missing value in row 2 (line 3 of the file); pass" % (DATA / "missing.csv"))
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "typo.csv"), "a text among numbers",
       "contains '1O' among numbers, in row 2")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "workbook.xlsx"), "a workbook",
       "is not text but a ZIP archive or a spreadsheet workbook; save the table as CSV in UTF-8")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "ragged.csv"), "a short row", "has 1 field in row 2 (line 3")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "out.csv")
    gla.savetxt(path, {"x": [0.1, 0.2], "n": gla.asarray([1, 2])})
    same(open(path).read(), "x,n\n0.1,1\n0.2,2\n", "a dictionary of columns")
    same({k: v.tolist() for k, v in gla.loadtxt(path).items()}, {"x": [0.1, 0.2], "n": [1, 2]}, "is read again")
    gla.savetxt(path, {"firm": ["A", None, "NA"], "x": [1, 2, 3]})
    firms = gla.loadtxt(path)["firm"]
    same(firms, ["A", None, "NA"], "missing texts come back")
    same(gla.factorize_texts(firms).codes.tolist(), [0, -1, 1], "and have no code")
    gla.savetxt(path, {"name": ["a", "b, c"], "x": [0.5, 1.5]})
    same(open(path).read(), 'name,x\na,0.5\n"b, c",1.5\n', "a column of texts")
    same(gla.loadtxt(path, usecols=[0]), {"name": ["a", "b, c"]}, "a column by its number")
    same(gla.loadtxt(path, usecols=["name"], text=[1]), {"name": ["a", "b, c"]}, "one that is not read")
    raises(gla.ArgumentError, lambda: gla.loadtxt(path, usecols=[2]), "a number too large",
           "loadtxt: '%s' has no column '2' for usecols; the columns are 'name', 'x'" % path)
    gla.savetxt(path, gla.asarray([[1.5, 2.5]]), delimiter=";")
    same(open(path).read(), "1.5;2.5\n", "one array")
    raises(gla.ShapeError, lambda: gla.savetxt(path, [[1, 2], [1]]), "columns of two lengths",
           "savetxt: columns[1] has length 1")
    same(open(path).read(), "1.5;2.5\n", "a file stays when writing fails")
    same(os.listdir(folder), ["out.csv"], "and nothing lies beside it")

# ---- messages that name the remedy
LAYOUTS = DATA.parent / "layouts"


def says(name, *parts, **options):
    for part in parts:
        raises(gla.ArgumentError, lambda: gla.loadtxt(LAYOUTS / name, **options), name, part)


says("eurostat.tsv", "column '2019' of", "contains '97.6 b' among numbers, in row 2 (line 3 of the file); pass flags='b' to "
     "read it as 97.6, or text=['2019'] to read the column as text", missing="nan")
says("units.csv", "column 'gdp' of",
     "contains 'billion USD' among numbers, in row 1 (line 2 of the file); pass units=1 to skip that row")
says("destatis.csv",
     "has 1 field in row 3 (line 7 of the file), but 3 in its first line; pass skipfooter=3 to skip the last 3 rows",
     encoding="latin-1", decimal=",")
says("oecd.csv", "column 'Base period' of", "has no value in any row; drop the column with usecols")
for content, part in (("a,b\n1,2\n1,2,5\n", "a field that contains a comma must be quoted"),
                      ("a;b\n1;1\n2,5;1\n", "decimal=',' to read it as 2.5"),
                      ('a,b\n1,1\n"1,234",1\n', "decimal=',' to read it as 1.234, or thousands=',' to read it as 1234"),
                      ("a,b\n1,1\n$5,2\n", "currency='$' to read it as 5"),
                      ("a,b\n1,1\n5%,2\n", "percent='fraction' to read it as 0.05, or percent='points' to read it as 5"),
                      ("a,b\n1,1\nn.a.,2\nn.a.,2\n", "in row 2 (line 3 of the file), the first of 2 such cells; correct it, "
                       "drop the column with usecols, pass missing_values=['n.a.'] if it means a missing value")):
    raises(gla.ArgumentError, lambda: gla.loadtxt(io.StringIO(content)), content, part)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    same(gla.loadtxt(LAYOUTS / "r2.csv")["x"], ["1,5", "-2,25"], "a column that is text by its form")
same([str(w.message) for w in seen], ["loadtxt: column 'x' of '%s' is text because of '1,5' in row 1 (line 2 of the file); "
                                      "pass decimal=',' to read it as 1.5, or text=['x'] to keep the column as text" %
                                      (LAYOUTS / "r2.csv")],
     "says so")
gla.set_policy("table", "raise")
raises(gla.ArgumentError, lambda: gla.loadtxt(LAYOUTS / "r2.csv"), "set_policy makes it an error", "loadtxt: column 'x' of")
gla.set_policy("table", "warn")

# ---- file objects
with open(DATA / "named.csv") as file:
    same(gla.loadtxt(file)["year"].tolist(), [2021, 2022, 2023], "a file opened as text")
with open(DATA / "latin1.csv", "rb") as file:
    same(gla.loadtxt(file, encoding="latin-1")["Stadt"], ["Köln", "Käln"], "one opened as bytes")
with open(DATA / "latin1.csv", encoding="latin-1") as file:
    same(gla.loadtxt(file)["Stadt"], ["Köln", "Käln"], "one that Python decodes")
with open(DATA / "utf8.csv") as file:
    raises(gla.ArgumentError, lambda: gla.loadtxt(file, encoding="latin-1"), "two encodings",
           "returns decoded text")
with gzip.open(DATA / "named.csv.gz") as file:
    same(gla.loadtxt(file)["year"].tolist(), [2021, 2022, 2023], "gzip.open")
same(gla.loadtxt(io.BytesIO((DATA / "named.csv.gz").read_bytes()))["year"].tolist(), [2021, 2022, 2023], "compressed bytes")
file = io.StringIO("a line\nx,y\n1,2\n")
file.readline()
same(gla.loadtxt(file)["y"].tolist(), [2], "what is left in a file")
raises(gla.ArgumentError, lambda: gla.loadtxt(io.StringIO("")), "an empty one", "loadtxt: '<StringIO>' contains no rows")
text, data = io.StringIO(), io.BytesIO()
for file in text, data:
    gla.savetxt(file, {"name": ["ä", "b, c"], "x": [0.5, 1.5]})
same((text.getvalue(), data.getvalue()), ('name,x\nä,0.5\n"b, c",1.5\n', 'name,x\nä,0.5\n"b, c",1.5\n'.encode()), "savetxt")
coded = gla.loadtxt(io.StringIO("a\n-999\n1.5\n"), missing_values=[-999.0], missing="nan")["a"]
same(gla.nansum(coded).item(), 1.5, "a code as a number")
table = gla.loadtxt(io.StringIO("a\nTRUE\nFALSE\n"))
same((table["a"].dtype, table["a"].tolist()), (gla.bool, [True, False]), "truth values")

# ---- encodings
cities = ["Köln", "Käln"]
latin1 = gla.loadtxt(DATA / "latin1.csv", encoding="latin-1")
same((list(latin1), latin1["Stadt"]), (["Länd", "Lönd", "Stadt"], cities), "a file in Latin-1")
same(gla.loadtxt(DATA / "utf8.csv")["Stadt"], cities, "a file in UTF-8")
same(gla.loadtxt(DATA / "windows1252.csv", encoding="windows-1252")["city"], ["“Paris” €", "Orléans"], "a file in Windows-1252")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "latin1.csv"), "bytes that are not UTF-8",
       "loadtxt: '%s' is not in UTF-8: line 1 contains the byte 0xe4; give encoding='latin-1'" % (DATA / "latin1.csv"))
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "overlong.csv"), "a form that is longer than need be",
       "line 2 contains the byte 0xc0")
same(gla.loadtxt(DATA / "utf16.csv")["y"].tolist(), [2], "UTF-16 with its mark")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "utf16_no_mark.csv"), "UTF-16 without a mark",
       "is in UTF-16; pass encoding='utf-16-be' to read it")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "zero.csv"), "a zero byte", "contains a zero byte in line 2")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "windows1252.csv", encoding="latin-1"), "a control character of Latin-1",
       "line 2 of '%s' contains the byte 0x93, which is not a character of latin-1" % (DATA / "windows1252.csv"))
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "utf8.csv", encoding="koi8-r"), "an unknown encoding",
       "loadtxt: encoding is 'koi8-r', but it must be 'utf-8', 'latin-1', 'windows-1252' or 'utf-16'")

# ---- comments
same(gla.loadtxt(DATA / "hash.csv")["name"], ["A", "#1 street"], "a row that begins with # is a row")
same(list(gla.loadtxt(DATA / "hash_header.csv")), ["#obs", "y"], "and a name a name")
raises(gla.ArgumentError, lambda: gla.loadtxt(DATA / "comments.csv"), "comments that were not announced",
       "; pass comment='#' to skip lines that begin with #")
same(gla.loadtxt(DATA / "comments.csv", comment="#")["y"].tolist(), [2, 4], "comments that were announced")

# ---- numbers
for n in (2**53, 2**64, 10**20, 10**22, 2**1000, -2**63):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "n.csv"
        path.write_text("n\n%d\n" % n)
        same(int(gla.loadtxt(path)["n"].tolist()[0]), n, "a whole number of %d bits" % n.bit_length())
raises(gla.OverflowError, lambda: gla.loadtxt(DATA / "digits.csv"), "5000 digits",
       "contains %s... in row 2 (line 3 of the file), which float64 cannot represent;" % ("7" * 60))
raises(gla.OverflowError, lambda: gla.loadtxt(DATA / "inexact.csv"), "2^64 + 1", "which float64 cannot represent exactly;")

# ---- NumPy's files
raises(gla.ArgumentError, lambda: gla.load(str(DATA / "huge.npy")), "a shape beyond all memory",
       "load: '%s' is not a valid .npy file: its shape is (9223372036854775807,)" % (DATA / "huge.npy"))
raises(gla.ArgumentError, lambda: gla.load(str(DATA / "beyond.npy")), "a length beyond int64",
       "its shape is (0, 99999999999999999999), which is too large")

# ---- kinds of paths
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "data"))
    target, link, chain = (os.path.join(folder, name) for name in ("data/real.csv", "link.csv", "chain.csv"))
    os.symlink("data/real.csv", link)
    os.symlink(link, chain)
    gla.savetxt(chain, [[1, 2]])
    same((os.path.islink(link), os.path.islink(chain), open(target).read()), (True, True, "1\n2\n"), "links to a new file")
    os.chmod(target, 0o640)
    gla.savetxt(link, [[3]])
    same((os.path.islink(link), open(target).read(), stat.S_IMODE(os.stat(target).st_mode)), (True, "3\n", 0o640),
         "a link to an old one, whose mode stays")
    same(sorted(os.listdir(folder)) + os.listdir(folder + "/data"), ["chain.csv", "data", "link.csv", "real.csv"],
         "nothing is left beside them")
    gla.save(link, [1.5])
    same((os.path.islink(link), gla.load(target).tolist()), (True, [1.5]), "save follows links")
    os.symlink("round.csv", os.path.join(folder, "round.csv"))
    raises(gla.ArgumentError, lambda: gla.savetxt(os.path.join(folder, "round.csv"), [[1]]), "a link to itself", "cannot write")
    long = os.path.join(folder, "n" * 255)
    gla.savetxt(long, [[1]])
    same(open(long).read(), "1\n", "the longest name")

    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE, text=True) as reader:
        gla.savetxt(fifo, [[1, 2, 3]])
        same((reader.communicate()[0], stat.S_ISFIFO(os.stat(fifo).st_mode)), ("1\n2\n3\n", True), "a pipe is written to")
    script = "import gpulinalg as gla; gla.savetxt('/dev/stdout', [[4, 5]])"
    same(subprocess.run(["python3", "-c", script], stdout=subprocess.PIPE, text=True).stdout, "4\n5\n", "/dev/stdout")
    with open(os.path.join(folder, "out"), "w+") as out:
        subprocess.run(["python3", "-c", script], stdout=out)
        same(out.read(), "4\n5\n", "/dev/stdout that is a file stays that file")

    def interrupt(number, frame):
        raise TimeoutError

    signal.signal(signal.SIGALRM, interrupt)
    for name, call in ("savetxt", lambda: gla.savetxt(fifo, [[1]])), ("loadtxt", lambda: gla.loadtxt(fifo)):
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        raises(TimeoutError, call, name + " of a pipe without another end can be interrupted", "")

    seen, lines = [], []
    signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
    for pause in 0.3, 1, 3:  # on a busy machine the writer may start after the reader
        if len(seen) <= 5:
            command = "sleep %g; wc -l < %s" % (pause, fifo)
            with subprocess.Popen(command, shell=True, stdout=subprocess.PIPE, text=True) as reader:
                signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
                gla.savetxt(fifo, [gla.arange(100000)])
                signal.setitimer(signal.ITIMER_REAL, 0)
                lines.append(int(reader.communicate()[0]))
    same((set(lines), len(seen) > 5), ({100000}, True), "signals while a pipe is full lose nothing")
    signal.signal(signal.SIGALRM, interrupt)
    with subprocess.Popen(["sh", "-c", "exec 3<%s; sleep 1" % fifo]) as reader:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        raises(TimeoutError, lambda: gla.savetxt(fifo, [gla.arange(100000)]), "a full pipe can be left")

    # A device that is always full. The test makes its own, because tests run as root could destroy the system's.
    full = os.path.join(folder, "full")
    try:
        os.mknod(full, stat.S_IFCHR | 0o666, os.makedev(1, 7))
        open(full, "w").close()
    except PermissionError:
        full = "/dev/full" if os.getuid() else None
    for name, write in ("savetxt", gla.savetxt), ("save", gla.save):
        if full:
            raises(gla.ArgumentError, lambda: write(full, [[1, 2]]), name + " to a full device",
                   "cannot write '%s': No space left on device" % full)
            same(stat.S_ISCHR(os.stat(full).st_mode), True, "which stays one")
    # A limit on the file size simulates a disk that fills up.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    gla.savetxt(target, [[1]])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, limits[1]))
    raises(gla.ArgumentError, lambda: gla.savetxt(link, [gla.arange(200000)]), "a disk that fills up", "File too large")
    raises(gla.ArgumentError, lambda: gla.save(link, gla.arange(200000)), "a disk that fills up: save", "File too large")
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    same((open(target).read(), os.listdir(folder + "/data")), ("1\n", ["real.csv"]), "the old file stays, and nothing else")

    # ---- memory
    gla.save(target, gla.arange(100000))
    gla.savetxt(target + ".csv", [gla.arange(10000)])
    gla.set_memory_limit(1000, "host")
    raises(gla.OutOfMemoryError, lambda: gla.load(target), "load beyond the limit",
           "load: allocating 800000 bytes would exceed")
    raises(gla.OutOfMemoryError, lambda: gla.loadtxt(target + ".csv"), "loadtxt beyond it",
           "loadtxt: allocating 80000 bytes would exceed")
    gla.set_memory_limit(None, "host")

    # ---- endless files, and files larger than they appear
    bomb, hollow = folder + "/bomb.csv", folder + "/hollow.csv"
    with gzip.open(bomb, "wb", compresslevel=1) as out:
        out.write(b"1\n" * (1 << 24))
    open(hollow, "w").close()
    os.truncate(hollow, 1 << 42)
    gla.set_memory_limit(1 << 22, "host")
    with open("/dev/zero", "rb") as zeros:
        raises(gla.OutOfMemoryError, lambda: gla.loadtxt(zeros), "a file object without an end",
               "loadtxt: '/dev/zero' is too long")
    for path in bomb, hollow, "/dev/zero", "/dev/urandom":
        for read in (gla.loadtxt, gla.sparse.mmread) if path == bomb else (gla.loadtxt, gla.load, gla.sparse.mmread):
            raises(gla.OutOfMemoryError, lambda: read(path), "%s of %s" % (read.__name__, path), "'%s' is too long" % path)
    gla.set_memory_limit(None, "host")

    # ---- many columns, and rows of tabs: processor time, which depends little on other processes
    def seconds(n):
        path = os.path.join(folder, "columns.csv")
        open(path, "w").write(",".join("c%d" % i for i in range(n)) + "\n" + ",".join("1" for i in range(n)) + "\n")
        start = time.process_time()
        gla.read_table(path, usecols=["c%d" % i for i in range(n)])
        return time.process_time() - start

    seconds(1000)
    few, many = min(seconds(2000) for i in range(3)), seconds(64000)
    same(many < 32 * 8 * few + 0.1, True, "time grows with the columns, not with their square")
    tabs = pathlib.Path(folder) / "tabs.tsv"
    tabs.write_text("x\ty\n1\t2\n\t\n3\t4\n")
    raises(gla.ArgumentError, lambda: gla.loadtxt(tabs), "a row of tabs has no values", " in row 2 (line 3")
