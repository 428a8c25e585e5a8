#!/usr/bin/env python3
"""Optimal growth with a known answer: W. A. Brock and L. J. Mirman, Journal of Economic Theory 4 (1972), 479-513.

A planner with log utility and k' = k^alpha - c saves the share alpha beta of output.  The script finds value and policy on
a grid with splines between its points, without using this result, and compares them with it.
"""
import gpulinalg as gla

alpha, beta = 0.33, 0.95
steady = gla.find_root(lambda k: alpha * k ** (alpha - 1) - 1 / beta, 0.01, 1.0).item()
print("steady state: capital %.10f, known %.10f" % (steady, (alpha * beta) ** (1 / (1 - alpha))))

grid = gla.exp(gla.linspace(gla.log(steady / 5), gla.log(steady * 5), 120))
output = grid ** alpha
value = gla.log(output) / (1 - beta)


def loss(saved, value):
    return -(gla.log(output - saved) + beta * gla.cubic_spline(grid, value, saved))


# Modified policy iteration: evaluate each policy for some steps before improving it (M. L. Puterman and M. C. Shin, 1978).
for improvement in range(60):
    saved, worst = gla.find_minimum(loss, 0.001 * output, 0.999 * output, [value], xtol=1e-9)
    change = gla.max(gla.abs(-worst - value)).item()
    value = -worst
    if change < 1e-9:
        break
    for step in range(30):
        value = -loss(saved, value)

share = saved / output
print("share of output that is saved: %.6f to %.6f, known %.6f" % (gla.min(share), gla.max(share), alpha * beta))
constant = (gla.log(gla.asarray(1 - alpha * beta)) + alpha * beta / (1 - alpha * beta) * gla.log(gla.asarray(alpha * beta)))
known = constant / (1 - beta) + alpha / (1 - alpha * beta) * gla.log(grid)
print("value: largest error %.0e" % gla.max(gla.abs(value - known)))

# Simulate many economies that converge to the steady state, with shocks to output.
economy = gla.elementwise(lambda k, z: (0.33 * 0.95 * z * k ** 0.33, z * k ** 0.33))
start = gla.asarray([steady / 5, steady, steady * 5])
phase = gla.arange(200) % 8
shock = gla.where(phase < 4, 1.1, 0.9)
capital, produced = economy.scan([start], [shock])
for t in 0, 1, 2, 5, 20, 199:
    print("year %3d: capital %s" % (t + 1, "  ".join("%.6f" % k for k in capital[:, t].tolist())))
print("saved in all years: %.6f of output" % (gla.sum(capital) / gla.sum(produced)))
