#!/usr/bin/env python3
"""Equilibrium interest rate of an economy in which households insure themselves by saving.

S. R. Aiyagari, Uninsured idiosyncratic risk and aggregate saving, Quarterly Journal of Economics 109 (1994), 659-684, table
II. Households have risk aversion mu, and log labour income with autocorrelation rho and standard deviation 0.2.  The script
solves for policies with the endogenous grid method (C. D. Carroll, Economics Letters 91 (2006)), for all income states at
once.  It computes the distribution of households on a grid (E. R. Young, Journal of Economic Dynamics and Control 34
(2010)).
"""
import math

import gpulinalg as gla

alpha, beta, delta, sigma, states, points = 0.36, 0.96, 0.08, 0.2, 7, 200
assets = 60 * (gla.arange(float(points)) / (points - 1)) ** 2.5
published = {(3, 0.6): 3.8767, (5, 0.6): 3.5857}


def income(rho):
    """Return seven income states from -3 to 3 standard deviations, with mean 1, and Tauchen's transition probabilities."""
    z = gla.linspace(-3, 3, states)
    edges = gla.concat([[-math.inf], (z[1:] + z[:-1]) / 2, [math.inf]])
    cdf = gla.special.ndtr((edges - rho * gla.expand_dims(z, axis=1)) / math.sqrt(1 - rho * rho))
    transition = gla.diff(cdf, axis=1)
    share = gla.matrix_power(transition, 1000)[0]
    labour = gla.exp(sigma * z)
    return transition, labour / gla.vecdot(share, labour)


def policy(transition, resources, rate, mu, consumption):
    """Iterate to convergence on next year's assets and consumption, for each income state and level of assets."""
    while True:
        today = (beta * (1 + rate) * (transition @ consumption ** -mu)) ** (-1 / mu)
        cash = assets + today  # cash at which exactly these assets are saved
        saved = gla.interp(resources, cash, assets)
        new = resources - gla.clip(saved, 0, assets[-1])
        change = gla.max(gla.abs(new - consumption)).item()
        consumption = new
        if change < 1e-8:
            return resources - consumption, consumption


def wealth(transition, saved, mass):
    """Return the distribution of households over states and assets.  Savings between two grid points are split between them."""
    below = gla.clip(gla.searchsorted(assets, saved, side="right") - 1, 0, points - 2)
    left, right = assets[below], assets[below + 1]
    up = (saved - left) / (right - left)
    to = gla.reshape(below + points * gla.expand_dims(gla.arange(states), axis=1), [-1])
    while True:
        for _ in range(20):
            old = mass
            moved = gla.bincount(to, gla.reshape(mass * (1 - up), [-1]), minlength=states * points)
            moved += gla.bincount(to + 1, gla.reshape(mass * up, [-1]), minlength=states * points)
            mass = transition.mT @ gla.reshape(moved, [states, points])
        if gla.max(gla.abs(mass - old)).item() < 1e-10:
            return mass


def equilibrium(mu, rho):
    transition, labour = income(rho)
    low, high, mass = 0.0, 1 / beta - 1 - 1e-4, gla.full([states, points], 1 / (states * points))
    consumption = None
    while high - low > 1e-7:
        rate = (low + high) / 2
        demand = (alpha / (rate + delta)) ** (1 / (1 - alpha))
        wage = (1 - alpha) * demand**alpha
        resources = (1 + rate) * assets + wage * gla.expand_dims(labour, axis=1)
        saved, consumption = policy(transition, resources, rate, mu, resources / 2 if consumption is None else consumption)
        mass = wealth(transition, saved, mass)
        supply = gla.sum(mass * assets).item()
        low, high = (low, rate) if supply > demand else (rate, high)
    return 100 * rate, 100 * delta * alpha / (rate + delta), gla.sum(mass, axis=0)


print("mu   rho   interest rate   published   saving rate   held by the richest tenth")
for mu, rho in published:
    rate, saving, mass = equilibrium(mu, rho)
    rest = gla.cumulative_sum(mass) < 0.9
    top = 1 - gla.sum(gla.where(rest, mass * assets, 0)).item() / gla.vecdot(mass, assets).item()
    print("%2d  %4.1f  %12.2f %%  %8.2f %%  %10.2f %%  %12.1f %%" % (mu, rho, rate, published[mu, rho], saving, 100 * top))
