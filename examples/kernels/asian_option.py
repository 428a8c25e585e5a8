#!/usr/bin/env python3
"""Monte Carlo prices of Asian options, with random numbers drawn in the kernel and a control variate.

A call on the arithmetic average of a price has no closed form, but a call on the geometric average has one.  On each path
the two payoffs are nearly equal, so the kernel simulates their difference (A. G. Z. Kemna and A. C. F. Vorst, Journal of
Banking and Finance 14 (1990), 113-129).

The seven options, with prices to six digits, are from J. Vecer, A new PDE approach for pricing arithmetic average Asian
options, Journal of Computational Finance 4 (2001).  The spectral expansion of V. Linetsky, Operations Research 52 (2004),
856-867, confirms them.  QuantLib's test of its Vecer engine uses the same options.
"""
import math
import os

import gpulinalg as gla

OPTIONS = [  # spot, strike, rate, volatility, expiry, price
    (2.0, 2.0, 0.02, 0.10, 1, 0.055986),
    (2.0, 2.0, 0.18, 0.30, 1, 0.218388),
    (2.0, 2.0, 0.0125, 0.25, 2, 0.172269),
    (1.9, 2.0, 0.05, 0.50, 1, 0.193174),
    (2.0, 2.0, 0.05, 0.50, 1, 0.246416),
    (2.1, 2.0, 0.05, 0.50, 1, 0.306220),
    (2.0, 2.0, 0.05, 0.50, 2, 0.350095),
]
# Counter, key and expected output, from the file kat_vectors of Random123, the implementation by the authors of Philox.
KNOWN = [
    ([0, 0, 0, 0], [0, 0], "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ([0xffffffff] * 4, [0xffffffff] * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0], "d16cfe09 94fdcceb 5001e420 24126ea1"),
]
BLOCK, SEED = 128, 2011


def text(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name)) as file:
        return file.read()


module = gla.Module(text("asian_option.c"), options=["-DT=float64"], headers={"philox.h": text("philox.h")})
device = module.device
print("# on %s: %s" % (device, gla.device_info(device)["description"]))

answers = gla.empty(4 * len(KNOWN), dtype="uint32", device=device)
counters, keys = (gla.asarray([row[i] for row in KNOWN], dtype="uint32", device=device) for i in (0, 1))
module.kernel("philox_test")([counters, keys, answers, len(KNOWN)], 1, BLOCK)
for i, (_, _, known) in enumerate(KNOWN):
    print("Philox 4x32-10 gives %s, as it should: %s"
          % (known, "true" if " ".join("%08x" % x for x in answers[4 * i:4 * i + 4].tolist()) == known else "false"))


def normal(x):
    """Distribution function of the standard normal."""
    return math.erfc(-x / math.sqrt(2)) / 2


def geometric_price(spot, strike, rate, volatility, expiry, steps):
    """The log of the geometric average is normal.  With the trapezoidal rule its variance is sd^2."""
    mean = math.log(spot) + (rate - volatility**2 / 2) * expiry / 2
    sd = volatility * math.sqrt(expiry * (1 / 3 + 1 / (6 * steps**2)))
    d = (mean - math.log(strike)) / sd
    return math.exp(-rate * expiry) * (math.exp(mean + sd**2 / 2) * normal(d + sd) - strike * normal(d))


gpu = gla.device_info(device)["kind"] == "GPU"
paths, steps = (1 << 22, 256) if gpu else (1 << 16, 64)
print("# %d paths of %d steps" % (paths, steps))
asian_calls = module.kernel("asian_calls")
payoff, control = (gla.empty(paths, dtype="float64", device=device) for _ in range(2))
print(" spot strike   rate volatility years    price  standard error published  errors")
good = 0
for i, (*option, published) in enumerate(OPTIONS):
    asian_calls([*option, steps, SEED, i, paths, payoff, control], (paths + BLOCK - 1) // BLOCK, BLOCK)
    known = geometric_price(*option, steps)
    centred = control - gla.mean(control)
    slope = gla.mean(centred * payoff) / gla.mean(centred * centred)  # slope of the regression of one payoff on the other
    sample = payoff - slope * (control - known)
    price, error = gla.mean(sample).item(), gla.std(sample).item() / math.sqrt(paths)
    print("%5.1f %6.1f %6.4f %10.2f %5d %8.6f %15.1e %9.6f %+7.2f"
          % (*option, price, error, published, (price - published) / error))
    print("# without the control variate the standard error were %.1e" % (gla.std(payoff).item() / math.sqrt(paths)))
    good += abs(price - published) <= 3 * error + 5e-7
print("%d of %d within three standard errors of the published price" % (good, len(OPTIONS)))
