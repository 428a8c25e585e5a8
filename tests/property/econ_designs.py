# tags: none
"""Writes tests/cases/econ/designs_*.case: random designs, and what pyfixest 0.60, statsmodels 0.15 and linearmodels 7 make of them.

Not a test: it needs the three libraries, never gpulinalg. The same designs are made again by
`python3 -P tests/property/econ_designs.py tests/cases/econ`. Peers receive the columns of the model, which this file makes itself, and
iterate to 1e-12. Options are drawn independently of each other, so that nearly all pairs occur. Where peers disagree or lack a
combination, a dense regression on all dummy variables with the documented factors is the reference."""
import sys
import warnings

import linearmodels as lm
import numpy as np
import pandas as pd
import pyfixest as pf
import statsmodels.api as sm
from linearmodels.system import SUR

warnings.simplefilter("ignore")
rng = np.random.default_rng(390039)
DATASETS, EACH, FILES = 40, 5, 8
TIGHT = {"fixef_tol": 1e-12, "fixef_maxiter": 100000}
INSTALLED = "pyfixest 0.60, statsmodels 0.15, linearmodels 7"


def dataset():
    """Return integer columns, and the scales that multiply them."""
    n = int(rng.choice([30, 45, 60, 80, 100, 150, 250, 400], p=[.15, .15, .2, .2, .12, .1, .05, .03]))
    c = {}
    common = rng.normal(size=n)
    for j in range(1, 7):
        c[f"x{j}"] = np.rint(30 * (rng.normal(size=n) + 0.5 * common) + (60 if j == 4 else 5))
    units = max(n // int(rng.integers(5, 9)), 4)
    periods = -(-n // units) + 2
    cells = np.sort(rng.choice(units * periods, n, replace=False))
    if rng.integers(2):
        cells = rng.permutation(cells)
    c["u"], c["t"] = cells // periods, cells % periods + 1990
    c["g"] = rng.integers(0, max(4, n // 9), n)
    c["h"] = rng.integers(1, 5, n)
    c["k"] = rng.integers(0, 6, n)
    c["c"] = c["g"] // 2
    c["z1"], c["z2"] = np.rint(40 * rng.normal(size=n)), np.rint(20 * rng.normal(size=n))
    error = 25 * rng.normal(size=n) * (1 + 0.3 * np.abs(common)) + 8 * rng.normal(size=c["g"].max() + 1)[c["g"]]
    c["w"] = np.rint(0.6 * c["z1"] + 0.9 * c["z2"] + 0.3 * c["x1"] + 0.7 * error + 10 * rng.normal(size=n))
    index = sum(rng.normal() * c[f"x{j}"] for j in range(1, 7)) / 2 + 4 * c["h"]
    c["y"] = np.rint(50 + index + 0.5 * c["w"] + error)
    c["yy"] = np.rint(20 - index / 2 + 0.8 * error + 15 * rng.normal(size=n))
    small = index / np.std(index)
    c["b"] = (0.7 * (small - small.mean()) + 1.3 * rng.logistic(size=n) > 0).astype(int)
    c["m"] = rng.poisson(np.exp(0.6 + 0.4 * (small - small.mean())))
    c["a"] = rng.integers(1, 6, n)
    scales = {f"x{j}": float(10.0 ** rng.integers(-3, 7)) for j in range(1, 7) if rng.random() < 0.4}
    if rng.random() < 0.3:
        scales["y"] = float(10.0 ** rng.integers(-3, 7))
    frame = pd.DataFrame(c).astype({k: "float64" for k in c if k[0] in "xzwy"})
    if rng.random() < 0.4:
        frame.loc[rng.choice(n, max(1, n // 20), replace=False), "x2"] = np.nan
        frame.loc[rng.choice(n, 1), "y"] = np.nan
    return frame, scales


def terms(d, plain, few):
    """Return the right-hand side of a formula, and its columns made here, over all rows of d."""
    k = int(rng.integers(1, 3 if few else 7))
    chosen = [f"x{j}" for j in np.sort(rng.choice(np.arange(1, 7), k, replace=False))]
    text, columns = [], []
    for name in chosen:
        pick = 0 if plain else rng.integers(0, 9)
        if pick == 1:
            text.append(f"I({name}^2)")
            columns.append(d[name] ** 2)
        elif pick == 2 and name == "x4":
            text.append(f"log({name})")
            columns.append(np.log(d[name].where(d[name] > 0)))
        elif pick == 3:
            lag = int(rng.integers(1, 3))
            key = pd.Series(d[name].to_numpy(), index=pd.MultiIndex.from_frame(d[["u", "t"]]))
            want = pd.MultiIndex.from_arrays([d["u"], d["t"] - lag])
            text.append(f"l({name},{lag})")
            columns.append(pd.Series(key.reindex(want).to_numpy(), index=d.index))
        else:
            text.append(name)
            columns.append(d[name])
    last = 0 if plain else rng.integers(0, 5)
    if last == 1:
        ref = int(rng.integers(1, 5))
        text.append(f"i(h,ref={ref})")
        columns += [(d["h"] == v).astype(float) for v in range(1, 5) if v != ref]
    elif last == 2 and len(chosen) > 1:
        text.append(f"{chosen[0]}:{chosen[1]}")
        columns.append(d[chosen[0]] * d[chosen[1]])
    elif last == 3 and "x1" not in chosen:
        text.append("i(h,x1)")
        columns += [(d["h"] == v) * d["x1"] for v in range(1, 5)]
    elif last == 4 and not d["x3"].isna().any() and "x3" not in chosen:
        text.append("poly(x3,2)")
        columns.append(None)
    return text, columns


def poly(x):
    """Return orthogonal polynomials of degrees 1 and 2, as R's poly does."""
    one = (x - x.mean()) / np.linalg.norm(x - x.mean())
    two = x ** 2 - (x ** 2).mean()
    two = two - one * (one @ two)
    two = two - one * (one @ two)
    return [one, (two - two.mean()) / np.linalg.norm(two - two.mean())]


def model(d, y, plain=False, effects=(), few=False, also=()):
    """Return the text of the right-hand side, and a frame of the rows used with columns v0, v1 …"""
    text, columns = terms(d, plain, few)
    while "h" in effects and "i(h,ref" in text[-1]:
        text, columns = terms(d, plain, few)
    used = pd.concat([d[[y, *also, "u", "t", "g", "h", "k", "c", "a"]]] + [c.rename(f"v{j}") for j, c in enumerate(columns)
                                                                          if c is not None], axis=1).loc[:, lambda f: ~f.columns.duplicated()]
    used = used.dropna()
    if columns[-1] is None:
        if len(used) < len(d):  # polynomials of other rows are another question
            return model(d, y, plain, effects, few, also)
        for j, p in enumerate(poly(d["x3"].to_numpy())):
            used[f"v{len(columns) - 1 + j}"] = p
    alone = True
    while effects and alone:
        alone = False
        for e in effects:
            keep = used.groupby(e)[y].transform("size") > 1
            alone |= not keep.all()
            used = used[keep]
    return " + ".join(text), used.reset_index(drop=True), sum(c.startswith("v") for c in used.columns)


def dummies(d, effects):
    return np.column_stack([(d[e].to_numpy()[:, None] == np.unique(d[e])).astype(float) for e in effects])


def factor(ssc, kind, n, k, levels, rank, groups):
    """Return the factor of a covariance matrix and what divides the residual sum of squares, as the documentation of ols says."""
    K = k + (levels if ssc == "fixest" else rank)
    if kind == "cluster":
        g = min(groups)
        return (n - 1) / (n - K) * g / (g - 1)
    return n / (n - K) if kind == "HC1" or (ssc == "fixest" and kind in ("HC2", "HC3")) else 1.0


def newey_west(s, unit, time, lags):
    """Return the sum of products of scores, whose lags are periods: pyfixest's are rows of a unit."""
    meat = s.T @ s
    for lag in range(1, lags + 1):
        pair = (unit[:, None] == unit) & (time[:, None] - time == lag)
        one = s.T @ (pair @ s)
        meat += (1 - lag / (lags + 1)) * (one + one.T)
    return meat


def dense(d, y, k, effects, kind, cluster, ssc, w, frequency, lags=0):
    """Return coefficients and standard errors by a regression on all dummy variables."""
    X = np.column_stack([d[f"v{j}"] for j in range(k)])
    n = len(d) if not frequency else int(w.sum())
    if effects:
        D = dummies(d, effects)
        root = np.sqrt(np.ones(len(d)) if w is None else w)[:, None]
        both = np.column_stack([d[y], X])
        for _ in range(2):
            both = both - D @ np.linalg.lstsq(D * root, both * root, rcond=None)[0]
        rank = np.linalg.matrix_rank(D * root)
        free = [e for e in effects if not any(d.groupby(e)[c].nunique().max() == 1 for c in cluster)]
        levels = sum(d[e].nunique() for e in free) - max(len(free) - 1, 0) if free else int(bool(cluster))
        if len(free) < len(effects) and free:
            levels += 0
        if cluster and ssc != "statsmodels":
            rank = np.linalg.matrix_rank(dummies(d, free)) if free else 1
        Y, Z = both[:, 0], both[:, 1:]
        if cluster and ssc != "statsmodels":
            rank = np.linalg.matrix_rank(dummies(d, free)) if free else 0
            rank, levels = (rank, levels) if len(free) == len(effects) else (max(rank - 1, 0), levels - 1 if free else 0)
            rank, levels = max(rank, 0), max(levels, 0)
            if not free:
                rank = levels = 1
            elif len(free) < len(effects):
                rank, levels = rank + 1, levels + 1
    else:
        rank = levels = 0
        Y, Z, D = d[y].to_numpy(), np.column_stack([np.ones(len(d)), X]), np.zeros((len(d), 0))
    v = np.ones(len(d)) if w is None else w
    size = np.linalg.norm(Z, axis=0)
    q, r = np.linalg.qr(Z / size * np.sqrt(v)[:, None])
    b = np.linalg.solve(r, q.T @ (Y * np.sqrt(v)))
    e = Y - Z / size @ b
    bread = np.linalg.inv(r.T @ r)
    p = Z.shape[1]
    if kind == "iid":
        V = bread * (v * e ** 2).sum() / (n - p - (levels if ssc == "fixest" else rank))
    else:
        s = (Z / size) * (v * e)[:, None]
        if frequency:
            s = s / np.sqrt(v)[:, None] if kind != "cluster" else s
        if kind in ("HC2", "HC3"):
            full = np.column_stack([Z / size, D]) * np.sqrt(v)[:, None]
            left, sing, _ = np.linalg.svd(full, full_matrices=False)
            lev = (left[:, sing > 1e-10 * sing[0]] ** 2).sum(1)
            if frequency:
                lev = lev / v
            s = s / (np.sqrt(1 - lev) if kind == "HC2" else (1 - lev))[:, None]
        meat = np.zeros((p, p))
        if kind == "NW":
            meat = newey_west(s, d["u"].to_numpy(), d["t"].rank(method="dense").to_numpy(), lags)
            T = d["t"].nunique()
            meat *= (n - 1) / (n - p - levels) * T / (T - 1)
        elif cluster:
            sets = [cluster] if len(cluster) == 1 else [cluster[:1], cluster[1:], cluster]
            sizes = [d.groupby(c).ngroups for c in sets]
            for i, c in enumerate(sets):
                sums = pd.DataFrame(s).groupby([d[x].to_numpy() for x in c]).sum().to_numpy()
                one = factor(ssc, kind, n, p, levels, rank, [sizes[i]] if ssc == "statsmodels" else sizes)
                meat += sums.T @ sums * (-1 if i == 2 else 1) * one
        else:
            meat = s.T @ s * factor(ssc, kind, n, p, levels, rank, None)
        V = bread @ meat @ bread
        if np.linalg.eigvalsh(meat)[0] < -1e-12 * np.abs(meat).max():  # then there is a warning; see bad_input.case
            V = V * np.nan
    return b / size, np.sqrt(np.diag(V)) / size


def one_size(d, y, k):
    """Return d with columns of size 1, for peers with absolute tolerances, and the factors of the coefficients."""
    size = {c: np.abs(d[c]).max() for c in [y] + [f"v{j}" for j in range(k)]}
    return d.assign(**{c: d[c] / x for c, x in size.items()}), size


def order(fit, k, intercept, size, also=()):
    names = (["Intercept"] if intercept else []) + [f"v{j}" for j in range(k)] + list(also)
    scale = np.array([size["y"] / size.get(c, 1) if "y" in size else 1 / size.get(c, 1) for c in names])
    return fit.coef().loc[names].to_numpy() * scale, fit.se().loc[names].to_numpy() * scale


def clusters(d, columns):
    return min((d[c].nunique() for c in columns), default=10 ** 9)


def ols(d):
    effects = [[], [], ["g"], ["g", "h"], ["u", "t"], ["g", "h", "k"], ["k"]][rng.integers(7)]
    text, used, k = model(d, "y", effects=effects, few=len(d) < 60)
    n = len(used)
    vcov = str(rng.choice(["iid", "HC1", "HC2", "HC3", "cluster:c", "cluster:g", "cluster:u+t", "cluster:g+h", "NW", "DK"]))
    lags = int(rng.integers(0, 4))
    if vcov in ("HC2", "HC3") and len(effects) > 1:
        effects, text = effects[:1], text
        return ols(d)
    kind = vcov.split(":")[0]
    cluster = vcov.split(":")[1].split("+") if ":" in vcov else []
    weights = [None, None, "analytic", "frequency", "probability"][rng.integers(5)]
    ssc = str(rng.choice(["fixest", "fixest", "fixest", "stata", "statsmodels", "reghdfe"]))
    if kind in ("NW", "DK"):
        ssc, weights = "fixest", weights if weights != "frequency" else None
        vcov = f"{kind}({lags}):" + ("u+t" if kind == "NW" else "t")
    if n <= k + sum(used[e].nunique() for e in effects) + 10 or len(effects) == 3 and n < 60:
        return ols(d)
    w = used["a"].to_numpy(float) if weights else None
    even, size = one_size(used, "y", k)
    if kind == "NW":
        (b, s), source = dense(used, "y", k, effects, kind, [], ssc, w, False, lags), "dense"
    if kind == "DK" or kind == "NW" and lags == 0:
        how = {"time_id": "t", "panel_id": "u", "lag": lags}
        fit = pf.feols("y ~ " + " + ".join(f"v{j}" for j in range(k)) + (" | " + " + ".join(effects) if effects else ""),
                       even, vcov=kind, vcov_kwargs=how, weights="a" if weights else None, **TIGHT)
        (b, s), source = order(fit, k, not effects, size), "pyfixest"
    elif kind != "NW":
        b, s = dense(used, "y", k, effects, kind, cluster, ssc, w, weights == "frequency")
        source = "dense"
        peer = None
        if ssc == "fixest" and not (kind in ("HC2", "HC3") and (effects or weights)):
            fit = pf.feols("y ~ " + " + ".join(f"v{j}" for j in range(k)) + (" | " + " + ".join(effects) if effects else ""),
                           even, vcov={"CRV1": "+".join(cluster)} if cluster else kind, weights="a" if weights else None,
                           weights_type="fweights" if weights == "frequency" else "aweights", **TIGHT)
            source, peer = "pyfixest", order(fit, k, not effects, size)
        elif ssc == "statsmodels" and len(cluster) < 2 and weights != "frequency" and not (weights and kind in ("HC2", "HC3")):
            X = np.column_stack([used[f"v{j}"] for j in range(k)])
            if effects:
                D = dummies(used, effects)
                keep, rank = [], 0
                for j in range(D.shape[1]):
                    if np.linalg.matrix_rank(D[:, keep + [j]]) > rank:
                        keep, rank = keep + [j], rank + 1
                X = np.column_stack([X, D[:, keep]])
            else:
                X = np.column_stack([np.ones(n), X])
            norm = np.linalg.norm(X, axis=0)
            r = sm.WLS(used["y"].to_numpy(), X / norm, weights=1.0 if w is None else w).fit(method="qr")
            if kind != "iid":
                how = {"cov_kwds": {"groups": used[cluster[0]]}} if cluster else {}
                r = r.get_robustcov_results(cov_type=kind, **(how.get("cov_kwds", {})))
            take = slice(0, k + (not effects))
            source, peer = "statsmodels", ((np.asarray(r.params) / norm)[take], (np.asarray(r.bse) / norm)[take])
        if peer:
            off = max(np.abs(peer[0] / b - 1).max(), np.abs(peer[1] / s - 1).max())
            if off > 1e-8:
                print("peer differs from dense", source, off, text, effects, vcov, ssc, weights, n, file=sys.stderr)
                source += ", differs"
            b, s = peer if np.isfinite(s).all() else (b, s)
    options = [f'vcov="{vcov}"'] + ([f'weights="a" weights_type="{weights}"'] if weights else []) + [f'ssc="{ssc}"']
    return f"{source}", f'econ.ols "y ~ {text}{" | " + " + ".join(effects) if effects else ""}" t ' + " ".join(options) + \
        (' unit="u" time="t"' if "l(" in text else ""), b, s, n, clusters(used, cluster)


def likelihood(d):
    family = str(rng.choice(["poisson", "poisson", "logit", "probit"]))
    effects = [[], ["h"], ["k"], ["h", "k"]][rng.integers(4)] if family != "probit" else []
    y = "m" if family == "poisson" else "b"
    text, used, k = model(d, y, plain=True, effects=effects, few=True)
    n = len(used)
    vcov = str(rng.choice(["iid", "HC1", "cluster:c", "cluster:g"]))
    kind, cluster = vcov.split(":")[0], vcov.split(":")[1:]
    weights = "frequency" if not effects and rng.random() < 0.3 and kind == "iid" else None
    X = np.column_stack([used[f"v{j}"] for j in range(k)])
    size = np.abs(X).max(axis=0)
    X = np.column_stack([X / size, np.ones(n)] if not effects else [X / size, dummies(used, effects)[:, :None if len(effects) == 1 else -1]])
    w = used["a"].to_numpy(float) if weights else np.ones(n)
    link = {"poisson": sm.families.Poisson(), "logit": sm.families.Binomial(),
            "probit": sm.families.Binomial(sm.families.links.Probit())}[family]
    try:
        r = sm.GLM(used[y], X, family=link, freq_weights=w).fit(tol=1e-15, maxiter=200)
    except Exception:
        return likelihood(d)
    if np.abs(r.params).max() > 15 or used.groupby(effects[0])[y].mean().isin([0, 1]).any() if effects else np.abs(r.params).max() > 15:
        return likelihood(d)
    b = np.asarray(r.params)
    for _ in range(3):  # Newton's steps, for the last digits
        eta = X @ b
        if family == "probit":
            from scipy import stats
            sign = 2 * used[y].to_numpy() - 1
            ratio = sign * np.exp(stats.norm.logpdf(eta) - stats.norm.logcdf(sign * eta))
            score, weight = ratio, ratio * (ratio + eta)
        else:
            mu = np.exp(eta) if family == "poisson" else 1 / (1 + np.exp(-eta))
            score, weight = used[y].to_numpy() - mu, mu if family == "poisson" else mu * (1 - mu)
        H = X.T @ (X * (w * weight)[:, None])
        b = b + np.linalg.solve(H, X.T @ (w * score))
    B = np.linalg.inv(H)
    total, p = w.sum(), X.shape[1]
    if kind == "iid":
        V = B
        ssc = "statsmodels"
    else:
        s = X * (w * score)[:, None]
        ssc = "fixest" if not effects else "statsmodels"
        if cluster:
            s = pd.DataFrame(s).groupby(used[cluster[0]].to_numpy()).sum().to_numpy()
            one = len(s) / (len(s) - 1) * (total - 1) / (total - p)
        else:
            one, ssc = total / (total - p), "fixest" if not effects else "stata"
        meat = s.T @ s
        V = B @ meat @ B * one
    source = "statsmodels"
    s = np.sqrt(np.diag(V))
    pick = (([k] if not effects else []) + list(range(k)))
    scale = np.r_[size, np.ones(len(b) - k)]
    b, s = (b / scale)[pick], (s / scale)[pick]
    if effects and family != "probit":
        ssc = "fixest"
        f = f"{y} ~ " + " + ".join(f"v{j}" for j in range(k)) + " | " + " + ".join(effects)
        how = {"vcov": {"CRV1": cluster[0]} if cluster else kind, "iwls_tol": 1e-14, "iwls_maxiter": 100, **TIGHT}
        try:
            even, one = one_size(used.assign(y=1.0), "y", k)
            fit = pf.fepois(f, even, **how) if family == "poisson" else pf.feglm(f, even, family="logit", **how)
        except Exception as error:
            print("peer fails", family, error, file=sys.stderr)
            return likelihood(d)
        peer = order(fit, k, False, one)
        K = k + sum(used[e].nunique() for e in effects) - len(effects) + 1
        if cluster:
            free = [e for e in effects if used.groupby(e)[cluster[0]].nunique().max() > 1]
            K = k + (sum(used[e].nunique() for e in free) - len(free) + 1 if free else 1)
            G = used[cluster[0]].nunique()
        plain = np.sqrt(np.diag(B @ (meat if kind != "iid" else H) @ B))[:k] / size
        s = plain * np.sqrt((n - 1) / (n - K) * (G / (G - 1) if cluster else 1) if kind != "HC1" else n / (n - K))
        source = "pyfixest"
        off = np.abs(peer[1] / s - 1).max()
        if np.abs(peer[0] / b - 1).max() > 1e-7 or off > 1e-6:
            print("peer differs from dense", family, peer[0] / b - 1, off, text, effects, n, vcov, file=sys.stderr)
    options = [f'vcov="{vcov}"'] + ([f'weights="a" weights_type="{weights}"'] if weights else []) + [f'ssc="{ssc}"']
    return source, f'econ.{family} "{y} ~ {text}{" | " + " + ".join(effects) if effects else ""}" t ' + " ".join(options), b, s, n, clusters(used, cluster)


def instruments(d):
    effects = [[], [], ["g"], ["h", "k"]][rng.integers(4)]
    text, used, k = model(d, "y", effects=effects, few=True, also=("w", "z1", "z2"))
    n = len(used)
    names = ["z1", "z2"][:int(rng.integers(1, 3))]
    vcov = str(rng.choice(["iid", "HC1", "cluster:c", "cluster:g"]))
    kind, cluster = vcov.split(":")[0], vcov.split(":")[1:]
    weights, method = None, "tsls"
    if effects:
        f = "y ~ " + " + ".join(f"v{j}" for j in range(k)) + " | " + " + ".join(effects) + " | w ~ " + " + ".join(names)
        even, size = one_size(used, "y", k)
        fit = pf.feols(f, even, vcov={"CRV1": cluster[0]} if cluster else kind, **TIGHT)
        (b, s), source = order(fit, k, False, size, ["w"]), "pyfixest"
    else:
        X = np.column_stack([np.ones(n)] + [used[f"v{j}"] for j in range(k)])
        size = np.abs(X).max(axis=0)
        weights = "analytic" if rng.random() < 0.4 and not cluster else None
        method = str(rng.choice(["tsls", "tsls", "liml"]))
        one = {"tsls": lm.IV2SLS, "liml": lm.IVLIML}[method]
        r = one(used["y"], X / size, used["w"], used[names], weights=used["a"] if weights else None).fit(
            cov_type={"iid": "unadjusted", "HC1": "robust"}.get(kind, "clustered"), debiased=True,
            **({"clusters": used[cluster[0]]} if cluster else {}))
        scale = np.r_[size, 1]
        b, s, source = np.asarray(r.params) / scale, np.asarray(r.std_errors) / scale, "linearmodels"
        if cluster and method == "tsls":
            f = "y ~ " + " + ".join(f"v{j}" for j in range(k)) + " | w ~ " + " + ".join(names)
            even, size = one_size(used, "y", k)
            s, source = order(pf.feols(f, even, vcov={"CRV1": cluster[0]}), k, True, size, ["w"])[1], "pyfixest"
    head = f'econ.{method} "y ~ {text} | {" + ".join(effects) or 0} | w ~ {" + ".join(names)}" t '
    options = [f'vcov="{vcov}"'] + ([f'weights="a" weights_type="{weights}"'] if weights else [])
    return source, head + " ".join(options) + (' unit="u" time="t"' if "l(" in text else ""), b, s, n, clusters(used, cluster)


def system(d):
    one, two = (rng.choice(np.arange(1, 7), int(rng.integers(1, 4)), replace=False) for _ in range(2))
    f = [[f"x{j}" for j in np.sort(e)] for e in (one, two)]
    used = d.dropna(subset=["y", *f[0], *f[1]]).reset_index(drop=True)
    sizes = [np.r_[1, [np.abs(used[c]).max() for c in e]] for e in f]
    made = {y: {"dependent": used[y], "exog": pd.DataFrame(
        np.column_stack([np.ones(len(used))] + [used[c] for c in e]) / z, columns=["one"] + e)}
        for y, e, z in zip(("y", "yy"), f, sizes)}
    kind = str(rng.choice(["iid", "HC0"]))
    iterate = bool(rng.integers(2))
    r = SUR(made).fit(method="gls", cov_type="unadjusted" if kind == "iid" else "robust", iterate=iterate, iter_limit=5000, tol=1e-14)
    z = np.concatenate(sizes)
    text = ", ".join(f'"{y} ~ {" + ".join(e)}"' for y, e in zip(("y", "yy"), f))
    return "linearmodels", f'econ.sur [{text}] t vcov="{kind}" iterate={str(iterate).lower()}', \
        np.asarray(r.params) / z, np.asarray(r.std_errors) / z, len(used), 10 ** 9


def number(x):
    return "nan" if np.isnan(x) else f"{x:.0f}.0"


def literal(name, column):
    if column.dtype == "float64":
        if column.isna().any():
            return f"let {name} = [{', '.join(number(x) for x in column)}]"
        return f"let {name} = [{', '.join(f'{x:.0f}' for x in column)}] as float64"
    return f"let {name} = [{', '.join(str(x) for x in column)}] as int64"


def values(x):
    return "[" + ", ".join(f"{v:.15e}" for v in x) + "]"


def main():
    files = [[] for _ in range(FILES)]
    for number_ in range(DATASETS):
        frame, scales = dataset()
        out = files[number_ * FILES // DATASETS]
        scaled = frame.copy()
        out.append(f"# Data {number_ + 1}: {len(frame)} rows")
        for name in frame:
            out.append(literal(name, frame[name]))
        for name, scale in scales.items():
            scaled[name] = frame[name] * scale
            out.append(f"call {name} = multiply {name} {scale!r}")
        out.append(f"call t = table_from_columns [{', '.join(chr(34) + c + chr(34) for c in frame)}] [{', '.join(frame)}]")
        jobs = [ols, ols, likelihood, instruments, system if number_ % 4 == 0 else ols]
        for job in jobs:
            while True:
                source, call, b, s, n, groups = job(scaled)
                if np.isfinite(s).all() and groups > len(b):  # else there is a warning; see bad_input.case
                    break
            out += [f"# {source}", f"call f = {call}", "call b = econ.fit_params f", f"parts b {values(b)} 1e-10",
                    "call s = econ.fit_std_errors f", f"parts s {values(s)} 1e-8"]
            if "frequency" not in call:
                out += ["call n = econ.fit_nobs f", f"same n {n}"]
    for i, lines in enumerate(files):
        with open(f"{sys.argv[1]}/designs_{i + 1}.case", "w", encoding="utf-8") as out:
            out.write("# Random designs with options in pairs (tests/property/econ_designs.py). Expected values: " + INSTALLED + ";\n"
                      "# \"dense\": a regression on all dummy variables, with the factors that the documentation of ols states.\n")
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
