#!/usr/bin/env python3
"""Option prices by simulation, with standard errors, compared with closed forms.

A call in the Black-Scholes model is one formula from the random number to the payoff, and a GPU computes it in one kernel.
So is a call in the model of S. L. Heston, Review of Financial Studies 6 (1993), 327-343, discretised as in L. Andersen,
Journal of Computational Finance 11 (2008), 1-42.  Scrambled Sobol points have smaller errors.
"""
import math

import gpulinalg as gla

paths, steps, points, scrambles = 1 << 16, 16, 1 << 11, 16


def report(method, sample, known):
    """Return the mean and its standard error."""
    price, error = gla.mean(sample).item(), gla.std(sample, correction=1).item() / math.sqrt(sample.size)
    print("  %-28s %8.4f  standard error %.4f  within four: %s"
          % (method, price, error, "true" if abs(price - known) <= 4 * error else "false"))


# Spot and strike 100, rate 3 %, volatility 20 %, expiry in one year.
d = (0.03 + 0.02) / 0.2
known = 100 * (0.5 * math.erfc(-d / math.sqrt(2)) - math.exp(-0.03) * 0.5 * math.erfc(-(d - 0.2) / math.sqrt(2)))
print("Black and Scholes: %.4f" % known)
payoff = gla.elementwise("z", "", "exp(-0.03)*max(100*exp(0.03 - 0.02 + 0.2*z) - 100, 0)", name="payoff")
simulated = gla.elementwise("int64 path", "float64 value",
                            "z = random_normal(2026, 0, path); value = exp(-0.03)*max(100*exp(0.03 - 0.02 + 0.2*z) - 100, 0);")
report("Monte Carlo", simulated(gla.arange(paths)), known)
report("quasi-Monte Carlo",
       gla.stack([gla.mean(payoff(gla.special.ndtri(gla.random.sobol(points, 1, seed=k)))) for k in range(scrambles)]), known)

# Initial and long-run variance 0.04, mean reversion 2, volatility of variance 0.5, correlation -0.7 with the price.
MODEL = """
function next_variance(v, z) {
    e = exp(-2/16);
    m = 0.04 + (v - 0.04)*e;
    psi = (0.25*v*e/2*(1 - e) + 0.04*0.25/4*(1 - e)*(1 - e))/(m*m);
    q = 2/min(psi, 1.5);
    b = q - 1 + sqrt(q)*sqrt(q - 1);
    p = max((psi - 1)/(psi + 1), 0);
    u = ndtr(z);
    return psi <= 1.5 ? m/(1 + b)*(sqrt(b) + z)*(sqrt(b) + z) : u <= p ? 0 : m*log((1 - p)/(1 - u))/(1 - p);
}
function next_log_price(x, v, v1, w) {
    drift = 0.03/16 + 0.7*2*0.04/16/0.5;
    shift = (-0.7*2/0.5 - 0.5)/32;
    return x + drift + (shift + 0.7/0.5)*v + (shift - 0.7/0.5)*v1 + sqrt(0.51/32*(v + v1))*w;
}
"""
transform = gla.elementwise("float64 u", "float64 value", """
    beta = 2.175 + 0.35j*u;
    d = sqrt(beta*beta + 0.25*(u*u + 0.25));
    g = (beta - d)/(beta + d);
    e = exp(-d);
    slope = (beta - d)/0.25*(1 - e)/(1 - g*e);
    level = 2*0.04/0.25*(beta - d - 2*log((1 - g*e)/(1 - g)));
    value = real(exp(0.03j*u + level + 0.04*slope))/(u*u + 0.25);
""")
width = 0.05
integral = width * gla.sum(transform(width * (gla.arange(4000) + 0.5))).item()
known = 100 - 100 * math.exp(-0.015) * integral / math.pi
print("Heston: %.4f" % known)
heston = gla.elementwise("int64 path", "float64 value", MODEL + """
    x = log(100);
    v = 0.04;
    for (t = 0; t < 16; t++) {
        z = random_normal(2026, 1, 32*path + 2*t);
        w = random_normal(2026, 1, 32*path + 2*t + 1);
        v1 = next_variance(v, z);
        x = next_log_price(x, v, v1, w);
        v = v1;
    }
    value = exp(-0.03)*max(exp(x) - 100, 0);
""")
report("Monte Carlo", heston(gla.arange(paths)), known)
step = gla.elementwise("x, v, z, w", "x1, v1", MODEL + "v1 = next_variance(v, z); x1 = next_log_price(x, v, v1, w);")
prices = []
for k in range(scrambles):
    z = gla.special.ndtri(gla.random.sobol(points, 2 * steps, seed=k))
    x, v = step.scan([math.log(100), 0.04], [z[:, ::2], z[:, 1::2]])
    prices.append(math.exp(-0.03) * gla.mean(gla.maximum(gla.exp(x[:, -1]) - 100, 0)))
report("quasi-Monte Carlo", gla.stack(prices), known)
