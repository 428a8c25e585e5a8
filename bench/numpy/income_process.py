#!/usr/bin/env python3
"""examples/income_process.py as a script for NumPy and SciPy has it."""
import math

import numpy as np
from scipy.signal import lfilter
from scipy.special import ndtri

households, years, first_age = 20000, 40, 25
rho, sd_eta, sd_epsilon = 0.95, 0.15, 0.25
primes = [n for n in range(2, 600) if all(n % k for k in range(2, int(math.sqrt(n)) + 1))][:2 * years]

number = np.arange(1.0, households + 1)[:, None]
shocks = ndtri((number * np.sqrt(np.asarray(primes, dtype="float64")) + 0.5) % 1)
eta, epsilon = sd_eta * shocks[:, :years], sd_epsilon * shocks[:, years:]
eta[:, 0] = eta[:, 0] / math.sqrt(1 - rho * rho)

age = first_age + np.arange(years)
profile = 10 + 0.08 * (age - first_age) - 0.0012 * (age - first_age) ** 2
log_income = profile + lfilter([1.0], [1.0, -rho], eta, axis=1) + epsilon

key = np.tile(np.arange(years), households)
observed = log_income.ravel()
count = np.bincount(key)
mean = np.bincount(key, observed) / count
residual = observed - mean[key]
spread = np.sqrt(np.bincount(key, residual**2) / count)
panel = residual.reshape(households, years)
gamma = [np.mean(panel[:, k:] * panel[:, :years - k]) for k in range(3)]
estimates = [gamma[2] / gamma[1], gamma[1] ** 2 / gamma[2]]
estimates.append(gamma[0] - estimates[1])
truth = [rho, sd_eta**2 / (1 - rho**2), sd_epsilon**2]

print("%d households, %d years" % (households, years))
for name, value, true in zip(["rho", "variance that persists", "variance that does not"], estimates, truth):
    print("%-24s %7.4f   true %7.4f" % (name, value, true))
print("age   mean   sd of logs   90:10   share of the top 1 %   mean of 5 years, 90:10")
income = np.exp(log_income)
five = np.mean(np.lib.stride_tricks.sliding_window_view(income, 5, axis=1), axis=-1)
low, high = np.quantile(income, [0.1, 0.9], axis=0)
long_low, long_high = np.quantile(five, [0.1, 0.9], axis=0)
top = np.quantile(income, 0.99, axis=0)
share = np.sum(np.where(income > top, income, 0), axis=0) / np.sum(income, axis=0)
for t in range(0, years - 4, 7):
    print("%3d  %6.0f  %8.4f  %9.3f  %12.2f %%  %19.3f" % (age[t], np.mean(income[:, t]), spread[t], high[t] / low[t],
                                                        100 * share[t], long_high[t] / long_low[t]))
