"""Python features of Fits besides the methods: printing, copies and pickling."""
from . import _native
from ._copies import define as define_copies
from .econ import Fit, restore as _restore


def _text(fit):
    """Return the summary, as print shows it. A stack of regressions has none."""
    try:
        return fit.summary()
    except _native.ArgumentError:
        return "<Fit: stack of regressions whose coefficients have the shape %s>" % (fit.params.shape,)


Fit.__repr__ = _text
define_copies(Fit, lambda fit: fit, lambda fit: (fit.state(),), _restore)  # a Fit never changes, so it is its own copy
