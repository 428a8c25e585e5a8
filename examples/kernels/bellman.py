#!/usr/bin/env python3
"""Value function iteration with a fused max/argmax kernel, compared with the closed form of Brock and Mirman.

Choose capital k' to maximise the sum of beta^t log c, where c + k' = k^alpha (capital depreciates fully each period). The
value is V(k) = A + B log k with B = alpha/(1 - alpha beta) and A = (log(1 - alpha beta) + beta B log(alpha beta))/(1 -
beta).  The optimal choice is k' = alpha beta k^alpha.

W. A. Brock and L. J. Mirman, Optimal economic growth and uncertainty, Journal of Economic Theory 4 (1972), 479-513.
"""
import math
import os

import gpulinalg as gla

BLOCK = 64
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "bellman.c")) as file:
    bellman = gla.Kernel(file.read(), "bellman", options=["-DT=float64", "-DBLOCK=%d" % BLOCK])
device = bellman.device
print("# on %s: %s" % (device, gla.device_info(device)["description"]))

alpha, beta, tolerance = 0.36, 0.9, 1e-9
n = 10000 if gla.device_info(device)["kind"] == "GPU" else 500
steady = (alpha * beta) ** (1 / (1 - alpha))
step = math.log(10) / (n - 1)  # spacing of log k, from a third of the steady state to three times it
log_grid = math.log(steady / math.sqrt(10)) + step * gla.arange(n, dtype="float64", device=device)
grid = gla.exp(log_grid)
resources = grid**alpha

value, following = (gla.zeros(n, dtype="float64", device=device) for _ in range(2))
policy = gla.empty(n, dtype="int32", device=device)
stream = gla.get_stream(device)
start = stream.record()
iterations, change = 0, math.inf
while change > tolerance:
    for _ in range(10):  # reading a value waits for the device, so check only every tenth time
        value, following = following, value
        bellman([resources, grid, following, beta, n, value, policy], n, BLOCK)
    iterations += 10
    change = gla.max(gla.abs(value - following)).item()
time = start.elapsed_time(stream.record())
print("# %d states: %.0f ms, %.2f ns for a choice" % (n, time, 1e6 * time / iterations / n / n))

b = alpha / (1 - alpha * beta)
a = (math.log(1 - alpha * beta) + beta * b * math.log(alpha * beta)) / (1 - beta)
error = gla.max(gla.abs(value - (a + b * log_grid))).item()
log_choice = gla.take(log_grid, policy)
distance = gla.max(gla.abs(log_choice - (math.log(alpha * beta) + alpha * log_grid))).item() / step

# Rounding the choice to the grid costs little, because the objective is flat at its maximum.  Over all periods the cost is
# multiplied by 1/(1 - beta).
curvature = alpha * beta / (1 - alpha * beta) ** 2  # of log(x - exp(l)) + beta (A + B l) in l, at the optimal l
bound = (curvature / 2 * (step / 2) ** 2 + beta * tolerance) / (1 - beta)
print("converged in %d iterations: change %s" % (iterations, "below 1e-9" if change <= tolerance else "too large"))
print("V at the lowest, middle and highest state: %.5f %.5f %.5f"
      % (value[0], value[n // 2], value[n - 1]))
print("closed form:                               %.5f %.5f %.5f"
      % tuple(a + b * log_grid[i].item() for i in (0, n // 2, n - 1)))
print("# largest error %.2e, bound %.2e" % (error, bound))
print("error within what rounding to the grid costs: %s" % ("true" if error <= bound else "false"))
print("all choices within one step of the closed form's: %s" % ("true" if distance <= 1 else "false"))
