#!/usr/bin/env python3
"""One problem on all devices of the machine: each computes some of the rows, all at the same time.

Engel's law without a formula: the share of food in income as a smooth function of log income, by kernel regression, with the
bandwidth that predicts each household best from the others.  Each bandwidth is a row of squared errors; rows are independent.
"""
import csv
import math
import os

import gpulinalg as gla

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "several_devices.c")) as file:
    SOURCE = file.read()
with open(os.path.join(here, "..", "data", "engel.csv"), newline="") as file:
    households = [(float(row["income"]), float(row["foodexp"])) for row in csv.DictReader(file)]
log_income = [math.log(income) for income, food in households]
share = [food / income for income, food in households]
n = len(households)


def choose():
    """Every device that runs kernels, but none twice: NVIDIA's GPUs are there for CUDA and for OpenCL under one name."""
    chosen, backend_of = [], {}
    for device in gla.devices():
        info = gla.device_info(device)
        if not info["kernels"]:
            continue
        backend = backend_of.setdefault(info["description"], info["backend"])
        if backend == info["backend"]:
            chosen.append(device)
    return chosen


class Worker:
    """A device with the kernel and the data; arrays and kernels belong to one device each."""

    def __init__(self, device):
        self.device = device
        self.kernel = gla.Kernel(SOURCE, "squared_errors", options=["-DT=float64"], device=device)
        self.x, self.y = (gla.asarray(v, dtype="float64", device=device) for v in (log_income, share))

    def scores(self, bandwidths):
        """Mean squared errors of some bandwidths, on the device; the call returns when the work is queued."""
        rows = len(bandwidths)
        bandwidths = gla.asarray(bandwidths, dtype="float64", device=self.device)
        errors = gla.empty((rows, n), dtype="float64", device=self.device)
        self.kernel([self.x, self.y, n, bandwidths, rows, errors], [(n + 63) // 64, rows], [64, 1])
        return gla.mean(errors, axis=1)

    def rows_per_millisecond(self, bandwidths):
        self.scores(bandwidths)  # compiles
        stream = gla.get_stream(self.device)
        start = stream.record()
        self.scores(bandwidths)
        return len(bandwidths) / start.elapsed_time(stream.record())


workers = [Worker(device) for device in choose()]
if not workers:
    raise SystemExit("no device runs kernels; on a machine without a GPU install PoCL (pocl-opencl-icd)")
m = 1000
bandwidths = [0.05 * 1.004**i for i in range(m)]

# A share for each according to its speed, measured on a few rows.
speeds = [worker.rows_per_millisecond(bandwidths[::50]) for worker in workers]
ends = [round(m * sum(speeds[:i + 1]) / sum(speeds)) for i in range(len(workers))]
parts = [bandwidths[start:end] for start, end in zip([0] + ends, ends)]
for worker, part, speed in zip(workers, parts, speeds):
    print("# %-9s %5d of %d rows, %.1f in a millisecond" % (worker.device, len(part), m, speed))

# First all devices get their work, then the results are asked for, which waits.
scores = [worker.scores(part) for worker, part in zip(workers, parts) if part]
scores = [value for part in scores for value in part.tolist()]

best = min(range(m), key=lambda i: scores[i])
print("%d households, %d bandwidths, all scores found: %s" % (n, m, "true" if len(scores) == m else "false"))
print("best bandwidth %.4f, mean squared error %.6f" % (bandwidths[best], scores[best]))


def by_hand(bandwidth):
    total = 0
    for i in range(n):
        weights = [math.exp(-((x - log_income[i]) / bandwidth) ** 2 / 2) for x in log_income]
        weights[i] = 0
        total += (sum(w * y for w, y in zip(weights, share)) / sum(weights) - share[i]) ** 2
    return total / n


for i in 100, best, m - 1:
    expected = by_hand(bandwidths[i])
    print("bandwidth %.4f: %.6f, by hand %.6f: equal to 1e-12 is %s"
          % (bandwidths[i], scores[i], expected, "true" if abs(scores[i] - expected) < 1e-12 else "false"))
