"""Derivatives of special functions."""


import gpulinalg as gla
from gpulinalg import special as s
from check import check

X = [-1.7, -0.3, 0.4, 1.1, 2.6]
P = [0.05, 0.3, 0.5, 0.77, 0.98]
A = [0.6, 1.3, 2.5, 4.2, 7.1]
B = [1.4, 0.7, 3.1, 2.2, 5.3]

for name in ("erf", "erfc", "erfcx", "ndtr", "log_ndtr", "expit", "log_expit", "i0", "i0e", "i1", "i1e", "j0", "j1"):
    check(name, getattr(s, name), [X], tol=3e-7)
for name in ("gamma", "gammaln", "digamma"):
    check(name, getattr(s, name), [A], tol=1e-6)
    check(name + " negative", getattr(s, name), [[-0.4, -1.3, -2.6, 0.3]], tol=1e-6, second=name != "digamma")
check("erfcx large", s.erfcx, [[49.0, 51.0, 80.0, -2.0]], tol=1e-6)
check("log_ndtr tail", s.log_ndtr, [[-30.0, -8.0, 8.0]], tol=1e-6)
for name in ("erfinv", "erfcinv", "ndtri", "logit"):
    check(name, getattr(s, name), [P], tol=1e-6, h=1e-6)
for name in ("xlogy", "xlog1py", "beta", "betaln"):
    check(name, getattr(s, name), [A, B])
check("xlogy broadcast", s.xlogy, [[[0.0], [2.0]], B])
check("xlog1py at 0", s.xlog1py, [[0.0, 1.0], [0.5, 0.0]])
for name in ("gammainc", "gammaincc"):
    check(name, lambda x, f=getattr(s, name): f(gla.asarray(A), x), [B], tol=1e-6)
for name in ("gammaincinv", "gammainccinv"):
    check(name, lambda y, f=getattr(s, name): f(gla.asarray(A), y), [P], tol=1e-6, h=1e-6)
for name in ("betainc", "betaincc", "betaincinv", "betainccinv"):
    check(name, lambda x, f=getattr(s, name): f(gla.asarray(A), 1.4, x), [P], tol=1e-6, h=1e-6)

M = [[0.3, -1.2, 2.0], [1.5, 0.2, -0.4]]
for axis in (None, 0, -1, (0, 1)):
    check("softmax %s" % (axis,), lambda x, a=axis: s.softmax(x, axis=a), [M])
    check("log_softmax %s" % (axis,), lambda x, a=axis: s.log_softmax(x, axis=a), [M])
    check("logsumexp %s" % (axis,), lambda x, a=axis: s.logsumexp(x, axis=a), [M])
    check("logsumexp b %s" % (axis,), lambda x, b, a=axis: s.logsumexp(x, axis=a, b=b), [M, [1.5, 0.4, 2.0]])
check("logsumexp keepdims", lambda x: s.logsumexp(x, axis=1, keepdims=True), [M])
check("logsumexp sign", lambda x, b: s.logsumexp(x, axis=1, b=b, return_sign=True)[0], [M, [1.5, -0.4, -2.0]])
check("logsumexp larger b", lambda x, b: s.logsumexp(x, axis=0, b=b), [[0.3, -1.2], [[1.0, 2.0], [0.5, 1.5], [1.0, 1.0]]])
check("logsumexp scalar", lambda x: s.logsumexp(x), [1.3])
check("softmax float32", lambda x: s.softmax(x, axis=0), [M], dtype="float32")
check("gammaln float32", s.gammaln, [A], dtype="float32")
