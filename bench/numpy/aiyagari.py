#!/usr/bin/env python3
"""examples/aiyagari.py as a script for NumPy and SciPy has it."""
import math

import numpy as np
from scipy.special import ndtr

alpha, beta, delta, sigma, states, points = 0.36, 0.96, 0.08, 0.2, 7, 200
assets = 60 * (np.arange(float(points)) / (points - 1)) ** 2.5
published = {(3, 0.6): 3.8767, (5, 0.6): 3.5857}


def income(rho):
    z = np.linspace(-3, 3, states)
    edges = np.concatenate([[-math.inf], (z[1:] + z[:-1]) / 2, [math.inf]])
    transition = np.diff(ndtr((edges - rho * z[:, None]) / math.sqrt(1 - rho * rho)), axis=1)
    share = np.linalg.matrix_power(transition, 1000)[0]
    labour = np.exp(sigma * z)
    return transition, labour / (share @ labour)


def policy(transition, resources, rate, mu, consumption):
    while True:
        today = (beta * (1 + rate) * (transition @ consumption ** -mu)) ** (-1 / mu)
        cash = assets + today
        saved = np.empty_like(cash)
        for s in range(states):  # NumPy interpolates one function at a time
            saved[s] = np.interp(resources[s], cash[s], assets)
        new = resources - np.clip(saved, 0, assets[-1])
        change = np.max(np.abs(new - consumption))
        consumption = new
        if change < 1e-8:
            return resources - consumption, consumption


def wealth(transition, saved, mass):
    below = np.clip(np.searchsorted(assets, saved, side="right") - 1, 0, points - 2)
    left, right = assets[below], assets[below + 1]
    up = (saved - left) / (right - left)
    to = (below + points * np.arange(states)[:, None]).ravel()
    while True:
        for _ in range(20):
            old = mass
            moved = np.bincount(to, (mass * (1 - up)).ravel(), minlength=states * points)
            moved += np.bincount(to + 1, (mass * up).ravel(), minlength=states * points)
            mass = transition.T @ moved.reshape(states, points)
        if np.max(np.abs(mass - old)) < 1e-10:
            return mass


def equilibrium(mu, rho):
    transition, labour = income(rho)
    low, high, mass = 0.0, 1 / beta - 1 - 1e-4, np.full((states, points), 1 / (states * points))
    consumption = None
    while high - low > 1e-7:
        rate = (low + high) / 2
        demand = (alpha / (rate + delta)) ** (1 / (1 - alpha))
        wage = (1 - alpha) * demand**alpha
        resources = (1 + rate) * assets + wage * labour[:, None]
        saved, consumption = policy(transition, resources, rate, mu, resources / 2 if consumption is None else consumption)
        mass = wealth(transition, saved, mass)
        supply = np.sum(mass * assets)
        low, high = (low, rate) if supply > demand else (rate, high)
    return 100 * rate, 100 * delta * alpha / (rate + delta), np.sum(mass, axis=0)


print("mu   rho   interest rate   published   saving rate   held by the richest tenth")
for mu, rho in published:
    rate, saving, mass = equilibrium(mu, rho)
    rest = np.cumsum(mass) < 0.9
    top = 1 - np.sum(np.where(rest, mass * assets, 0)) / (mass @ assets)
    print("%2d  %4.1f  %12.2f %%  %8.2f %%  %10.2f %%  %12.1f %%" % (mu, rho, rate, published[mu, rho], saving, 100 * top))
