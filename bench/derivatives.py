"""Times of gradients: of the function, of the function while it is recorded, and of value and gradient; beside JAX's compiled
functions, if JAX is installed. Microseconds, the least of several runs.

    build/run python3 bench/derivatives.py
"""
import math
import time

import gpulinalg as gla


def numbers(*shape, salt=0.0):
    n = math.prod(shape)
    return [math.sin(1.7*i*i + 0.3*i + salt) for i in range(n)], shape


def least(f, seconds=0.5):
    f()  # compiled, loaded
    best, end = math.inf, time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - begin)
    return 1e6*best


def models(np, log_expit, solve_triangular):
    """Return {name: (function, parameters)}; np is gpulinalg or jax.numpy."""
    def array(data):
        return np.reshape(np.asarray(data[0]), data[1])
    x, y = array(numbers(1000, 5)), array(numbers(1000, salt=1.0)) > 0
    sign = np.where(y, 1.0, -1.0)
    sample = array(numbers(50, 8, salt=2.0))
    images, labels = array(numbers(128, 64, salt=3.0)), array(numbers(128, 10, salt=4.0))
    series = array(numbers(100, salt=5.0))
    eye = np.eye(8)

    def logit(b):
        return np.sum(log_expit(sign*(x @ b)))

    def gaussian(a):
        factor = np.linalg.cholesky(a @ np.matrix_transpose(a) + eye)
        z = solve_triangular(factor, np.matrix_transpose(sample))
        return np.sum(z*z) + 100*np.sum(np.log(np.linalg.diagonal(factor)))

    def perceptron(w1, w2):
        return np.mean((np.tanh(np.tanh(images @ w1) @ w2) - labels)**2)

    def kalman(p):
        level, variance, total = 0.0, 1.0, 0.0
        for t in range(100):
            variance = variance + p[0]
            f = variance + p[1]
            v = series[t] - level
            total = total + np.log(f) + v*v/f
            level = level + variance/f*v
            variance = variance - variance*variance/f
        return total
    return {"logit 1000x5": (logit, [array(numbers(5))]), "Gaussian, 8 variables": (gaussian, [array(numbers(8, 8))]),
            "perceptron 64-32-10, 128": (perceptron, [array(numbers(64, 32)), array(numbers(32, 10))]),
            "Kalman filter, 100 periods": (kalman, [np.asarray([0.5, 1.0])])}


def measure(f, parameters):
    def recorded():
        tape = gla.GradientTape()
        for p in parameters:
            tape.watch(p)
        f(*parameters)
        tape.stop()
    both = gla.value_and_grad(f, argnums=list(range(len(parameters))))
    return least(lambda: f(*parameters)), least(recorded), least(lambda: both(*parameters))


def measure_jax():
    try:
        import jax
    except ImportError:
        return {}
    jax.config.update("jax_enable_x64", True)
    made = {}
    for name, (f, p) in models(jax.numpy, jax.nn.log_sigmoid,
                               lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True)).items():
        value, both = jax.jit(f), jax.jit(jax.value_and_grad(f, argnums=tuple(range(len(p)))))
        made[name] = (least(lambda: value(*p).block_until_ready()), least(lambda: jax.block_until_ready(both(*p))))
    return made


if __name__ == "__main__":
    peers = measure_jax()
    print("%-28s %8s %9s %9s %6s %9s %9s" % ("", "f", "recorded", "gradient", "/ f", "JAX f", "JAX grad"))
    for name, (f, p) in models(gla, gla.special.log_expit, lambda a, b: gla.solve_triangular(a, b, lower=True)).items():
        one, recorded, both = measure(f, p)
        print("%-28s %8.1f %9.1f %9.1f %6.1f" % (name, one, recorded, both, both/one),
              " ".join("%9.1f" % v for v in peers.get(name, ())))
