#!/usr/bin/env python3
"""Compare whole scripts with the device chosen by the library, on the host, and on an accelerator.

    build/run python3 bench/placement/run.py [--record FILE] [--accelerator cuda:0] [--perl] [WORD ...]

Each of scripts/ and of the project's examples runs in processes of its own, in which only the environment names a device.
Times are the best of two runs after one that is not counted. A script is within the allowance if the library's choice takes
at most 1.1 times the faster of the others and 0.05 s. If work comes in small portions, nobody can know how many follow. Then
one start of the accelerator is allowed too, provided that the script takes as long on the host. A word selects scripts by
name.
"""
import argparse
import glob
import importlib.util
import math
import os
import subprocess
import sys
import time

from record import Record

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FACTOR, SECONDS = 1.1, 0.05
HELPERS = {"compare"}  # modules of examples
# Scripts in which one call does most of the work. All others have small portions.
WHOLE = {"sectors", "wage_panel", "iv_bootstrap", "fixed_effects"}


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="run the scripts with one of these words in their paths")
    parser.add_argument("--record", metavar="FILE", help="save results in FILE, and skip those that it has")
    parser.add_argument("--accelerator", default="cuda:0", metavar="DEVICE")
    parser.add_argument("--auto-by-default", action="store_true", help="name no device instead of auto")
    parser.add_argument("--perl", action="store_true", help="also run the examples in Perl")
    parser.add_argument("--runs", type=int, default=2, help="runs that count")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="stop a process after this time")
    parser.add_argument("--start", type=float, default=0.55, metavar="SECONDS", help="time to start the accelerator")
    return parser.parse_args()


def scripts(perl):
    """Return the paths of the scripts, relative to the root of the project."""
    found = glob.glob(os.path.join(HERE, "scripts", "*.p[yl]"))
    for folder in ("examples", os.path.join("examples", "econ")):
        found += glob.glob(os.path.join(ROOT, folder, "*.py"))
        found += glob.glob(os.path.join(ROOT, folder, "*.pl")) if perl else []
    paths = [os.path.relpath(path, ROOT) for path in sorted(found) if name_of(path) not in HELPERS]
    return [path for path in paths if name_of(path) != "scikit_learn" or importlib.util.find_spec("sklearn")]


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def environment(way, given):
    """Return the environment of a process: way is "auto" or the name of a device."""
    env = dict(os.environ, GPULINALG_DEVICE=way, PYTHONDONTWRITEBYTECODE="1")
    if way == "auto" and given.auto_by_default:
        del env["GPULINALG_DEVICE"]
    if way == "auto" and not given.accelerator.startswith("cuda"):
        env["GPULINALG_PLACEMENT"] = "quiet," + given.accelerator
    return env


def key(way, given):
    """Return the part of a key of the record that names a way: the library's choice depends on the accelerator."""
    return ("no device" if given.auto_by_default else "auto", given.accelerator) if way == "auto" else (way,)


def measure(path, way, given):
    """Return the seconds of the best run, or the reason why there is none."""
    interpreter = sys.executable if path.endswith(".py") else os.environ.get("PERL", "perl")
    best = math.inf
    for run in range(1 + given.runs):
        start = time.perf_counter()
        try:
            done = subprocess.run([interpreter, os.path.join(ROOT, path)], env=environment(way, given), timeout=given.limit,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired:
            return {"failed": "over %g s" % given.limit}
        seconds = time.perf_counter() - start
        if done.returncode:
            text = done.stderr.decode(errors="replace").strip()
            return {"failed": text.splitlines()[-1] if text else "status %d" % done.returncode}
        best = min(best, seconds) if run else best
    return {"seconds": best}


def may_start(path, times, given):
    """Return true if the script may start the accelerator in vain."""
    return name_of(path) not in WHOLE and times["host"].get("seconds", math.inf) > given.start


def row(path, times, given):
    """Print a row of the table; return the ratio of the library's choice to the faster device, and whether it is allowed."""
    failed = [(way, t["failed"]) for way, t in times.items() if "failed" in t]
    shown = ["%8.3f" % t["seconds"] if "seconds" in t else "%8s" % "failed" for t in times.values()]
    devices = [t["seconds"] for way, t in times.items() if way != "auto" and "seconds" in t]
    if "failed" in times["auto"] or not devices:
        print("%-48s %s" % (path, " ".join(shown)))
        result = None
    else:
        auto, faster = times["auto"]["seconds"], min(devices)
        strict = FACTOR * faster + SECONDS
        allowance = strict + (given.start if may_start(path, times, given) else 0)
        verdict = "yes" if auto <= strict else "with a start" if auto <= allowance else "MISSED"
        print("%-48s %s %6.2f %9.3f  %s" % (path, " ".join(shown), auto / faster, allowance, verdict))
        result = auto / faster, verdict
    for way, reason in failed:
        print("    %s: %s" % (way, reason))
    sys.stdout.flush()
    return result


def main():
    given = options()
    record = Record(given.record)
    ways = ["auto", "host", given.accelerator]
    print("%-48s %8s %8s %8s %6s %9s  %s" % ("seconds", "auto", "host", given.accelerator[:8], "ratio", "allowance", "within"))
    results, missed = [], []
    for path in scripts(given.perl):
        if given.words and not any(word in path for word in given.words):
            continue
        times = {way: record.measured(lambda way=way: measure(path, way, given), path, *key(way, given)) for way in ways}
        results.append(row(path, times, given))
        if not results[-1] or results[-1][1] == "MISSED":
            missed.append(path)
    ratios = [result[0] for result in results if result]
    verdicts = [result[1] for result in results if result]
    print("%d scripts: %d within %g times the faster device and %g s, %d more with one start of %g s"
          % (len(results), verdicts.count("yes"), FACTOR, SECONDS, verdicts.count("with a start"), given.start))
    if ratios:
        print("ratios: geometric mean %.2f, largest %.2f" % (math.exp(sum(map(math.log, ratios)) / len(ratios)), max(ratios)))
    print("missed: " + (", ".join(missed) or "none"))


if __name__ == "__main__":
    main()
