#!/usr/bin/env python3
"""One problem on all devices of the machine: each device computes some of the rows, all at the same time.

Estimate Engel's law, the share of food in income as a smooth function of log income, by kernel regression.  The bandwidth
minimises the error of predicting each household from the others.  Each bandwidth is one row of squared errors, and the rows
are independent.
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
    """All devices that run kernels, each once: an NVIDIA GPU is listed for CUDA and for OpenCL under the same name."""
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
    """A device with its own kernel and data: each array and kernel belongs to one device."""

    def __init__(self, device):
        self.device = device
        self.kernel = gla.Kernel(SOURCE, "squared_errors", options=["-DT=float64"], device=device)
        self.x, self.y = (gla.asarray(v, dtype="float64", device=device) for v in (log_income, share))

    def scores(self, bandwidths):
        """Compute mean squared errors for some bandwidths on the device.  The call returns when the work is queued."""
        rows = len(bandwidths)
        bandwidths = gla.asarray(bandwidths, dtype="float64", device=self.device)
        errors = gla.empty((rows, n), dtype="float64", device=self.device)
        self.kernel([self.x, self.y, n, bandwidths, rows, errors], [(n + 63) // 64, rows], [64, 1])
        return gla.mean(errors, axis=1)

    def rows_per_millisecond(self, bandwidths):
        self.scores(bandwidths)  # compile the kernel
        stream = gla.get_stream(self.device)
        start = stream.record()
        self.scores(bandwidths)
        return len(bandwidths) / start.elapsed_time(stream.record())


workers = [Worker(device) for device in choose()]
if not workers:
    raise SystemExit("no device runs kernels; on a machine without a GPU install PoCL (pocl-opencl-icd)")
m = 1000
bandwidths = [0.05 * 1.004**i for i in range(m)]

# Give each device a share of the rows according to its speed, measured on a few rows.
speeds = [worker.rows_per_millisecond(bandwidths[::50]) for worker in workers]
ends = [round(m * sum(speeds[:i + 1]) / sum(speeds)) for i in range(len(workers))]
parts = [bandwidths[start:end] for start, end in zip([0] + ends, ends)]
for worker, part, speed in zip(workers, parts, speeds):
    print("# %-9s %5d of %d rows, %.1f in a millisecond" % (worker.device, len(part), m, speed))

# Start the work on all devices before reading any result, because reading waits.
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
