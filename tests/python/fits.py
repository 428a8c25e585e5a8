"""Fits in Python: pickles and copies of every estimator's Fit, and messages about clusters."""
import copy
import pickle

import gpulinalg as gl
from tap import ok, raises, same

econ, names = gl.econ, ["y", "d", "n", "x", "w", "z1", "z2", "firm", "year"]
rows = [
    (1.5, 0, 1, 0.5, 1.0, 0.75, 1.0, "a", 1),
    (2.25, 1, 0, 1.0, 0.5, 1.0, 0.0, "a", 2),
    (0.5, 0, 2, 0.25, 1.25, 0.5, 1.5, "a", 3),
    (4.0, 1, 1, 2.0, 2.0, 1.5, 1.0, "b", 1),
    (3.5, 0, 3, 1.5, 1.0, 1.25, 0.5, "b", 2),
    (5.25, 1, 5, 2.5, 2.75, 2.0, 2.5, "b", 3),
    (4.5, 1, 0, 1.0, 2.0, 2.5, 0.0, "c", 1),
    (7.0, 0, 4, 3.0, 2.5, 2.25, 2.0, "c", 2),
    (6.25, 1, 3, 2.25, 3.5, 3.0, 1.0, "c", 3),
    (8.5, 1, 6, 3.5, 3.0, 3.25, 1.5, "d", 1),
    (7.75, 0, 2, 2.0, 4.25, 3.5, 3.0, "d", 2),
    (9.0, 1, 7, 4.0, 3.0, 2.75, 0.5, "d", 3),
]
data = gl.Table({name: [row[i] for row in rows] for i, name in enumerate(names)})
data["k"] = [0, 9, 1, 0, 14, 2, 0, 7, 0, 3, 1, 20]
panel = dict(unit="firm", time="year")
fits = {
    "ols": econ.ols("log(y) ~ x + i(year)", data, vcov="cluster:firm"),
    "ols with effects": econ.ols("y ~ x | firm", data),
    "effects only": econ.ols("y ~ 1 | firm", data),
    "tsls": econ.tsls("y ~ x | w ~ z1 + z2", data, vcov="HC1"),
    "liml": econ.liml("y ~ x | w ~ z1 + z2", data),
    "gmm": econ.gmm("y ~ x | w ~ z1 + z2", data, vcov="HC1"),
    "sur": econ.sur(["y ~ x + z1", "w ~ x + z2"], data),
    "threesls": econ.threesls(["y ~ x | w ~ z1 + z2", "w ~ x + z2"], data),
    "logit": econ.logit("d ~ z2", data),
    "probit": econ.probit("d ~ z2", data),
    "mlogit": econ.mlogit("year ~ z2", data),
    "poisson": econ.poisson("n ~ x", data),
    "negbin": econ.negbin("k ~ z2", data),
    "tobit": econ.tobit("y ~ x", data, lower=0.5),
    "between": econ.between("y ~ x", data, unit="firm"),
    "first_difference": econ.first_difference("y ~ x", data, **panel),
    "random_effects": econ.random_effects("y ~ x", data, unit="firm"),
    "fama_macbeth": econ.fama_macbeth("y ~ x", data, time="year"),
    "ridge": econ.ridge("y ~ x + z1", data, 0.5),
    "lasso": econ.lasso("y ~ x + z1", data, 0.1),
}
for name, fit in fits.items():
    for made in (pickle.loads(pickle.dumps(fit)), copy.deepcopy(fit)):
        same([type(made), str(made), made.coef, made.dropped], [gl.econ.Fit, str(fit), fit.coef, fit.dropped], name)
        if name not in ("sur", "threesls", "fama_macbeth"):
            same(made.predict(data).tolist(), fit.predict(data).tolist(), name + " predicts")

# ---- what a copy finds in its Table
made = pickle.loads(pickle.dumps(fits["tsls"]))
same(made.vcov("cluster:firm").se, fits["tsls"].vcov("cluster:firm").se, "a column that the formula does not use")
same(made.hansen_j(), fits["tsls"].hansen_j(), "tests of the instruments")
light = econ.tsls("y ~ x | w ~ z1 + z2", data, keep=False)
ok(len(pickle.dumps(light)) < len(pickle.dumps(fits["tsls"])) / 2, "no data")
raises(gl.ArgumentError, lambda: pickle.loads(pickle.dumps(light)).vcov("HC1"), "a copy without data",
       "fit again with keep true")

# ---- clusters
same([fits["ols"].clusters, fits["tsls"].clusters], [(4,), ()], "their number")
raises(gl.ArgumentError, lambda: econ.ols("y ~ x", data, cluster="firm"), "the name of a column",
       "ols: cluster is 'firm', but it must be a list of arrays; name columns of the data in vcov, such as vcov='cluster:firm'")
raises(gl.ArgumentError, lambda: econ.ols("y ~ x", data, cluster=["firm"]), "in a list",
       "; name columns of the data in vcov, such as vcov='cluster:firm'")
raises(gl.DTypeError, lambda: fits["tsls"].wild_bootstrap("x", cluster=["firm"]), "of a bootstrap",
       "; name columns as one string, such as cluster='firm'")
raises(gl.DTypeError, lambda: econ.ols("y ~ x", data, vcov={"CRV1": "firm"}), "a dictionary",
       "; kind and columns are one string, such as vcov='cluster:firm'")
