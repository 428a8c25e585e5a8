#!/usr/bin/env python3
"""GARCH(1,1) by maximum likelihood: T. Bollerslev, Journal of Econometrics 31 (1986), 307-327.

Newton's method with numerical derivatives maximises the log-likelihood in unrestricted parameters. All points of a
difference quotient are evaluated at once.
"""
import gpulinalg as gla

n, omega, alpha, beta = 2500, 0.05, 0.08, 0.9
g = gla.random.Generator(1986)
step = gla.elementwise("h, e, z", "h1, e1", "h1 = 0.05 + 0.08*e*e + 0.9*h; e1 = sqrt(h1)*z;")
returns = step.scan([omega / (1 - alpha - beta), 0.0], [g.normal(shape=n)])[1]
squares = returns * returns
start = gla.mean(squares)


def unpack(theta):
    """Return omega, alpha and beta of rows of unrestricted parameters; alpha + beta is below 1."""
    share = gla.special.softmax(gla.concat([theta[:, 1:], gla.zeros([theta.shape[0], 1])], axis=1), axis=1)
    return gla.exp(theta[:, :1]), share[:, :1], share[:, 1:2]


def loss(theta):
    """Return minus the log-likelihood per observation, without its constant, for each row of theta."""
    w, a, b = unpack(theta)
    variance = gla.linear_recurrence(b, w + a * squares[:-1], x0=start)
    return gla.mean(gla.log(variance) + squares[1:] / variance, axis=1) / 2


def derivatives(theta, h=1e-4):
    k = theta.size
    moves = h * gla.eye(k)
    pairs = (gla.expand_dims(moves, axis=1) + gla.expand_dims(moves, axis=0)).reshape(k * k, k)
    crossed = (gla.expand_dims(moves, axis=1) - gla.expand_dims(moves, axis=0)).reshape(k * k, k)
    values = loss(theta + gla.concat([moves, -moves, pairs, -pairs, crossed, -crossed]))
    up, down, same, opposite = values[:k], values[k:2 * k], values[2 * k:2 * k + 2 * k * k], values[2 * k + 2 * k * k:]
    hessian = (gla.sum(same.reshape(2, k, k), axis=0) - gla.sum(opposite.reshape(2, k, k), axis=0)) / (4 * h * h)
    return (up - down) / (2 * h), hessian


theta = gla.asarray([-2.0, 1.0, 3.0])
for iteration in range(100):
    gradient, hessian = derivatives(theta)
    values, vectors = gla.eigh(hessian)
    move = vectors @ ((vectors.T @ gradient) / gla.maximum(gla.abs(values), 1e-3))
    steps = 0.5 ** gla.arange(8)  # the best of eight step lengths
    tried = theta - gla.expand_dims(steps, axis=1) * move
    theta = tried[gla.argmin(loss(tried))]
    if gla.max(gla.abs(gradient)) < 1e-7:
        break
w, a, b = (v.item() for v in unpack(gla.expand_dims(theta, axis=0)))
print("%d iterations; omega %.4f, alpha %.4f, beta %.4f; log-likelihood %.4f"
      % (iteration, w, a, b, -(n - 1) * loss(gla.expand_dims(theta, axis=0)).item()))
