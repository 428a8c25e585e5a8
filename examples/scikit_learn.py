#!/usr/bin/env python3
"""Estimators of scikit-learn and statistics of SciPy on gpulinalg arrays, without a copy to NumPy.

Both libraries compute with any library that follows the Python array API standard.  The data are Longley's.  The script
prints the results for gpulinalg arrays next to those for NumPy arrays.
"""
import os

os.environ["SCIPY_ARRAY_API"] = "1"  # before SciPy is imported

import numpy as np  # noqa: E402
import sklearn  # noqa: E402
from scipy import stats  # noqa: E402
from sklearn.decomposition import PCA  # noqa: E402
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis  # noqa: E402
from sklearn.linear_model import Ridge  # noqa: E402
from sklearn.mixture import GaussianMixture  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402

import gpulinalg as gla  # noqa: E402

here = os.path.dirname(os.path.abspath(__file__))
longley = np.loadtxt(os.path.join(here, "data", "Longley.dat"), skiprows=60)
y, x = longley[:, 0], longley[:, 1:]
high = (y > y.mean()).astype("int64")


def estimates(x, y, high):
    """Return numbers that depend on all estimates."""
    scaled = StandardScaler().fit_transform(x)
    yield "StandardScaler, PCA", PCA(n_components=3, svd_solver="full").fit(scaled).explained_variance_
    yield "Ridge", Ridge(alpha=0.1, solver="svd").fit(scaled, y).coef_
    yield "LinearDiscriminantAnalysis", LinearDiscriminantAnalysis().fit(scaled[:, :2], high).coef_
    mixture = GaussianMixture(2, covariance_type="diag", init_params="random", max_iter=500, random_state=0)
    yield "GaussianMixture", mixture.fit(scaled[:, :2]).weights_
    yield "stats.pearsonr", stats.pearsonr(x[:, 1], y).pvalue
    yield "stats.ttest_1samp", stats.ttest_1samp(y, 65000.0).pvalue
    yield "stats.jarque_bera", stats.jarque_bera(y).statistic


with sklearn.config_context(array_api_dispatch=True):
    ours = list(estimates(gla.asarray(x), gla.asarray(y), gla.asarray(high)))
for (name, a), (_, b) in zip(ours, estimates(x, y, high)):
    a, kind = np.asarray(a), type(a).__name__
    print("%-27s %-6s %s  difference %.0e" % (name, kind, " ".join("%10.4g" % v for v in a.ravel()[:4]),
                                             np.max(np.abs(a - b)) / np.max(np.abs(b))))
