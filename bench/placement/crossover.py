#!/usr/bin/env python3
"""Compare the estimates of the library with measured times, for many operations from tiny to large.

    build/run python3 bench/placement/crossover.py [--record FILE] [--accelerator cuda:0] [--sizes 6] [WORD ...]

Operands are present on the device that computes. The estimates are those that GPULINALG_PLACEMENT=log prints, without copies.
If the library prints none, the choice is the device of the result. The share at the end counts choices of the faster device,
and of one that takes at most 20 % longer.
"""
import argparse
import os
import re
import sys
import tempfile
import time

TOLERANCE = 1.2
BATCH, ROUNDS = 5e-3, 3  # seconds of a batch of calls; the best batch counts
LINE = re.compile(r"^gpulinalg: (.+): host ([-+.\de]+) ms(?: \+ \S+ ms to copy)?, \S+ ([-+.\de]+) ms", re.M)


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="measure the operations with one of these words")
    parser.add_argument("--record", metavar="FILE", help="save results in FILE, and skip those that it has")
    parser.add_argument("--accelerator", default="cuda:0", metavar="DEVICE")
    parser.add_argument("--sizes", type=int, default=6, help="measure so many sizes of each operation, from the smallest")
    return parser.parse_args()


given = options()
os.environ["GPULINALG_PLACEMENT"] = "log," + given.accelerator

import gpulinalg as gla  # noqa: E402  (reads GPULINALG_PLACEMENT)
from accelerator import start  # noqa: E402
from operations import OPERATIONS  # noqa: E402
from record import Record  # noqa: E402


def batch(call, count, device):
    """Return the seconds of a call. On the host each call is waited for, because results that are not used are not computed."""
    before = time.perf_counter()
    for _ in range(count):
        call()
        if device == "host":
            gla.synchronize("host")
    gla.synchronize(device)
    return (time.perf_counter() - before) / count


def measure(make, n, device):
    """Return the seconds of a call on a device: the best of several batches, after a first call."""
    gla.set_device(device)
    call = make(n)
    batch(call, 1, device)
    once = batch(call, 1, device)
    count = max(1, min(200, int(BATCH / once)))
    return min(batch(call, count, device) for _ in range(ROUNDS if once < 1 else 1))


def printed(call):
    """Return what a call prints to the error output of the process."""
    sys.stderr.flush()
    saved = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            call()
        finally:
            os.dup2(saved, 2)
            os.close(saved)
        file.seek(0)
        return file.read().decode(errors="replace")


def device_of(result):
    """Return the device of a result: an array, a named tuple of arrays, or a Fit."""
    result = result[0] if isinstance(result, tuple) else result
    return (result if hasattr(result, "device") else result.params).device


def ask(make, n):
    """Return the device on which the library computes operands that float on the host, and its estimates for both."""
    gla.set_device("auto")
    made, results = [], []
    printed(lambda: made.append(make(n)))
    found = LINE.findall(printed(lambda: results.append(made[0]())))
    seconds = [sum(float(line[column]) for line in found) / 1000 for column in (1, 2)] if found else None
    return {"device": device_of(results[0]), "estimates": seconds}


def point(name, n):
    """Measure an operation of a size."""
    make = OPERATIONS[name][1]
    try:
        return {"host": measure(make, n, "host"), "accelerator": measure(make, n, given.accelerator), **ask(make, n)}
    except gla.Error as e:
        return {"failed": str(e)}


def judge(values):
    """Return the choice, and whether it is right, within the tolerance, or wrong."""
    if values["estimates"]:
        chosen = "host" if values["estimates"][0] <= values["estimates"][1] else "accelerator"
    else:
        chosen = "host" if values["device"] == "host" else "accelerator"
    faster = min(values["host"], values["accelerator"])
    return chosen, "right" if values[chosen] == faster else "within 20 %" if values[chosen] <= TOLERANCE * faster else "wrong"


def show(name, n, values):
    """Print a row of the table; return whether the choice is right."""
    if "failed" in values:
        print("%-28s %9d  failed: %s" % (name, n, values["failed"]), flush=True)
        return None
    chosen, verdict = judge(values)
    estimated = values["estimates"]
    shown = "%10.4f %10.4f" % (1e3 * estimated[0], 1e3 * estimated[1]) if estimated else "%10s %10s" % ("-", "-")
    print("%-28s %9d %10.4f %10.4f %s  %-11s  %s"
          % (name, n, 1e3 * values["host"], 1e3 * values["accelerator"], shown, chosen, verdict), flush=True)
    return verdict


def main():
    record, verdicts = Record(given.record), []
    started = []
    printed(lambda: started.append(start()))
    if started != [given.accelerator]:
        sys.exit("crossover: the library has not started %s" % given.accelerator)
    print("%-28s %9s %21s %21s  %-11s" % ("milliseconds", "", "measured", "estimated", ""))
    print("%-28s %9s %10s %10s %10s %10s  %-11s" % ("operation", "size", "host", "accel.", "host", "accel.", "choice"))
    for name, (sizes, _) in OPERATIONS.items():
        if given.words and not any(word in name for word in given.words):
            continue
        for n in sizes[:given.sizes]:
            verdicts.append(show(name, n, record.measured(lambda: point(name, n), name, n, given.accelerator)))
    counts = {word: verdicts.count(word) for word in ("right", "within 20 %", "wrong", None)}
    judged = len(verdicts) - counts[None]
    print("%d right, %d within 20 %%, %d wrong, %d failed" % tuple(counts.values()))
    if judged:
        print("right or within 20 %%: %.0f %%" % (100 * (judged - counts["wrong"]) / judged))


if __name__ == "__main__":
    main()
