#!/usr/bin/env python3
"""One kernel for any utility function: a device function in its own source, linked to the kernel.

The kernel computes the expected utility of lognormal consumption.  The closed forms are E log c = mean and, for relative
risk aversion g, E c^(1-g)/(1-g) = exp((1-g) mean + (1-g)^2 sd^2/2)/(1-g).
"""
import math
import os

import gpulinalg as gla

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "external_function.c")) as file:
    KERNEL = file.read()
LOGARITHM = "EXTERNAL T utility(T c) { return log(c); }"
POWER = "EXTERNAL T utility(T c) { return pow(c, (T)(1 - GAMMA)) / (T)(1 - GAMMA); }"

mean, sd, gamma, intervals = 0.1, 0.4, 3, 100000
block, groups = 128, 32
power = (1 - gamma) * mean + ((1 - gamma) * sd) ** 2 / 2

for name, source, exact in ("log c", LOGARITHM, mean), ("CRRA", POWER, math.exp(power) / (1 - gamma)):
    # The sources are compiled separately with the same options, and linked.
    module = gla.Module([KERNEL, source], options=["-DT=float64", "-DGAMMA=%d" % gamma])
    sums = gla.empty(groups, dtype="float64", device=module.device)
    module.kernel("expected_utility")([mean, sd, 12, intervals, sums], groups, block, local_bytes=8 * block)
    value = gla.sum(sums).item()
    print("%-5s expected utility %.10f, closed form %.10f: equal to 1e-10 is %s"
          % (name, value, exact, "true" if abs(value - exact) < 1e-10 else "false"))
    print("# difference %.1e on %s" % (value - exact, module.device))

# An undefined function raises an error.
try:
    gla.Module(KERNEL, options=["-DT=float64"])
except gla.CompileError as error:
    print("without a utility: CompileError that names it is %s" % ("true" if "utility" in str(error) else "false"))
