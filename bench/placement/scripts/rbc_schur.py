#!/usr/bin/env python3
"""A real business cycle model by linearisation and an ordered Schur form, with moments of simulated series.

The model is that of G. D. Hansen, Journal of Monetary Economics 16 (1985), 309-327, with divisible labour. Derivatives of
the equilibrium conditions at the steady state are numerical. The Schur form separates stable from unstable eigenvalues, as
in P. Klein, Journal of Economic Dynamics and Control 24 (2000), 1405-1423.
"""
import gpulinalg as gla

alpha, beta, delta, rho, sigma = 0.36, 0.99, 0.025, 0.95, 0.00712
ratio = ((1 / beta - 1 + delta) / alpha) ** (1 / (1 - alpha))  # hours per unit of capital
hours = 1 / 3
k = hours / ratio
y = k ** alpha * hours ** (1 - alpha)
c = y - delta * k
weight = (1 - hours) / c * (1 - alpha) * y / hours
steady = gla.log(gla.asarray([k, 1.0, c, hours]))  # two states, capital and productivity, and two controls


def conditions(now, later):
    """Return the residuals of the four equilibrium conditions, for rows of logarithms of the variables."""
    k, z, c, n = gla.unstack(gla.exp(now), axis=1)
    k1, z1, c1, n1 = gla.unstack(gla.exp(later), axis=1)
    output, output1 = z * k ** alpha * n ** (1 - alpha), z1 * k1 ** alpha * n1 ** (1 - alpha)
    euler = beta * c / c1 * (alpha * output1 / k1 + 1 - delta) - 1
    labour = weight * c / (1 - n) * n / ((1 - alpha) * output) - 1
    resources = (c + k1 - (1 - delta) * k - output) / output
    return gla.stack([euler, labour, resources, gla.log(z1) - rho * gla.log(z)], axis=1)


h = 1e-5 * gla.eye(4)
at = gla.tile(steady, [4, 1])
A = (conditions(at, at + h) - conditions(at, at - h)).T / 2e-5  # A later = B now
B = -(conditions(at + h, at) - conditions(at - h, at)).T / 2e-5

# Hours follow from the other variables of the same period, by the condition for labour, which has no later variables.
condition = B[1]
whole = gla.concat([gla.eye(3), gla.expand_dims(-condition[:3] / condition[3], axis=0)])
dynamic = [0, 2, 3]
S = gla.solve(A[dynamic] @ whole, B[dynamic] @ whole)
T, Z, stable = gla.linalg.schur(S, sort="iuc")
Zs = Z[:2, :2]
transition = gla.solve(Zs.T, (Zs @ T[:2, :2]).T).T
policy = whole @ gla.concat([gla.eye(2), gla.solve(Zs.T, Z[2:, :2].T).T])  # of all four variables on the two states

# Moments of 1,000 simulations of 150 quarters, detrended by the filter of Hodrick and Prescott.
quarters, samples = 150, 1000
shocks = sigma * gla.random.Generator(1985).normal(shape=[samples, quarters])
states = gla.vector_recurrence(transition, gla.stack([gla.zeros_like(shocks), shocks], axis=-1))
k_t, z_t, c_t, n_t = gla.unstack(states @ policy.T, axis=-1)
y_t = z_t + alpha * k_t + (1 - alpha) * n_t
second = gla.diff(gla.eye(quarters), n=2, axis=0)
filter = gla.eye(quarters) - gla.inv(gla.eye(quarters) + 1600 * second.T @ second)
print("%d stable eigenvalues; transition of capital %.5f" % (stable, transition[0, 0]))
for name, series in ("output", y_t), ("consumption", c_t), ("hours", n_t):
    print("%-12s standard deviation %.3f %%" % (name, 100 * gla.mean(gla.std(series @ filter, axis=1))))
