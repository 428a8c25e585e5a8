#!/usr/bin/env python3
"""A simulated panel of incomes, and estimates of its persistent and transitory shocks.

Log income is the sum of an age profile, a persistent component z' = rho z + eta and a transitory component epsilon, as in
T. E. MaCurdy, Journal of Econometrics 18 (1982), 83-114.  The autocovariances gamma_k of the residuals identify the
parameters: rho = gamma_2/gamma_1, var z = gamma_1^2/gamma_2, var epsilon = gamma_0 - var z.
"""
import math

import gpulinalg as gla

households, years, first_age = 20000, 40, 25
rho, sd_eta, sd_epsilon = 0.95, 0.15, 0.25
primes = [n for n in range(2, 600) if all(n % k for k in range(2, int(math.sqrt(n)) + 1))][:2 * years]

# Shocks without a generator: multiples of square roots of primes are equidistributed modulo 1 (H. Weyl, 1916).
number = gla.expand_dims(gla.arange(1.0, households + 1), axis=1)
shocks = gla.special.ndtri((number * gla.sqrt(gla.asarray(primes, dtype="float64")) + 0.5) % 1)
eta, epsilon = sd_eta * shocks[:, :years], sd_epsilon * shocks[:, years:]
eta[:, 0] = eta[:, 0] / math.sqrt(1 - rho * rho)  # the first year has the stationary variance

age = first_age + gla.arange(years)
profile = 10 + 0.08 * (age - first_age) - 0.0012 * (age - first_age) ** 2
log_income = profile + gla.linear_recurrence(rho, eta, axis=1) + epsilon

# The panel in long form: one row for each household and year.
key = gla.reshape(gla.broadcast_to(gla.arange(years), [households, years]), [-1])
observed = gla.reshape(log_income, [-1])
residual = observed - gla.group_mean(observed, key)[key]
spread = gla.group_std(observed, key)
panel = gla.reshape(residual, [households, years])
gamma = [gla.mean(panel[:, k:] * panel[:, :years - k]).item() for k in range(3)]
estimates = [gamma[2] / gamma[1], gamma[1] ** 2 / gamma[2]]
estimates.append(gamma[0] - estimates[1])
truth = [rho, sd_eta**2 / (1 - rho**2), sd_epsilon**2]

print("%d households, %d years" % (households, years))
for name, value, true in zip(["rho", "variance that persists", "variance that does not"], estimates, truth):
    print("%-24s %7.4f   true %7.4f" % (name, value, true))
print("age   mean   sd of logs   90:10   share of the top 1 %   mean of 5 years, 90:10")
income = gla.exp(log_income)
five = gla.mean(gla.sliding_window_view(income, 5, axis=1), axis=-1)
low, high = gla.quantile(income, [0.1, 0.9], axis=0)
long_low, long_high = gla.quantile(five, [0.1, 0.9], axis=0)
top = gla.quantile(income, 0.99, axis=0)
share = gla.sum(gla.where(income > top, income, 0), axis=0) / gla.sum(income, axis=0)
for t in range(0, years - 4, 7):
    print("%3d  %6.0f  %8.4f  %9.3f  %12.2f %%  %19.3f" % (age[t], gla.mean(income[:, t]), spread[t], high[t] / low[t],
                                                        100 * share[t], long_high[t] / long_low[t]))
